import type { Json } from '../src/document.ts';
import type { Verdict } from '../src/verdict.ts';

/** A change of the contract, made on purpose. */
interface Planted {
  /** What is changed, as an author would say it. */
  change: string;
  verdict: Verdict;
  /** What the contract has to have first, before and after the change, because it has nothing of the kind today. */
  given?(contract: Contract): void;
  /** Makes the change. */
  plant(contract: Contract): void;
  /** What `redocly diff` says where it says something else, which of the two is right, and why. */
  redocly?: { verdict: Verdict; right: 'this gate' | 'redocly'; why: string };
}

// biome-ignore lint/suspicious/noExplicitAny: a planted change reaches for its place without asking what is on the way.
type Part = any;

/** Ways into a contract. */
export class Contract {
  readonly document: Part;

  constructor(document: Json) {
    this.document = document;
  }

  schema(name: string): Part {
    return this.document.components.schemas[name];
  }

  /** An operation, by its id. */
  operation(id: string): Part {
    return Object.values<Part>(this.document.paths)
      .flatMap((item) => Object.values<Part>(item))
      .find(({ operationId }) => operationId === id);
  }

  /** A parameter of an operation that stands beside it. */
  parameter(id: string, name: string): Part {
    return this.operation(id).parameters.find((it: Part) => it.name === name);
  }

  /** The path item of an operation. */
  item(id: string): [path: string, item: Part] {
    const found = Object.entries<Part>(this.document.paths).find(([, item]) =>
      Object.values<Part>(item).some(({ operationId }) => operationId === id),
    );
    return found as [string, Part];
  }
}

const without = (list: string[], gone: string) => list.filter((it) => it !== gone);

