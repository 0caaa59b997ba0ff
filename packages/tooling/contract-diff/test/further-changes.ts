/**
 * Further changes, chosen from OpenAPI and JSON Schema with their verdicts before anyone looked at how the comparison
 * treats them. `VERDICTS.md` shows them next to the others.
 */
import { inRequestField, inResponseField } from './changed-field.ts';
import type { InjectedChange } from './injected-changes.ts';

const servers: InjectedChange[] = [
  {
    title: 'A path no longer has its own server',
    verdict: 'major',
    prepare: (contract) => {
      contract.pathItem('getRule')[1].servers = [{ url: 'https://rules.example.com/api/v1' }];
    },
    inject: (contract) => {
      delete contract.pathItem('getRule')[1].servers;
    },
  },
  {
    title: 'A path repeats the servers of the contract',
    verdict: 'patch',
    inject: (contract) => {
      contract.pathItem('getRule')[1].servers = structuredClone(contract.document.servers);
    },
  },
  {
    title: 'A separate server for an operation',
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule').servers = [{ url: 'https://rules.example.com/api/v1' }];
    },
  },
  {
    title: 'A server is removed',
    verdict: 'major',
    inject: ({ document }) => {
      document.servers.pop();
    },
  },
  {
    title: 'A different default of a variable of a server',
    verdict: 'major',
    inject: ({ document }) => {
      document.servers[0].variables.host.default = 'other.example.com';
    },
  },
  {
    title: 'A variable of a server no longer accepts every value',
    verdict: 'major',
    inject: ({ document }) => {
      document.servers[0].variables.host.enum = ['aispm.example.com'];
    },
  },
  {
    title: 'A different description of a server',
    verdict: 'patch',
    inject: ({ document }) => {
      document.servers[0].description = 'The service.';
    },
  },
];

const pathItems: InjectedChange[] = [
  {
    title: 'A path gets a summary',
    verdict: 'patch',
    inject: (contract) => {
      contract.pathItem('getRule')[1].summary = 'A rule';
    },
  },
  {
    title: 'A different description of a path',
    verdict: 'patch',
    prepare: (contract) => {
      contract.pathItem('getRule')[1].description = 'A rule.';
    },
    inject: (contract) => {
      contract.pathItem('getRule')[1].description = 'One rule of the workspace.';
    },
  },
  {
    title: 'The operation of a path declares the parameters of the path itself',
    verdict: 'patch',
    types: 'major',
    inject: (contract) => {
      const [, item] = contract.pathItem('getRule');
      for (const operation of [item.get, item.patch]) {
        operation.parameters = [...item.parameters, ...(operation.parameters ?? [])];
      }
      delete item.parameters;
    },
  },
  {
    title: 'A parameter in a path is renamed',
    verdict: 'major',
    inject: (contract) => {
      const [path, item] = contract.pathItem('getRule');
      delete contract.document.paths[path];
      for (const parameter of item.parameters) if (parameter.name === 'rule_id') parameter.name = 'rule';
      contract.document.paths[path.replace('{rule_id}', '{rule}')] = item;
    },
  },
  {
    title: 'A new method on an existing path',
    verdict: 'minor',
    inject: (contract) => {
      const [, item] = contract.pathItem('getRule');
      item.head = { ...structuredClone(item.get), operationId: 'headRule' };
    },
  },
  {
    title: 'A new operation with its own schemas',
    verdict: 'minor',
    inject: (contract) => {
      const [path, item] = contract.pathItem('getRule');
      const get = { ...structuredClone(item.get), operationId: 'getRuleReview' };
      get.responses[200].content['application/json'] = { schema: { $ref: '#/components/schemas/RuleReview' } };
      contract.document.paths[`${path}/review`] = { ...item, get };
      contract.document.components.schemas.RuleReview = {
        type: 'object',
        required: ['reviewed_at'],
        properties: { reviewed_at: { $ref: '#/components/schemas/Timestamp' } },
      };
    },
  },
];

