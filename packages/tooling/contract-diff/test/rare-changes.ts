/**
 * Changes of rarely used parts of OpenAPI and JSON Schema, written with their verdicts before anyone looked at how the
 * comparison treats them; a comment marks a verdict that was reconsidered. `VERDICTS.md` shows them next to the others.
 */
import { inRequestField, inResponseField } from './changed-field.ts';
import type { InjectedChange } from './injected-changes.ts';

const requests: InjectedChange[] = [
  {
    title: 'A different constant in a request body',
    verdict: 'major',
    ...inRequestField({ const: 'a' }, { const: 'b' }),
  },
  {
    title: 'A constant in a request body becomes an enumeration',
    verdict: 'minor',
    ...inRequestField({ type: 'string', const: 'a' }, { type: 'string', enum: ['a', 'b'] }),
  },
  {
    title: 'The first items of a list in a request body get schemas',
    verdict: 'major',
    ...inRequestField({ type: 'array' }, { type: 'array', prefixItems: [{ type: 'string' }] }),
  },
  {
    title: 'A list in a request body may have no items after the first ones',
    verdict: 'major',
    ...inRequestField(
      { type: 'array', prefixItems: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    ),
  },
  {
    title: 'A field of a request body no longer requires another one',
    verdict: 'minor',
    ...inRequestField({ type: 'object', dependentRequired: { a: ['b'] } }, { type: 'object' }),
  },
  {
    title: 'A field of a request body has a schema for when another one is present',
    verdict: 'major',
    ...inRequestField({ type: 'object' }, { type: 'object', dependentSchemas: { a: { required: ['b'] } } }),
  },
  {
    title: 'A string in a request body has to be encoded',
    verdict: 'major',
    ...inRequestField({ type: 'string' }, { type: 'string', contentEncoding: 'base64' }),
  },
  {
    title: 'The additional properties of a request body may be any number in place of integers',
    verdict: 'minor',
    ...inRequestField(
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'object', additionalProperties: { type: 'number' } },
    ),
  },
  {
    title: 'The additional properties of a request body get a type',
    verdict: 'major',
    ...inRequestField({ type: 'object' }, { type: 'object', additionalProperties: { type: 'string' } }),
  },
  {
    title: 'The properties of a request body whose names match a pattern get a limit',
    verdict: 'major',
    ...inRequestField(
      { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
      { type: 'object', patternProperties: { '^x-': { type: 'string', maxLength: 9 } } },
    ),
  },
  {
    title: 'A request body no longer accepts properties that its schema does not declare',
    verdict: 'major',
    ...inRequestField({ type: 'object' }, { type: 'object', unevaluatedProperties: false }),
  },
  {
    title: 'A field of a request body no longer has its default',
    verdict: 'major',
    ...inRequestField({ type: 'string', default: 'a' }, { type: 'string' }),
  },
  {
    title: 'A field of a request body no longer accepts null',
    verdict: 'major',
    ...inRequestField({ type: ['string', 'null'] }, { type: 'string' }),
  },
  {
    title: 'A part of a combined schema in a request body is removed',
    verdict: 'minor',
    types: 'major',
    ...inRequestField({ allOf: [{ type: 'string' }, { minLength: 3 }] }, { allOf: [{ type: 'string' }] }),
  },
  {
    title: 'A further part of a combined schema in a request body',
    verdict: 'major',
    ...inRequestField({ allOf: [{ type: 'string' }] }, { allOf: [{ type: 'string' }, { minLength: 3 }] }),
  },
  {
    title: 'A field of a request body no longer excludes values with "not"',
    verdict: 'minor',
    ...inRequestField({ type: 'string', not: { const: 'none' } }, { type: 'string' }),
  },
  {
    title: 'More items of a list in a request body have to match',
    verdict: 'major',
    ...inRequestField(
      { type: 'array', contains: { const: 'a' }, minContains: 1 },
      { type: 'array', contains: { const: 'a' }, minContains: 2 },
    ),
  },
  {
    title: 'Fewer items of a list in a request body have to match',
    verdict: 'minor',
    ...inRequestField(
      { type: 'array', contains: { const: 'a' }, minContains: 2 },
      { type: 'array', contains: { const: 'a' }, minContains: 1 },
    ),
  },
  {
    title: 'More items of a list in a request body may match',
    verdict: 'minor',
    ...inRequestField(
      { type: 'array', contains: { const: 'a' }, maxContains: 2 },
      { type: 'array', contains: { const: 'a' }, maxContains: 3 },
    ),
  },
  {
    title: 'A lower exclusive maximum in a request body',
    verdict: 'major',
    ...inRequestField({ type: 'number', exclusiveMaximum: 10 }, { type: 'number', exclusiveMaximum: 9 }),
  },
  {
    title: 'A number in a request body has to be a multiple of a divisor of the number before',
    verdict: 'minor',
    ...inRequestField({ type: 'integer', multipleOf: 10 }, { type: 'integer', multipleOf: 5 }),
  },
  {
    title: 'A number in a request body has to be a multiple of an unrelated number',
    verdict: 'major',
    ...inRequestField({ type: 'integer', multipleOf: 7 }, { type: 'integer', multipleOf: 5 }),
  },
  {
    // First expected to be minor. One keyword in place of another isn't compared, so it counts as breaking.
    title: 'A field of a request body may match several alternatives',
    verdict: 'major',
    ...inRequestField(
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ),
  },
  {
    title: 'A value of a discriminator in a request body selects another schema',
    verdict: 'major',
    ...inRequestField(
      {
        oneOf: [{ $ref: '#/components/schemas/Rule' }, { $ref: '#/components/schemas/RuleListItem' }],
        discriminator: { propertyName: 'source', mapping: { a: '#/components/schemas/Rule' } },
      },
      {
        oneOf: [{ $ref: '#/components/schemas/Rule' }, { $ref: '#/components/schemas/RuleListItem' }],
        discriminator: { propertyName: 'source', mapping: { a: '#/components/schemas/RuleListItem' } },
      },
    ),
  },
  {
    title: 'A field of a request body is no longer readOnly',
    verdict: 'minor',
    ...inRequestField({ type: 'string', readOnly: true }, { type: 'string' }),
  },
  {
    title: 'A media type of a request body is removed',
    verdict: 'major',
    prepare: (contract) => {
      const { content } = contract.operation('createAgentEvaluation').requestBody;
      content['application/vnd.aispm+json'] = structuredClone(content['application/json']);
    },
    inject: (contract) => {
      delete contract.operation('createAgentEvaluation').requestBody.content['application/vnd.aispm+json'];
    },
  },
  {
    title: 'A type of a field in a request body in a list',
    verdict: 'patch',
    ...inRequestField({ type: 'string' }, { type: ['string'] }),
  },
];

const responses: InjectedChange[] = [
  {
    title: 'A different constant in a response',
    verdict: 'major',
    ...inResponseField({ const: 'a' }, { const: 'b' }),
  },
  {
    title: 'The first item of a list in a response has a different type',
    verdict: 'major',
    ...inResponseField(
      { type: 'array', prefixItems: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'integer' }] },
    ),
  },
  {
    title: 'A field of a response no longer requires another one',
    verdict: 'major',
    ...inResponseField({ type: 'object', dependentRequired: { a: ['b'] } }, { type: 'object' }),
  },
  {
    title: 'A different encoding of a string in a response',
    verdict: 'major',
    ...inResponseField({ type: 'string', contentEncoding: 'base64' }, { type: 'string', contentEncoding: 'base64url' }),
  },
  {
    title: 'A different media type of a string in a response',
    verdict: 'major',
    ...inResponseField(
      { type: 'string', contentMediaType: 'application/json' },
      { type: 'string', contentMediaType: 'application/xml' },
    ),
  },
  {
    title: 'A response may no longer have additional properties',
    verdict: 'minor',
    ...inResponseField({ type: 'object' }, { type: 'object', additionalProperties: false }),
  },
  {
    title: 'The additional properties of a response may be any number in place of integers',
    verdict: 'major',
    ...inResponseField(
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'object', additionalProperties: { type: 'number' } },
    ),
  },
  {
    title: 'A field of a response is no longer null',
    verdict: 'minor',
    ...inResponseField({ type: ['string', 'null'] }, { type: 'string' }),
  },
  {
    title: 'A part of a combined schema in a response is removed',
    verdict: 'major',
    ...inResponseField({ allOf: [{ type: 'string' }, { minLength: 3 }] }, { allOf: [{ type: 'string' }] }),
  },
  {
    title: 'A further part of a combined schema in a response',
    verdict: 'minor',
    types: 'major',
    ...inResponseField({ allOf: [{ type: 'string' }] }, { allOf: [{ type: 'string' }, { minLength: 3 }] }),
  },
  {
    title: 'A field of a response excludes values with "not"',
    verdict: 'minor',
    ...inResponseField({ type: 'string' }, { type: 'string', not: { const: 'none' } }),
  },
  {
    title: 'A field of a response no longer excludes values with "not"',
    verdict: 'major',
    ...inResponseField({ type: 'string', not: { const: 'none' } }, { type: 'string' }),
  },
  {
    title: 'Fewer items of a list in a response match',
    verdict: 'major',
    ...inResponseField(
      { type: 'array', contains: { const: 'a' }, minContains: 2 },
      { type: 'array', contains: { const: 'a' }, minContains: 1 },
    ),
  },
  {
    title: 'A condition in a response is removed',
    verdict: 'major',
    ...inResponseField(
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } },
      { type: 'object' },
    ),
  },
  {
    title: 'A number in a response is an integer',
    verdict: 'minor',
    ...inResponseField({ type: 'number' }, { type: 'integer' }),
  },
  {
    title: 'A number in a response is a multiple of a smaller divisor',
    verdict: 'major',
    ...inResponseField({ type: 'integer', multipleOf: 10 }, { type: 'integer', multipleOf: 5 }),
  },
  {
    title: 'A number in a response excludes its maximum',
    verdict: 'minor',
    ...inResponseField({ type: 'number', maximum: 9 }, { type: 'number', maximum: 9, exclusiveMaximum: 9 }),
  },
  {
    title: 'A field of a response matches one alternative at least, not exactly one',
    verdict: 'major',
    ...inResponseField(
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ),
  },
  {
    title: 'A different property of a discriminator in a response',
    verdict: 'major',
    ...inResponseField(
      { oneOf: [{ $ref: '#/components/schemas/Rule' }], discriminator: { propertyName: 'source' } },
      { oneOf: [{ $ref: '#/components/schemas/Rule' }], discriminator: { propertyName: 'rule_id' } },
    ),
  },
  {
    title: 'A field of a response is no longer writeOnly',
    verdict: 'minor',
    ...inResponseField({ type: 'string', writeOnly: true }, { type: 'string' }),
  },
  {
    title: 'A field of a response is no longer deprecated',
    verdict: 'minor',
    ...inResponseField({ type: 'string', deprecated: true }, { type: 'string' }),
  },
  {
    title: 'A comment in the schema of a response',
    verdict: 'patch',
    ...inResponseField({ type: 'string' }, { type: 'string', $comment: 'As the author wrote it.' }),
  },
  {
    title: 'A response header becomes required',
    verdict: 'minor',
    prepare: ({ document }) => {
      document.components.headers.RetryAfter.required = false;
    },
    inject: ({ document }) => {
      document.components.headers.RetryAfter.required = true;
    },
  },
  {
    title: 'A response header has another case',
    verdict: 'patch',
    types: 'major',
    inject: (contract) => {
      const { headers } = contract.operation('getRule').responses[200];
      headers['x-request-id'] = headers['X-Request-Id'];
      delete headers['X-Request-Id'];
    },
  },
  {
    title: 'A media type of a successful response is removed',
    verdict: 'major',
    prepare: (contract) => {
      const { content } = contract.operation('getRule').responses[200];
      content['application/vnd.aispm+json'] = structuredClone(content['application/json']);
    },
    inject: (contract) => {
      delete contract.operation('getRule').responses[200].content['application/vnd.aispm+json'];
    },
  },
  {
    title: 'A range of statuses in place of a success status',
    verdict: 'major',
    inject: (contract) => {
      const { responses } = contract.operation('getRule');
      responses['2XX'] = responses[200];
      delete responses[200];
    },
  },
  {
    title: 'A further range of error statuses',
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('getRule').responses['5XX'] = { description: 'An error of the service.' };
    },
  },
];