export const planted: Planted[] = [
  // Nothing that a caller sees.
  { change: 'Nothing', verdict: 'none', plant: () => {} },
  {
    change: 'Another version, and nothing else',
    redocly: { verdict: 'patch', right: 'this gate', why: 'The version follows from the change; it is none itself.' },
    verdict: 'none',
    plant: ({ document }) => {
      document.info.version = '1.0.1';
    },
  },
  {
    change: 'The same schemas in another order',
    verdict: 'none',
    plant: ({ document }) => {
      document.components.schemas = Object.fromEntries(Object.entries(document.components.schemas).reverse());
    },
  },
  {
    change: 'A schema written out where it was referred to',
    verdict: 'none',
    plant: (contract) => {
      contract.schema('Rule').properties.source = structuredClone(contract.schema('RuleSource'));
    },
  },
  {
    change: 'Another description of an operation',
    verdict: 'patch',
    plant: (contract) => {
      contract.operation('getRule').description = 'Returns a rule.';
    },
  },
  {
    change: 'Another description of a shared schema',
    verdict: 'patch',
    plant: (contract) => {
      contract.schema('Severity').description = 'How bad it is.';
    },
  },
  {
    change: 'Another example of an answer',
    redocly: { verdict: 'none', right: 'this gate', why: 'Readers see it, and the mock sends it.' },
    verdict: 'patch',
    plant: (contract) => {
      const { examples } = contract.operation('getRule').responses[200].content['application/json'];
      Object.values<Part>(examples)[0].value.rule_name = 'Another rule';
    },
  },
  {
    change: 'Another tag on an operation',
    verdict: 'patch',
    plant: (contract) => {
      contract.operation('getRule').tags = ['Issues'];
    },
  },
  {
    change: 'The values of an enumeration in another order',
    verdict: 'patch',
    plant: (contract) => {
      contract.schema('Severity').enum.reverse();
    },
  },

  {
    change: 'Another name for a schema',
    verdict: 'patch',
    redocly: {
      verdict: 'none',
      right: 'this gate',
      why: 'The contract reads differently; what it does to TypeScript, the comparison of the surface tells.',
    },
    plant: ({ document }) => {
      const text = JSON.stringify(document).replaceAll('schemas/RuleSource"', 'schemas/RuleOrigin"');
      Object.assign(document, JSON.parse(text.replace('"RuleSource":', '"RuleOrigin":')));
    },
  },

  // Additions.
  {
    change: 'A new operation on a path',
    verdict: 'minor',
    plant: (contract) => {
      const [, item] = contract.item('getRule');
      item.delete = { ...structuredClone(item.get), operationId: 'deleteRule' };
    },
  },
  {
    change: 'A new path',
    verdict: 'minor',
    plant: (contract) => {
      const [, item] = contract.item('getRule');
      const get = { ...structuredClone(item.get), operationId: 'getRuleOfTenant' };
      contract.document.paths['/rules/tenants/{tenant_id}/{rule_id}'] = { ...item, get };
    },
  },
  {
    change: 'A new optional query parameter',
    verdict: 'minor',
    plant: (contract) => {
      contract.operation('listRules').parameters.push({ name: 'tag', in: 'query', schema: { type: 'string' } });
    },
  },
  {
    change: 'A new optional field in a body that is sent',
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('AgentEvaluation').properties.note = { type: 'string' };
    },
  },
  {
    change: 'A new field in an answer, always there',
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('Rule').properties.version = { type: 'string' };
      contract.schema('Rule').required.push('version');
    },
  },
  {
    change: 'A new field in an answer, sometimes there',
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('Rule').properties.version = { type: 'string' };
    },
  },
  {
    change: 'An optional field of an answer is always there now',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers may rely on what they could not rely on before.' },
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('Rule').required.push('severity');
    },
  },
  {
    change: 'A new error status',
    verdict: 'minor',
    plant: (contract) => {
      const { responses } = contract.operation('getRule');
      responses[503] = structuredClone(responses[500]);
    },
  },
  {
    change: 'A new success status',
    verdict: 'minor',
    plant: (contract) => {
      contract.operation('getRule').responses[206] = structuredClone(contract.operation('getRule').responses[200]);
    },
  },
  {
    change: 'A new header of an answer',
    verdict: 'minor',
    plant: (contract) => {
      contract.operation('getRule').responses[200].headers['X-Age'] = { schema: { type: 'integer' } };
    },
  },
  {
    change: 'A new value of an enumeration in answers',
    redocly: {
      verdict: 'major',
      right: 'this gate',
      why: 'The guide on versions says that enumerations grow, and that callers treat an unknown value as "other".',
    },
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('RuleSource').enum.push('learned');
    },
  },
  {
    change: 'A new value that a parameter takes',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can do what they could not do before.' },
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('AgentSort').enum.push('owner');
    },
  },
  {
    change: 'A longer text is taken',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can send what they could not send before.' },
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('IssueUpdate').properties.status_comment.maxLength += 1;
    },
  },
  {
    change: 'A required parameter may be left out',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can do what they could not do before.' },
    verdict: 'minor',
    plant: (contract) => {
      contract.document.components.parameters.StartTime.required = false;
    },
  },
  {
    change: 'A required field of a body may be left out',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers can do what they could not do before.' },
    verdict: 'minor',
    given: (contract) => {
      contract.schema('AgentEvaluation').required = ['agent_id'];
    },
    plant: (contract) => {
      contract.schema('AgentEvaluation').required = [];
    },
  },
  {
    change: 'A shorter text in answers',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers may rely on what they could not rely on before.' },
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('Rule').properties.rule_name.maxLength -= 1;
    },
  },
  {
    change: 'An operation is deprecated',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'Semantic Versioning, item 7: a deprecation takes a minor version.',
    },
    verdict: 'minor',
    plant: (contract) => {
      contract.operation('getRule').deprecated = true;
    },
  },
  {
    change: 'A beta operation is promised to be stable',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'It does not know x-stability-level, and a promise is an addition.',
    },
    verdict: 'minor',
    plant: (contract) => {
      contract.operation('getAgent')['x-stability-level'] = 'stable';
    },
  },
  {
    change: 'A further server',
    verdict: 'minor',
    plant: ({ document }) => {
      document.servers.push({ url: 'https://eu.example.com/api/v1' });
    },
  },

  // Beta operations may change in a minor version.
  {
    change: 'A beta operation is removed',
    redocly: { verdict: 'major', right: 'this gate', why: 'It does not know x-stability-level.' },
    verdict: 'minor',
    plant: (contract) => {
      delete contract.document.paths[contract.item('getAgent')[0]];
    },
  },
  {
    change: 'A field goes from the answers of beta operations only',
    redocly: { verdict: 'major', right: 'this gate', why: 'It does not know x-stability-level.' },
    verdict: 'minor',
    plant: (contract) => {
      delete contract.schema('Agent').properties.framework;
      contract.schema('Agent').required = without(contract.schema('Agent').required, 'framework');
    },
  },
  {
    change: 'A new required field in the body of a beta operation',
    redocly: { verdict: 'major', right: 'this gate', why: 'It does not know x-stability-level.' },
    verdict: 'minor',
    plant: (contract) => {
      contract.schema('IssueUpdate').properties.assignee = { type: 'string' };
      contract.schema('IssueUpdate').required = ['assignee'];
    },
  },

  // Breaks for those who send.
  {
    change: 'A stable operation is removed',
    verdict: 'major',
    plant: (contract) => {
      delete contract.item('createAgentEvaluation')[1].post;
    },
  },
  {
    change: 'A deprecated operation is removed',
    verdict: 'major',
    given: (contract) => {
      Object.assign(contract.operation('getRule'), { deprecated: true, 'x-sunset': '2020-01-01' });
    },
    plant: (contract) => {
      delete contract.document.paths[contract.item('getRule')[0]];
    },
  },
  {
    change: 'Another path for an operation',
    verdict: 'major',
    plant: (contract) => {
      const [path, item] = contract.item('getRule');
      delete contract.document.paths[path];
      contract.document.paths[path.replace('/rules/', '/finding-rules/')] = item;
    },
  },
  {
    change: 'Another operationId',
    verdict: 'major',
    plant: (contract) => {
      contract.operation('getRule').operationId = 'readRule';
    },
  },
  {
    change: 'A new required query parameter',
    verdict: 'major',
    plant: (contract) => {
      const parameter = { name: 'tag', in: 'query', required: true, schema: { type: 'string' } };
      contract.operation('listRules').parameters.push(parameter);
    },
  },
  {
    change: 'A query parameter is removed',
    verdict: 'major',
    plant: (contract) => {
      const operation = contract.operation('listRules');
      operation.parameters = operation.parameters.filter((it: Part) => it.name !== 'source');
    },
  },
  {
    change: 'A query parameter gets another name',
    verdict: 'major',
    plant: (contract) => {
      contract.parameter('listRules', 'source').name = 'rule_source';
    },
  },
  {
    change: 'A value that a parameter takes is removed',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('RuleSource').enum.pop();
    },
  },
  {
    change: 'A parameter takes shorter texts only',
    verdict: 'major',
    plant: (contract) => {
      contract.parameter('listRules', 'rule_name').schema.maxLength -= 1;
    },
  },
  {
    change: 'A parameter has another default',
    redocly: { verdict: 'patch', right: 'this gate', why: 'Callers who leave the parameter out get something else.' },
    verdict: 'major',
    plant: (contract) => {
      contract.document.components.parameters.PageSize.schema.default += 1;
    },
  },
  {
    change: 'A parameter is read in another style',
    verdict: 'major',
    plant: (contract) => {
      contract.parameter('listRules', 'source').style = 'pipeDelimited';
    },
  },
  {
    change: 'A new required field in a body',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('AgentEvaluation').properties.note = { type: 'string' };
      contract.schema('AgentEvaluation').required = ['note'];
    },
  },
  {
    change: 'A field of a body is not taken any more',
    verdict: 'major',
    plant: (contract) => {
      const { properties } = contract.schema('AgentEvaluation');
      delete properties.schedule;
    },
  },
  {
    change: 'A field of a body takes fewer members',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('AgentEvaluation').properties.config = {
        ...contract.schema('EvaluationConfig'),
        maxProperties: 1,
      };
    },
  },
  {
    change: 'A field of a body has another type',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('AgentEvaluation').properties.agent_id = { type: 'integer' };
    },
  },
  {
    change: 'Another media type of a body',
    verdict: 'major',
    plant: (contract) => {
      const { requestBody } = contract.operation('createAgentEvaluation');
      requestBody.content = { 'application/vnd.aispm+json': requestBody.content['application/json'] };
    },
  },
  {
    change: 'Another scheme of authentication',
    verdict: 'major',
    plant: ({ document }) => {
      document.components.securitySchemes.ApiKey = { type: 'apiKey', in: 'query', name: 'key' };
    },
  },
  {
    change: 'Another address of the service',
    verdict: 'major',
    plant: ({ document }) => {
      document.servers[0].url = 'https://{host}/api/v2';
    },
  },

  // Breaks for those who read.
  {
    change: 'A field goes from an answer',
    verdict: 'major',
    plant: (contract) => {
      delete contract.schema('Rule').properties.source;
      contract.schema('Rule').required = without(contract.schema('Rule').required, 'source');
    },
  },
  {
    change: 'A field of an answer gets another name',
    verdict: 'major',
    plant: (contract) => {
      const rule = contract.schema('Rule');
      rule.properties.name = rule.properties.rule_name;
      delete rule.properties.rule_name;
      rule.required = [...without(rule.required, 'rule_name'), 'name'];
    },
  },
  {
    change: 'A field of an answer may be missing',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('Rule').required = without(contract.schema('Rule').required, 'source');
    },
  },
  {
    change: 'A field of an answer may be null',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('Rule').properties.rule_name.type = ['string', 'null'];
    },
  },
  {
    change: 'A field of an answer has another type',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('Rule').properties.rule_name.type = 'integer';
    },
  },
  {
    change: 'A longer text in answers',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('Rule').properties.rule_name.maxLength += 1;
    },
  },
  {
    change: 'More items in a list of an answer',
    verdict: 'major',
    plant: (contract) => {
      contract.schema('Rule').properties.object_types.maxItems += 1;
    },
  },
  {
    change: 'The items of a list in an answer may repeat',
    verdict: 'major',
    plant: (contract) => {
      delete contract.schema('Rule').properties.object_types.uniqueItems;
    },
  },
  {
    change: 'A success status is removed',
    verdict: 'major',
    plant: (contract) => {
      const { responses } = contract.operation('createAgentEvaluation');
      responses[200] = responses[201];
      delete responses[201];
    },
  },
  {
    change: 'A header goes from an answer',
    verdict: 'major',
    plant: (contract) => {
      delete contract.operation('getRule').responses[200].headers['X-Request-Id'];
    },
  },
  {
    change: 'A stable operation is beta again',
    redocly: {
      verdict: 'patch',
      right: 'this gate',
      why: 'It does not know x-stability-level, and a promise is taken back.',
    },
    verdict: 'major',
    plant: (contract) => {
      contract.operation('getRule')['x-stability-level'] = 'beta';
    },
  },
];