const parameters: InjectedChange[] = [
  {
    title: 'A query parameter becomes a header',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').in = 'header';
    },
  },
  {
    title: 'The values of a parameter are no longer sent one by one',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'object_type').explode = false;
    },
  },
  {
    title: 'A parameter allows reserved characters',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').allowReserved = true;
    },
  },
  {
    title: 'A parameter is deprecated',
    verdict: 'minor',
    inject: (contract) => {
      contract.parameter('listRules', 'source').deprecated = true;
    },
  },
  {
    title: 'A parameter gets a pattern',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').schema.pattern = '^[a-z]+$';
    },
  },
  {
    title: 'The pattern of a parameter is dropped',
    verdict: 'minor',
    inject: ({ document }) => {
      delete document.components.parameters.IdempotencyKey.schema.pattern;
    },
  },
  {
    title: 'A higher maximum of a parameter',
    verdict: 'minor',
    inject: ({ document }) => {
      document.components.parameters.PageSize.schema.maximum += 1;
    },
  },
  {
    title: 'A higher minimum number of values of a parameter',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'object_type').schema.minItems = 2;
    },
  },
  {
    title: 'A header of a request becomes required',
    verdict: 'major',
    inject: ({ document }) => {
      document.components.parameters.IdempotencyKey.required = true;
    },
  },
  {
    title: 'A parameter gets a default',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').schema.default = 'a';
    },
  },
  {
    title: 'A parameter accepts any number in place of integers',
    verdict: 'minor',
    prepare: (contract) => {
      contract.parameter('listRules', 'rule_name').schema = { type: 'integer' };
    },
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').schema = { type: 'number' };
    },
  },
  {
    title: 'The parameters in a different order',
    verdict: 'patch',
    inject: (contract) => {
      contract.operation('listRules').parameters.reverse();
    },
  },
  {
    title: 'A component of a parameter is renamed',
    verdict: 'patch',
    types: 'major',
    inject: ({ document }) => {
      const text = JSON.stringify(document).replaceAll('parameters/PageSize"', 'parameters/ItemsOnPage"');
      Object.assign(document, JSON.parse(text.replace('"PageSize":', '"ItemsOnPage":')));
    },
  },
];

const requests: InjectedChange[] = [
  {
    title: 'A request body becomes optional',
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('createAgentEvaluation').requestBody.required = false;
    },
  },
  {
    title: 'A request body becomes required',
    verdict: 'major',
    prepare: (contract) => {
      contract.operation('createAgentEvaluation').requestBody.required = false;
    },
    inject: (contract) => {
      contract.operation('createAgentEvaluation').requestBody.required = true;
    },
  },
  {
    title: 'A further media type of a request body',
    verdict: 'minor',
    inject: (contract) => {
      const { content } = contract.operation('createAgentEvaluation').requestBody;
      content['application/vnd.aispm+json'] = structuredClone(content['application/json']);
    },
  },
  {
    title: 'A request body may no longer have additional properties',
    verdict: 'major',
    ...inRequestField({ type: 'object' }, { type: 'object', additionalProperties: false }),
  },
  {
    title: 'A request body needs a number of properties',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').minProperties = 1;
    },
  },
  {
    title: 'A field of a request body accepts a further alternative',
    verdict: 'minor',
    ...inRequestField(
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
    ),
  },
  {
    title: 'A field of a request body accepts one alternative less',
    verdict: 'major',
    ...inRequestField({ oneOf: [{ type: 'string' }, { type: 'integer' }] }, { oneOf: [{ type: 'string' }] }),
  },
  {
    title: 'A field of a request body accepts null',
    verdict: 'minor',
    ...inRequestField({ type: 'string' }, { type: ['string', 'null'] }),
  },
  {
    title: 'A field of a request body excludes values with "not"',
    verdict: 'major',
    ...inRequestField({ type: 'string' }, { type: 'string', not: { const: 'none' } }),
  },
  {
    title: 'A field of a request body excludes its minimum',
    verdict: 'major',
    ...inRequestField({ type: 'number', minimum: 0 }, { type: 'number', minimum: 0, exclusiveMinimum: 0 }),
  },
  {
    title: 'A number in a request body has to be a multiple of another',
    verdict: 'major',
    ...inRequestField({ type: 'integer' }, { type: 'integer', multipleOf: 5 }),
  },
  {
    title: 'A field of a request body requires another one',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').dependentRequired = { schedule: ['name'] };
    },
  },
  {
    title: 'A condition in a request body',
    verdict: 'major',
    inject: (contract) => {
      Object.assign(contract.schema('AgentEvaluation'), {
        if: { required: ['schedule'] },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
        then: { required: ['name'] },
      });
    },
  },
  {
    title: 'A limit next to the reference of a field in a request body',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.agent_id.minLength = 5;
    },
  },
  {
    title: 'A field of a request body gets a format',
    verdict: 'major',
    ...inRequestField({ type: 'string' }, { type: 'string', format: 'uri' }),
  },
  {
    title: 'A higher limit on the bytes of a request body',
    verdict: 'minor',
    inject: ({ document }) => {
      document['x-max-body-bytes'] += 1;
    },
  },
  {
    title: 'A lower limit on the bytes of a request body',
    verdict: 'major',
    inject: ({ document }) => {
      document['x-max-body-bytes'] -= 1;
    },
  },
];