const rule = { operationId: 'getRule', parameters: { rule_id: '$response.body#/rule_id' } };

// First expected to be minor and major. Links are documentation: neither a request nor a response is different.
const links: InjectedChange[] = [
  {
    title: 'A link to an operation',
    verdict: 'patch',
    inject: (contract) => {
      contract.operation('listRules').responses[200].links = { rule };
    },
  },
  {
    title: 'A link to an operation is removed',
    verdict: 'patch',
    prepare: (contract) => {
      contract.operation('listRules').responses[200].links = { rule };
    },
    inject: (contract) => {
      delete contract.operation('listRules').responses[200].links;
    },
  },
  {
    title: 'A link passes another value',
    verdict: 'patch',
    prepare: (contract) => {
      contract.operation('listRules').responses[200].links = { rule };
    },
    inject: (contract) => {
      const parameters = { rule_id: '$response.body#/id' };
      contract.operation('listRules').responses[200].links = { rule: { ...rule, parameters } };
    },
  },
  {
    title: 'A different description of a link',
    verdict: 'patch',
    prepare: (contract) => {
      contract.operation('listRules').responses[200].links = { rule };
    },
    inject: (contract) => {
      contract.operation('listRules').responses[200].links = { rule: { ...rule, description: 'A rule.' } };
    },
  },
];

