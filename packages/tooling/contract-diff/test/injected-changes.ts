/** The table of injected changes: `VERDICTS.md` shows it, and the tests make each of them. */
import type { Document } from '@aispm/openapi';
import type { Verdict } from '../src/changes/verdict.ts';

/** A change that the tests make in the contract, to see which verdict it gets. */
export interface InjectedChange {
  /** Describes the change for VERDICTS.md. */
  title: string;
  /** The verdict on what changes on the wire. */
  verdict: Verdict;
  /** The verdict on the exported types that are generated from the contract, where it is more severe. */
  types?: Verdict;
  /** Adds to the base and the revision what the change needs, because the contract has nothing of the kind. */
  prepare?(contract: Contract): void;
  /** Makes the change in the revision. */
  inject(contract: Contract): void;
  /** The verdict of `redocly diff` where it differs, which of the two is right, and why. */
  redocly?: { verdict: Verdict; right: 'this gate' | 'redocly'; why: string };
}

// biome-ignore lint/suspicious/noExplicitAny: a change accesses its node without checks on the way.
type Part = any;

/** Access to the parts of a contract by name. */
export class Contract {
  readonly document: Part;

  constructor(document: Document) {
    this.document = document;
  }

  schema(name: string): Part {
    return this.document.components.schemas[name];
  }

  /** Finds an operation by its `operationId`. */
  operation(id: string): Part {
    return Object.values<Part>(this.document.paths)
      .flatMap((item) => Object.values<Part>(item))
      .find(({ operationId }) => operationId === id);
  }

  /** Finds a parameter that an operation declares inline. */
  parameter(id: string, name: string): Part {
    return this.operation(id).parameters.find((parameter: Part) => parameter.name === name);
  }

  /** Finds the path item of an operation. */
  pathItem(id: string): [path: string, item: Part] {
    const found = Object.entries<Part>(this.document.paths).find(([, item]) =>
      Object.values<Part>(item).some(({ operationId }) => operationId === id),
    );
    return found as [string, Part];
  }
}

const without = (list: string[], removed: string) => list.filter((item) => item !== removed);