const responses: InjectedChange[] = [
  {
    title: 'A lower minimum length in a response',
    verdict: 'major',
    inject: (contract) => {
      delete contract.schema('Rule').properties.rule_name.minLength;
    },
  },
  {
    title: 'A lower minimum in a response',
    verdict: 'major',
    ...inResponseField({ type: 'integer', minimum: 0 }, { type: 'integer', minimum: -1 }),
  },
  {
    title: 'A number in a response gets a maximum',
    verdict: 'minor',
    ...inResponseField({ type: 'integer' }, { type: 'integer', maximum: 10 }),
  },
  {
    title: 'An enumeration value in responses is removed',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('IssueStatus').enum.pop();
    },
  },
  {
    title: 'A different type of the items of a list in a response',
    verdict: 'major',
    ...inResponseField({ type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'integer' } }),
  },
  {
    title: 'A different type of the additional properties of a response',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Tags').additionalProperties = { type: 'string' };
    },
  },
  {
    title: 'A constant in a response becomes an enumeration',
    verdict: 'major',
    ...inResponseField({ type: 'string', const: 'a' }, { type: 'string', enum: ['a', 'b'] }),
  },
  {
    title: 'A field of a response has a further alternative',
    verdict: 'major',
    ...inResponseField({ oneOf: [{ type: 'string' }] }, { oneOf: [{ type: 'string' }, { type: 'integer' }] }),
  },
  {
    title: 'A different format of a field in a response',
    verdict: 'major',
    ...inResponseField({ type: 'string', format: 'date-time' }, { type: 'string', format: 'date' }),
  },
  {
    title: 'A number in a response may be larger than 32 bits',
    verdict: 'major',
    ...inResponseField({ type: 'integer', format: 'int32' }, { type: 'integer', format: 'int64' }),
  },
  {
    title: 'A field of a response is deprecated',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.deprecated = true;
    },
  },
  {
    title: 'A response header becomes optional',
    verdict: 'major',
    inject: ({ document }) => {
      document.components.headers.Location.required = false;
    },
  },
  {
    title: 'A different type of a response header',
    verdict: 'major',
    inject: ({ document }) => {
      document.components.headers.RetryAfter.schema = { type: 'string', format: 'date-time' };
    },
  },
  {
    title: 'A response no longer has a body',
    verdict: 'major',
    inject: (contract) => {
      delete contract.operation('getRule').responses[200].content;
    },
  },
  {
    title: 'A further media type of a successful response',
    verdict: 'minor',
    inject: (contract) => {
      const { content } = contract.operation('getRule').responses[200];
      content['application/vnd.aispm+json'] = structuredClone(content['application/json']);
    },
  },
  {
    title: 'An error status of an operation is removed',
    verdict: 'minor',
    types: 'major',
    inject: (contract) => {
      delete contract.operation('getRule').responses[404];
    },
  },
  {
    title: 'A field of an error body is removed',
    verdict: 'major',
    inject: (contract) => {
      delete contract.schema('ApiErrorBody').properties.reason;
    },
  },
  {
    title: 'A callback is removed',
    verdict: 'major',
    prepare: (contract) => {
      contract.operation('createAgentEvaluation').callbacks = {
        finished: { '{$request.query.callback_url}': { post: { responses: { 204: { description: 'Received.' } } } } },
      };
    },
    inject: (contract) => {
      delete contract.operation('createAgentEvaluation').callbacks;
    },
  },
];

const others: InjectedChange[] = [
  {
    title: 'An operation does not require authentication',
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule').security = [];
    },
  },
  {
    title: 'A different description of an authentication scheme',
    verdict: 'patch',
    inject: ({ document }) => {
      document.components.securitySchemes.ApiKey.description = 'An API key.';
    },
  },
  {
    title: 'An earlier date of the removal of a deprecated operation',
    verdict: 'major',
    prepare: (contract) => {
      Object.assign(contract.operation('getRule'), { deprecated: true, 'x-sunset': '2099-01-01' });
    },
    inject: (contract) => {
      contract.operation('getRule')['x-sunset'] = '2098-01-01';
    },
  },
  {
    title: 'A schema that nothing uses',
    verdict: 'patch',
    types: 'minor',
    inject: ({ document }) => {
      document.components.schemas.Unused = { type: 'string' };
    },
  },
  {
    title: 'A different dialect of the schemas',
    verdict: 'major',
    inject: ({ document }) => {
      document.jsonSchemaDialect = 'https://json-schema.org/draft/2019-09/schema';
    },
  },
  {
    title: 'An extension that the comparison does not know',
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule')['x-unknown'] = true;
    },
  },
];

export const furtherChanges: InjectedChange[] = [
  ...servers,
  ...pathItems,
  ...parameters,
  ...requests,
  ...responses,
  ...others,
];