const parameters: InjectedChange[] = [
  {
    title: 'A parameter names no style, which is the default one',
    verdict: 'patch',
    inject: (contract) => {
      const parameter = contract.parameter('listAgents', 'framework');
      delete parameter.style;
      delete parameter.explode;
    },
  },
  {
    title: 'The values of a parameter are sent in the style of a path',
    verdict: 'major',
    inject: (contract) => {
      contract.document.components.parameters.TenantId.style = 'label';
    },
  },
  {
    title: 'A parameter may be empty',
    verdict: 'minor',
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').allowEmptyValue = true;
    },
  },
  {
    title: 'A parameter is sent as JSON',
    verdict: 'major',
    inject: (contract) => {
      const parameter = contract.parameter('listRules', 'rule_name');
      parameter.content = { 'application/json': { schema: parameter.schema } };
      delete parameter.schema;
    },
  },
  {
    title: 'A parameter is no longer deprecated',
    verdict: 'minor',
    prepare: (contract) => {
      contract.parameter('listRules', 'rule_name').deprecated = true;
    },
    inject: (contract) => {
      delete contract.parameter('listRules', 'rule_name').deprecated;
    },
  },
];

const oauth = {
  type: 'oauth2',
  flows: {
    clientCredentials: { tokenUrl: 'https://aispm.example.com/token', scopes: { read: 'Reads.', write: 'Writes.' } },
  },
};

