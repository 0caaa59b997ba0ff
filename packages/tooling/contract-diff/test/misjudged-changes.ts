/** Changes that an earlier version of the comparison misjudged. `VERDICTS.md` shows them next to the others. */
import type { Contract, InjectedChange } from './injected-changes.ts';

/** Returns a free-form object of a request body. */
const openSettings = (contract: Contract) => contract.schema('AgentEvaluationConfig');

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

  {
    title: 'A new value of an enumeration in responses that is not extensible',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Severity').enum.push('none');
    },
  },
  {
    title: 'A new value of an enumeration that becomes extensible',
    verdict: 'major',
    inject: (contract) => {
      Object.assign(contract.schema('Severity'), { 'x-extensible-enum': true });
      contract.schema('Severity').enum.push('none');
    },
  },
  {
    title: 'A creation may also be accepted for later',
    verdict: 'major',
    inject: (contract) => {
      const { responses } = contract.operation('createAgentEvaluation');
      responses[202] = structuredClone(responses[201]);
    },
  },
  {
    title: 'A new redirect status',
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule').responses[303] = { description: 'See Other.' };
    },
  },
  {
    title: 'A default response for all other statuses',
    verdict: 'major',
    inject: (contract) => {
      const { responses } = contract.operation('getRule');
      responses.default = structuredClone(responses[200]);
    },
  },
  {
    title: 'A new field of an open object in a request body',
    verdict: 'major',
    inject: (contract) => {
      openSettings(contract).properties = { language: { type: 'string' } };
    },
  },
  {
    title: 'A new alternative of a request body that overlaps with another one',
    verdict: 'major',
    prepare: (contract) => {
      contract.schema('AgentEvaluation').properties.target = { oneOf: [{ type: 'string', maxLength: 10 }] };
    },
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.target.oneOf.push({ type: 'string', pattern: '^a' });
    },
  },
  {
    title: 'The first authentication of an operation that requires none',
    verdict: 'major',
    prepare: (contract) => {
      contract.operation('getRule').security = [];
    },
    inject: (contract) => {
      contract.operation('getRule').security = [{ ApiKey: [] }];
    },
  },
  {
    title: 'A filter compares another field',
    verdict: 'major',
    inject: (contract) => {
      contract.operation('listRules')['x-filter'].source = { equals: 'rule_id' };
    },
  },

  // These were judged major.
  {
    title: 'A new alternative of a request body with values of another type',
    verdict: 'minor',
    prepare: (contract) => {
      contract.schema('AgentEvaluation').properties.target = { oneOf: [{ type: 'string' }] };
    },
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.target.oneOf.push({ type: 'integer' });
    },
  },
  {
    title: 'A new field of any type of an open object in a request body',
    verdict: 'minor',
    inject: (contract) => {
      openSettings(contract).properties = { language: { description: 'The language.' } };
    },
  },
  {
    title: 'A new field of an object in a request body that a schema around it closes',
    verdict: 'minor',
    prepare: (contract) => {
      contract.schema('AgentEvaluation').properties.target = {
        unevaluatedProperties: false,
        allOf: [{ type: 'object', properties: { name: { type: 'string' } } }],
      };
    },
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.target.allOf[0].properties.kind = { type: 'string' };
    },
  },
  {
    title: 'An alternative authentication scheme',
    verdict: 'minor',
    inject: ({ document }) => {
      document.components.securitySchemes.OAuth = { type: 'http', scheme: 'bearer' };
      document.security.push({ OAuth: [] });
    },
  },
  {
    title: 'A new filter with its meaning',
    verdict: 'minor',
    inject: (contract) => {
      const operation = contract.operation('listRules');
      operation.parameters.push({ name: 'severity', in: 'query', schema: { type: 'string' } });
      operation['x-filter'].severity = { equals: 'severity' };
    },
  },
  {
    title: 'A field whose absence gave 422 may be absent',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('AgentEvaluation')['x-required'].pop();
    },
  },
  {
    title: 'A constant in a response written as an enumeration of one value',
    verdict: 'patch',
    prepare: (contract) => {
      contract.schema('Rule').properties.kind = { const: 'rule' };
    },
    inject: (contract) => {
      contract.schema('Rule').properties.kind = { enum: ['rule'] };
    },
  },
  {
    title: 'The minimum of an integer written as an exclusive one',
    verdict: 'patch',
    prepare: (contract) => {
      contract.schema('AgentEvaluation').properties.attempts = { type: 'integer', minimum: 1 };
    },
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.attempts = { type: 'integer', exclusiveMinimum: 0 };
    },
  },
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