export const injectedChanges: InjectedChange[] = [
  // Callers don't notice these.
  { title: 'Nothing', verdict: 'none', inject: () => {} },
  {
    title: 'A different version, and nothing else',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'The version follows from the changes and is not one itself.',
    },
    verdict: 'none',
    inject: ({ document }) => {
      document.info.version = '1.0.1';
    },
  },
  {
    title: 'The same schemas in a different order',
    verdict: 'none',
    inject: ({ document }) => {
      document.components.schemas = Object.fromEntries(Object.entries(document.components.schemas).reverse());
    },
  },
  {
    title: 'A schema inlined in place of a reference to it',
    redocly: { verdict: 'none', right: 'this gate', why: 'The bundle reads differently.' },
    verdict: 'patch',
    types: 'major',
    inject: (contract) => {
      contract.schema('Rule').properties.source = structuredClone(contract.schema('RuleSource'));
    },
  },
  {
    title: 'A different description of an operation',
    verdict: 'patch',
    inject: (contract) => {
      contract.operation('getRule').description = 'Returns a rule.';
    },
  },
  {
    title: 'A different description of a shared schema',
    verdict: 'patch',
    inject: (contract) => {
      contract.schema('Severity').description = 'How severe it is.';
    },
  },
  {
    title: 'A different example of a response',
    redocly: { verdict: 'none', right: 'this gate', why: 'Readers see it, and the mock returns it.' },
    verdict: 'patch',
    inject: (contract) => {
      const { examples } = contract.operation('getRule').responses[200].content['application/json'];
      Object.values<Part>(examples)[0].value.rule_name = 'Another rule';
    },
  },
  {
    title: 'A different tag of an operation',
    verdict: 'patch',
    inject: (contract) => {
      contract.operation('getRule').tags = ['Issues'];
    },
  },
  {
    title: 'The values of an enumeration in a different order',
    verdict: 'patch',
    inject: (contract) => {
      contract.schema('Severity').enum.reverse();
    },
  },

  {
    title: 'A schema is renamed',
    verdict: 'patch',
    types: 'major',
    redocly: {
      verdict: 'none',
      right: 'this gate',
      why: 'The contract reads differently. The comparison of the exported types reports what it means for TypeScript.',
    },
    inject: ({ document }) => {
      const text = JSON.stringify(document).replaceAll('schemas/RuleSource"', 'schemas/RuleOrigin"');
      Object.assign(document, JSON.parse(text.replace('"RuleSource":', '"RuleOrigin":')));
    },
  },

  // Additions.
  {
    title: 'A new operation on an existing path',
    verdict: 'minor',
    inject: (contract) => {
      const [, item] = contract.pathItem('getRule');
      item.delete = { ...structuredClone(item.get), operationId: 'deleteRule' };
    },
  },
  {
    title: 'A new path',
    verdict: 'minor',
    inject: (contract) => {
      const [, item] = contract.pathItem('getRule');
      const get = { ...structuredClone(item.get), operationId: 'getRuleOfTenant' };
      contract.document.paths['/rules/tenants/{tenant_id}/{rule_id}'] = { ...item, get };
    },
  },
  {
    title: 'A new optional query parameter',
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('listRules').parameters.push({ name: 'tag', in: 'query', schema: { type: 'string' } });
    },
  },
  {
    title: 'A new optional field in a request body',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.note = { type: 'string' };
    },
  },
  {
    title: 'A new required field in a response',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').properties.version = { type: 'string' };
      contract.schema('Rule').required.push('version');
    },
  },
  {
    title: 'A new optional field in a response',
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').properties.version = { type: 'string' };
    },
  },
  {
    title: 'An optional field of a response becomes required',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can rely on more than before.' },
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').required.push('severity');
    },
  },
  {
    title: 'A new error status',
    verdict: 'minor',
    inject: (contract) => {
      const { responses } = contract.operation('getRule');
      responses[502] = structuredClone(responses[500]);
    },
  },
  {
    title: 'A new protocol response',
    verdict: 'minor',
    inject: ({ document }) => {
      document['x-protocol-responses'][502] = { $ref: '#/components/responses/InternalServerError' };
    },
  },
  {
    title: 'A protocol response is removed',
    verdict: 'minor',
    redocly: {
      verdict: 'major',
      right: 'this gate',
      why: 'Callers have to handle any error status; one less does not break them.',
    },
    inject: ({ document }) => {
      delete document['x-protocol-responses'][406];
    },
  },
  {
    title: 'An operation declares a protocol response itself',
    verdict: 'patch',
    types: 'minor',
    redocly: { verdict: 'none', right: 'this gate', why: 'The bundle reads differently.' },
    inject: (contract) => {
      const reference = contract.document['x-protocol-responses'][429];
      contract.operation('getRule').responses[429] = structuredClone(reference);
    },
  },
  {
    title: 'A new success status',
    redocly: {
      verdict: 'minor',
      right: 'this gate',
      why: 'Callers that expect one status of success get another one.',
    },
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule').responses[206] = structuredClone(contract.operation('getRule').responses[200]);
    },
  },
  {
    title: 'A new response header',
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('getRule').responses[200].headers['X-Age'] = { schema: { type: 'integer' } };
    },
  },
  {
    title: 'A new value of an extensible enumeration in responses',
    redocly: {
      verdict: 'major',
      right: 'this gate',
      why: 'The contract marks it with x-extensible-enum, and callers treat an unknown value as "other".',
    },
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('RuleSource').enum.push('learned');
    },
  },
  {
    title: 'A new value that a parameter accepts',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can do more than before.' },
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('AgentSort').enum.push('owner');
    },
  },
  {
    title: 'A longer string is accepted in a request body',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can send more than before.' },
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('IssueTriage').properties.status_comment.maxLength += 1;
    },
  },
  {
    title: 'A required parameter becomes optional',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can do more than before.' },
    verdict: 'minor',
    inject: (contract) => {
      contract.document.components.parameters.StartTime.required = false;
    },
  },
  {
    title: 'A required field of a request body becomes optional',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can do more than before.' },
    verdict: 'minor',
    prepare: (contract) => {
      contract.schema('AgentEvaluation').required = ['agent_id'];
    },
    inject: (contract) => {
      contract.schema('AgentEvaluation').required = [];
    },
  },
  {
    title: 'A lower maximum length in a response',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can rely on more than before.' },
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.maxLength -= 1;
    },
  },
  {
    title: 'An operation is deprecated',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'Semantic Versioning, item 7: a deprecation requires a minor version.',
    },
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('getRule').deprecated = true;
    },
  },
  {
    title: 'A beta operation becomes stable',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'It does not know x-stability-level, and a promise of stability is an addition.',
    },
    verdict: 'minor',
    inject: (contract) => {
      contract.operation('getAgent')['x-stability-level'] = 'stable';
    },
  },
  {
    title: 'A new server',
    verdict: 'minor',
    inject: ({ document }) => {
      document.servers.push({ url: 'https://eu.example.com/api/v1' });
    },
  },

  // Beta operations may change in a minor version.
  {
    title: 'A beta operation is removed',
    redocly: { verdict: 'major', right: 'this gate', why: 'It does not know x-stability-level.' },
    verdict: 'minor',
    inject: (contract) => {
      delete contract.document.paths[contract.pathItem('getAgent')[0]];
    },
  },
  {
    title: 'A field is removed from the responses of beta operations only',
    redocly: { verdict: 'major', right: 'this gate', why: 'It does not know x-stability-level.' },
    verdict: 'minor',
    inject: (contract) => {
      delete contract.schema('Agent').properties.framework;
      contract.schema('Agent').required = without(contract.schema('Agent').required, 'framework');
    },
  },
  {
    title: 'A new required field in the request body of a beta operation',
    redocly: { verdict: 'major', right: 'this gate', why: 'It does not know x-stability-level.' },
    verdict: 'minor',
    inject: (contract) => {
      contract.schema('IssueTriage').properties.priority = { type: 'string' };
      contract.schema('IssueTriage').required = ['priority'];
    },
  },

  // These break requests.
  {
    title: 'A stable operation is removed',
    verdict: 'major',
    inject: (contract) => {
      delete contract.pathItem('createAgentEvaluation')[1].post;
    },
  },
  {
    title: 'A deprecated operation is removed',
    verdict: 'major',
    prepare: (contract) => {
      Object.assign(contract.operation('getRule'), { deprecated: true, 'x-sunset': '2020-01-01' });
    },
    inject: (contract) => {
      delete contract.document.paths[contract.pathItem('getRule')[0]];
    },
  },
  {
    title: 'An operation moves to a different path',
    verdict: 'major',
    inject: (contract) => {
      const [path, item] = contract.pathItem('getRule');
      delete contract.document.paths[path];
      contract.document.paths[path.replace('/rules/', '/finding-rules/')] = item;
    },
  },
  {
    title: 'A different operationId',
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule').operationId = 'readRule';
    },
  },
  {
    title: 'A new required query parameter',
    verdict: 'major',
    inject: (contract) => {
      const parameter = { name: 'tag', in: 'query', required: true, schema: { type: 'string' } };
      contract.operation('listRules').parameters.push(parameter);
    },
  },
  {
    title: 'A query parameter is removed',
    verdict: 'major',
    inject: (contract) => {
      const operation = contract.operation('listRules');
      operation.parameters = operation.parameters.filter(({ name }: Part) => name !== 'source');
    },
  },
  {
    title: 'A query parameter is renamed',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'source').name = 'rule_source';
    },
  },
  {
    title: 'A value that a parameter accepts is removed',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('RuleSource').enum.pop();
    },
  },
  {
    title: 'A lower maximum length of a parameter',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'rule_name').schema.maxLength -= 1;
    },
  },
  {
    title: 'A different default of a parameter',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers that omit the parameter get a different result.' },
    verdict: 'major',
    inject: (contract) => {
      contract.document.components.parameters.PageSize.schema.default += 1;
    },
  },
  {
    title: 'A different style of a parameter',
    verdict: 'major',
    inject: (contract) => {
      contract.parameter('listRules', 'source').style = 'pipeDelimited';
    },
  },
  {
    title: 'A new required field in a request body',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.note = { type: 'string' };
      contract.schema('AgentEvaluation').required = ['note'];
    },
  },
  {
    title: 'A field of a request body is removed',
    verdict: 'major',
    inject: (contract) => {
      const { properties } = contract.schema('AgentEvaluation');
      delete properties.schedule;
    },
  },
  {
    title: 'A lower maximum number of properties in a request body',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.config = {
        ...contract.schema('EvaluationConfig'),
        maxProperties: 1,
      };
    },
  },
  {
    title: 'A different type of a field in a request body',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('AgentEvaluation').properties.agent_id = { type: 'integer' };
    },
  },
  {
    title: 'A different media type of a request body',
    verdict: 'major',
    inject: (contract) => {
      const { requestBody } = contract.operation('createAgentEvaluation');
      requestBody.content = { 'application/vnd.aispm+json': requestBody.content['application/json'] };
    },
  },
  {
    title: 'A different authentication scheme',
    verdict: 'major',
    inject: ({ document }) => {
      document.components.securitySchemes.ApiKey = { type: 'apiKey', in: 'query', name: 'key' };
    },
  },
  {
    title: 'A different server URL',
    verdict: 'major',
    inject: ({ document }) => {
      document.servers[0].url = 'https://{host}/api/v2';
    },
  },

  // These break readers of responses.
  {
    title: 'A field of a response is removed',
    verdict: 'major',
    inject: (contract) => {
      delete contract.schema('Rule').properties.source;
      contract.schema('Rule').required = without(contract.schema('Rule').required, 'source');
    },
  },
  {
    title: 'A field of a response is renamed',
    verdict: 'major',
    inject: (contract) => {
      const rule = contract.schema('Rule');
      rule.properties.name = rule.properties.rule_name;
      delete rule.properties.rule_name;
      rule.required = [...without(rule.required, 'rule_name'), 'name'];
    },
  },
  {
    title: 'A required field of a response becomes optional',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Rule').required = without(contract.schema('Rule').required, 'source');
    },
  },
  {
    title: 'A field of a response becomes nullable',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.type = ['string', 'null'];
    },
  },
  {
    title: 'A different type of a field in a response',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.type = 'integer';
    },
  },
  {
    title: 'A higher maximum length in a response',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Rule').properties.rule_name.maxLength += 1;
    },
  },
  {
    title: 'A higher maximum number of items in a response',
    verdict: 'major',
    inject: (contract) => {
      contract.schema('Rule').properties.object_types.maxItems += 1;
    },
  },
  {
    title: 'The items of a list in a response need no longer be unique',
    verdict: 'major',
    inject: (contract) => {
      delete contract.schema('Rule').properties.object_types.uniqueItems;
    },
  },
  {
    title: 'A success status is removed',
    verdict: 'major',
    inject: (contract) => {
      const { responses } = contract.operation('createAgentEvaluation');
      responses[200] = responses[201];
      delete responses[201];
    },
  },
  {
    title: 'A response header is removed',
    verdict: 'major',
    inject: (contract) => {
      delete contract.operation('getRule').responses[200].headers['X-Request-Id'];
    },
  },
  {
    title: 'A header of a protocol response is removed',
    verdict: 'major',
    inject: ({ document }) => {
      delete document.components.responses.TooManyRequests.headers['Retry-After'];
    },
  },
  {
    title: 'A stable operation becomes beta',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'It does not know x-stability-level, and the promise of stability is withdrawn.',
    },
    verdict: 'major',
    inject: (contract) => {
      contract.operation('getRule')['x-stability-level'] = 'beta';
    },
  },
];