const authentication: InjectedChange[] = [
  {
    title: 'An operation requires a further scope',
    verdict: 'major',
    prepare: (contract) => {
      contract.document.components.securitySchemes.OAuth = oauth;
      contract.operation('getRule').security = [{ OAuth: ['read'] }];
    },
    inject: (contract) => {
      contract.operation('getRule').security = [{ OAuth: ['read', 'write'] }];
    },
  },
  {
    title: 'An operation repeats the authentication of the contract',
    verdict: 'patch',
    inject: (contract) => {
      contract.operation('getRule').security = [{ ApiKey: [] }];
    },
  },
  {
    title: 'The API key is sent in a different header',
    verdict: 'major',
    inject: ({ document }) => {
      document.components.securitySchemes.ApiKey.name = 'X-Api-Key';
    },
  },
];

const servers: InjectedChange[] = [
  {
    title: 'A variable of a server accepts a further value',
    verdict: 'minor',
    prepare: ({ document }) => {
      document.servers[0].variables.host.enum = ['aispm.example.com'];
    },
    inject: ({ document }) => {
      document.servers[0].variables.host.enum = ['aispm.example.com', 'eu.aispm.example.com'];
    },
  },
  {
    title: 'A further variable of a server',
    verdict: 'major',
    inject: ({ document }) => {
      document.servers[0].url = 'https://{host}/{base}';
      document.servers[0].variables.base = { default: 'api/v1' };
    },
  },
];

const webhook = (properties: object) => ({
  post: {
    operationId: 'onIssue',
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    responses: { 204: { description: 'Received.' } },
  },
});

const webhooks: InjectedChange[] = [
  {
    title: 'A new webhook',
    verdict: 'minor',
    inject: ({ document }) => {
      document.webhooks = { ...document.webhooks, issue: webhook({ id: { type: 'string' } }) };
    },
  },
  {
    title: 'A field of a webhook is removed',
    verdict: 'major',
    prepare: ({ document }) => {
      document.webhooks = { issue: webhook({ id: { type: 'string' }, name: { type: 'string' } }) };
    },
    inject: ({ document }) => {
      document.webhooks = { issue: webhook({ id: { type: 'string' } }) };
    },
  },
  {
    title: 'Further documentation of an operation',
    verdict: 'patch',
    inject: (contract) => {
      contract.operation('getRule').externalDocs = { url: 'https://aispm.example.com/rules' };
    },
  },
];

export const rareChanges: InjectedChange[] = [
  ...requests,
  ...responses,
  ...links,
  ...parameters,
  ...authentication,
  ...servers,
  ...webhooks,
];
