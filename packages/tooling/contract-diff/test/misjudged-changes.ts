/** Changes that an earlier version of the comparison misjudged. `VERDICTS.md` shows them next to the others. */
import type { InjectedChange } from './injected-changes.ts';

export const misjudgedChanges: InjectedChange[] = [
  // These were judged below major.
  {
    title: 'A separate server for a path',
    verdict: 'major',
    inject: (contract) => {
      contract.pathItem('getRule')[1].servers = [{ url: 'https://rules.example.com/api/v1' }];
    },
  },
  {
    title: 'The pattern of a response field is dropped',
    verdict: 'major',
    prepare: (contract) => {
      contract.schema('Rule').properties.rule_name.pattern = '^[A-Z]';
    },
    inject: (contract) => {
      delete contract.schema('Rule').properties.rule_name.pattern;
    },
  },
  {
    title: 'The pattern of a response field admits more',
    verdict: 'major',
    prepare: (contract) => {
      contract.schema('Rule').properties.rule_name.pattern = '^[A-Z]+$';
    },
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.pattern = '^[A-Za-z]+$';
    },
  },
  {
    title: 'The pattern of property names in an error body admits more',
    verdict: 'major',
    prepare: (contract) => {
      contract.schema('ApiErrorBody').properties.details.propertyNames = { pattern: '^(path|query|body)/' };
    },
    inject: (contract) => {
      contract.schema('ApiErrorBody').properties.details.propertyNames = { pattern: '^(path|query|body|cookie)/' };
    },
  },
  {
    title: 'An enumeration of a response becomes any string',
    verdict: 'major',
    inject: (contract) => {
      delete contract.schema('IssueStatus').enum;
    },
  },
  {
    title: 'A different media type of an error body',
    verdict: 'major',
    inject: ({ document }) => {
      const response = document.components.responses.NotFound;
      response.content = { 'application/problem+json': response.content['application/json'] };
    },
  },
  {
    title: 'A different media type of a successful response',
    verdict: 'major',
    inject: (contract) => {
      const response = contract.operation('getRule').responses[200];
      response.content = { 'application/vnd.aispm+json': response.content['application/json'] };
    },
  },
  {
    title: 'A field of a request body becomes readOnly',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.name.readOnly = true;
    },
  },
  {
    title: 'A field of a response becomes writeOnly',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.writeOnly = true;
    },
  },
  {
    title: 'A different default of a field in a request body',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.weight.default = 0.5;
    },
  },

  // These were judged major.
  {
    title: 'A request body may have additional properties',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('AgentEvaluation').additionalProperties = true;
    },
  },
  {
    title: 'A response may have additional properties',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').additionalProperties = true;
    },
  },
  {
    title: 'An operation is deprecated and gets a date of its removal',
    verdict: 'minor',
    inject: (contract) => {
      Object.assign(contract.operation('getRule'), { deprecated: true, 'x-sunset': '2099-01-01' });
    },
  },
  {
    title: 'A field of a response requires another one',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').dependentRequired = { remediation: ['severity'] };
    },
  },
  {
    title: 'The format of a query parameter is dropped',
    verdict: 'minor',
    inject: ({ document }) => {
      delete document.components.parameters.PageSize.schema.format;
    },
  },
  {
    title: 'A new callback',
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('createAgentEvaluation').callbacks = {
        finished: {
          '{$request.query.callback_url}': {
            post: {
              operationId: 'onFinished',
              requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
              responses: { 204: { description: 'Received.' } },
            },
          },
        },
      };
    },
  },
  {
    title: 'A reference inside an allOf in place of the reference',
    verdict: 'patch',
    inject: (contract) => {
      const { properties } = contract.schema('Rule');
      properties.source = { allOf: [properties.source] };
    },
  },
];
