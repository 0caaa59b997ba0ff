/** Every check, on a server where it finds nothing, and on the same server with one fault, which it finds. */
import { CHECKS, type ConformanceOptions, examine, type Violation } from '@aispm/conformance';
import { describe, expect, test } from 'vitest';
import { type Asked, type Fault, SCOPE, SECOND_TOKEN, startServer, TOKEN, type Told } from './server.ts';

interface Sabotage {
  /** What the server does wrong. */
  fault: string;
  check: string;
  operation: string;
  spoil: Fault;
  /** Where the violation is, and what it says. */
  found: Partial<Record<'part' | 'pointer' | 'expected' | 'got', unknown>>;
  options?: Partial<ConformanceOptions>;
}

/** Changes the answers to some requests. */
const change =
  (where: RegExp | ((asked: Asked) => boolean), edit: (told: Told, asked: Asked) => void): Fault =>
  async (asked, ask) => {
    const told = structuredClone(await ask(asked));
    const isMeant = where instanceof RegExp ? where.test(`${asked.method} ${asked.path}`) : where(asked);
    if (isMeant) edit(told, asked);
    return told;
  };

/** Changes some requests before the server sees them. */
const rewrite =
  (where: (asked: Asked) => boolean, edit: (asked: Asked) => Asked): Fault =>
  (asked, ask) =>
    ask(where(asked) ? edit(asked) : asked);

const isPath = (start: string) => (asked: Asked) => asked.path.startsWith(start);
const without = (asked: Asked, ...names: string[]): Asked => ({
  ...asked,
  headers: Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !names.includes(name))),
});
const withoutQuery = (asked: Asked, name: string): Asked => {
  const query = new URLSearchParams(asked.query);
  query.delete(name);
  return { ...asked, query };
};
const hasQuery = (path: string, name: string, value?: string) => (asked: Asked) =>
  asked.path.startsWith(path) && asked.query.has(name, value);

const RULES = `/rules${SCOPE}`;
const RULE = new RegExp(`^GET ${RULES}/`);
const LIST = new RegExp(`^GET ${RULES}$`);
const AGENTS = `/aispm-agents${SCOPE}`;
const MODELS = `/aispm-models${SCOPE}`;
const COUNTS = `/aispm-llm-interactions-dash${SCOPE}/counts`;
const STORAGE = '/client-storage/';
const RUN = new RegExp(`^GET /eval/evaluation-runs${SCOPE}/[^/]+$`);
const EXPORT = /^GET \/views\/[^/]+\/export\/[^/]+$/;
const FILE = /^GET \/views\/[^/]+\/export\/[^/]+\/download$/;
const write = { write: true };

const secondTenant = { secondToken: SECOND_TOKEN, secondTenant: 'another-tenant', secondWorkspace: 'main' };
const isElsewhere = ({ path, headers }: Asked) =>
  path.includes('/another-tenant/') && headers.authorization === `Bearer ${SECOND_TOKEN}`;
const inFirstTenant = (asked: Asked): Asked => ({
  ...asked,
  path: asked.path.replace('/tenants/another-tenant/workspaces/main', SCOPE),
  headers: { ...asked.headers, authorization: `Bearer ${TOKEN}` },
});

const problem = (told: Told) => {
  told.headers['content-type'] = 'application/problem+json';
  told.body = { type: 'about:blank', title: 'Wrong', status: told.status };
};

/** The fields of a run that goes on. */
const UNDER_WAY = {
  status: 'running',
  progress: 0,
  started_at: '2026-11-01T12:00:00Z',
  finished_at: null,
  summary: null,
  score: null,
  error_kind: null,
};

/** Tells of a job what is given, one after the other, and asks to come back soon; then what is true. */
const inTurn = (where: RegExp, states: object[]): Fault => {
  const left = [...states];
  return change(where, ({ headers, body }) => {
    const state = left.shift();
    if (!state) return;
    headers['retry-after'] = '1';
    Object.assign(body, state);
  });
};

/** Changes the lines of the file of an export in one form; the first one of CSV has the names of the columns. */
const changeLines = (mediaType: string, edit: (lines: string[]) => void): Fault =>
  change(FILE, (told) => {
    if (told.headers['content-type'] !== mediaType) return;
    const end = mediaType === 'text/csv' ? '\r\n' : '\n';
    const lines = told.body.split(end);
    edit(lines);
    told.body = lines.join(end);
  });
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

const SABOTAGES: Sabotage[] = [
  {
    fault: 'leaves a required field out',
    check: 'answer',
    operation: 'listRules',
    spoil: change(LIST, ({ body }) => delete body.items[0].rule_name),
    found: { part: 'body', pointer: '/items/0/rule_name', expected: 'to be there', got: 'nothing' },
  },
  {
    fault: 'gives a field another type',
    check: 'answer',
    operation: 'getRule',
    spoil: change(RULE, ({ body }) => Object.assign(body, { rule_name: 5 })),
    found: { part: 'body', pointer: '/rule_name', expected: 'must be string', got: '5' },
  },
  {
    fault: 'adds a field, where only known ones are wanted',
    check: 'answer',
    operation: 'getRule',
    spoil: change(RULE, ({ body }) => Object.assign(body, { added: 5 })),
    found: { part: 'body', pointer: '/added', expected: 'no field of this name' },
    options: { strict: true },
  },
  {
    fault: 'answers with a status that is not documented',
    check: 'answer',
    operation: 'getRule',
    spoil: change(RULE, (told) => Object.assign(told, { status: 203 })),
    found: { part: 'status', expected: '200', got: expect.stringContaining('203 ') },
  },
  {
    fault: 'fails',
    check: 'answer',
    operation: 'listRules',
    spoil: change(LIST, (told) => Object.assign(told, { status: 500, body: { code: 500, message: 'Oh.' } })),
    found: { part: 'status', expected: '200', got: expect.stringContaining('500 ') },
  },
  {
    fault: 'answers with HTML',
    check: 'answer',
    operation: 'listRules',
    spoil: change(LIST, (told) =>
      Object.assign(told, { headers: { ...told.headers, 'content-type': 'text/html' }, body: '<p>' }),
    ),
    found: { part: 'header', pointer: 'Content-Type', expected: 'application/json', got: 'text/html' },
  },
  {
    fault: 'breaks off in the middle of the JSON',
    check: 'answer',
    operation: 'listRules',
    spoil: change(LIST, (told) => Object.assign(told, { body: JSON.stringify(told.body).slice(0, 50) })),
    found: { part: 'body', pointer: '', expected: 'valid JSON' },
  },
  {
    fault: 'shows another record than the one asked for',
    check: 'answer',
    operation: 'getRule',
    spoil: change(RULE, ({ body }) => Object.assign(body, { rule_id: 'another' })),
    found: { part: 'body', pointer: '/rule_id', got: '"another"' },
  },
  {
    fault: 'leaves a required header out',
    check: 'answer',
    operation: 'getAgentEvaluation',
    spoil: change(/^GET .*agent-evaluations.*\/.+-/, ({ headers }) => delete headers.etag),
    found: { part: 'header', pointer: 'etag', expected: 'to be there' },
  },
  {
    fault: 'never answers',
    check: 'answer',
    operation: 'listRules',
    spoil: async (asked, ask) => (asked.path === RULES ? undefined : ask(asked)),
    found: { part: 'answer', expected: 'an answer', got: 'no answer within 1 seconds' },
    options: { timeout: 1 },
  },
  {
    fault: 'gives every answer an id of its own',
    check: 'request-id',
    operation: 'listRules',
    spoil: change(LIST, ({ headers }) => Object.assign(headers, { 'x-request-id': 'mine' })),
    found: { part: 'header', pointer: 'X-Request-Id', got: '"mine"' },
  },
  {
    fault: 'takes any key',
    check: 'authentication',
    operation: 'listRules',
    spoil: rewrite(isPath(RULES), (asked) => ({
      ...asked,
      headers: { ...asked.headers, authorization: `Bearer ${TOKEN}` },
    })),
    found: { part: 'status', expected: '401', got: expect.stringContaining('200 ') },
  },
  {
    fault: 'tells of a missing key as problem+json',
    check: 'authentication',
    operation: 'listRules',
    spoil: change(({ headers }) => !headers.authorization, problem),
    found: { part: 'header', pointer: 'Content-Type', got: 'application/problem+json' },
  },
  {
    fault: 'takes a page size that is too large',
    check: 'invalid',
    operation: 'listRules',
    spoil: rewrite(hasQuery(RULES, 'page_size', '101'), (asked) => withoutQuery(asked, 'page_size')),
    found: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    fault: 'has another form of error',
    check: 'invalid',
    operation: 'listRules',
    spoil: change(LIST, (told) => told.status === 400 && Object.assign(told, { body: { error: 'Wrong' } })),
    found: { part: 'body', pointer: '/code', expected: 'to be there' },
  },
  {
    fault: 'has a code in the error that is not its status',
    check: 'invalid',
    operation: 'listRules',
    spoil: change(LIST, ({ status, body }) => status === 400 && Object.assign(body, { code: 422 })),
    found: { part: 'body', pointer: '/code', got: '422' },
  },
  {
    fault: 'takes a body without a required field',
    check: 'invalid',
    operation: 'createView',
    spoil: rewrite(
      ({ method, path, body }) =>
        method === 'POST' && path === '/views' && !body.includes('"entity"') && body.endsWith('}'),
      (asked) => ({ ...asked, body: JSON.stringify({ ...JSON.parse(asked.body), entity: 'agents' }) }),
    ),
    found: { part: 'status', expected: '400', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    fault: 'shows something for an id that is unknown',
    check: 'unknown-id',
    operation: 'getAgent',
    spoil: async (asked, ask) => {
      const told = await ask(asked);
      return told.status === 404 ? { ...told, status: 200 } : told;
    },
    found: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
  },
  {
    fault: 'shows the rows of another tenant',
    check: 'tenancy',
    operation: 'listAgents',
    spoil: rewrite(isPath('/aispm-agents/'), (asked) => ({
      ...asked,
      path: AGENTS,
      headers: asked.headers.authorization ? { ...asked.headers, authorization: `Bearer ${TOKEN}` } : asked.headers,
    })),
    found: { part: 'status', expected: '403', got: expect.stringContaining('200 ') },
  },
  {
    fault: 'shows one user what another has stored',
    check: 'tenancy',
    operation: 'getClientStorageEntry',
    spoil: rewrite(isPath(STORAGE), (asked) => ({
      ...asked,
      headers: { ...asked.headers, authorization: `Bearer ${TOKEN}` },
    })),
    found: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: { ...write, secondToken: SECOND_TOKEN },
  },
  {
    fault: 'lets the second key into the first tenant',
    check: 'tenancy',
    operation: 'getRule',
    spoil: rewrite(
      ({ headers }) => headers.authorization === `Bearer ${SECOND_TOKEN}`,
      (asked) => ({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${TOKEN}` } }),
    ),
    found: { part: 'status', expected: '403', got: expect.stringContaining('200 ') },
    options: { secondToken: SECOND_TOKEN },
  },
  {
    fault: 'shows both tenants the same rows',
    check: 'tenancy',
    operation: 'listRules',
    spoil: rewrite(isElsewhere, inFirstTenant),
    found: {
      part: 'body',
      expected: 'no row of the first tenant',
      // Those that come with the service may be in both.
      got: expect.stringContaining('"rule_id":"semgrep.'),
    },
    options: secondTenant,
  },
  {
    fault: 'shows a record of the first tenant in the second',
    check: 'tenancy',
    operation: 'getRule',
    spoil: rewrite(isElsewhere, inFirstTenant),
    found: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: secondTenant,
  },
  {
    fault: 'repeats a row on the second page',
    check: 'paging',
    operation: 'listRules',
    spoil: async (asked, ask) => {
      const told = await ask(asked);
      if (!hasQuery(RULES, 'cursor')(asked) || told.status !== 200) return told;
      const [first] = (await ask({ ...asked, query: new URLSearchParams({ page_size: '1' }) })).body.items;
      return { ...told, body: { ...told.body, items: [first, ...told.body.items.slice(1)] } };
    },
    found: { part: 'body', pointer: '/items', got: expect.stringContaining('more than once') },
  },
  {
    fault: 'loses a row between two pages',
    check: 'paging',
    operation: 'listRules',
    spoil: change(
      (asked) => hasQuery(RULES, 'cursor')(asked),
      ({ status, body }) => status === 200 && body.items.shift(),
    ),
    found: { part: 'body', pointer: '/items', got: expect.stringContaining('without') },
  },
  {
    fault: 'never ends',
    check: 'paging',
    operation: 'listRules',
    spoil: async (asked, ask) => {
      const told = await ask(asked);
      if (asked.path !== RULES || told.status !== 200 || told.body.cursor !== '') return told;
      const again = await ask({ ...asked, query: new URLSearchParams({ page_size: '1' }) });
      return { ...told, body: { ...told.body, cursor: again.body.cursor } };
    },
    found: { part: 'body', pointer: '/items', got: expect.stringContaining('more than once') },
  },
  {
    fault: 'does not look at the page size',
    check: 'paging',
    operation: 'listRules',
    spoil: rewrite(
      (asked) =>
        hasQuery(RULES, 'page_size')(asked) && !asked.query.has('cursor') && Number(asked.query.get('page_size')) < 50,
      (asked) => withoutQuery(asked, 'page_size'),
    ),
    found: { part: 'body', pointer: '/items', expected: expect.stringMatching(/^\d+ rows$/) },
  },
  {
    fault: 'takes a cursor that nobody gave out',
    check: 'paging',
    operation: 'listRules',
    spoil: rewrite(
      (asked) => asked.path === RULES && (asked.query.get('cursor') ?? '').startsWith('none-'),
      (asked) => withoutQuery(asked, 'cursor'),
    ),
    found: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    fault: 'counts wrong',
    check: 'paging',
    operation: 'listRules',
    spoil: change(LIST, ({ body }) => 'total' in body && Object.assign(body, { total: body.total + 1 })),
    found: { part: 'body', pointer: '/total' },
  },
  {
    fault: 'counts wrong where pages have numbers',
    check: 'paging',
    operation: 'listEvaluations',
    spoil: change(
      /^GET \/eval\/evaluations\//,
      ({ body }) => 'total_count' in body && Object.assign(body, { total_count: body.total_count + 1 }),
    ),
    found: { part: 'body', pointer: '/total_count' },
  },
  {
    fault: 'does not look at the name',
    check: 'filters',
    operation: 'listAgents',
    spoil: rewrite(hasQuery(AGENTS, 'name'), (asked) => withoutQuery(asked, 'name')),
    found: {
      part: 'body',
      pointer: expect.stringMatching(/^\/items/),
      expected: expect.stringContaining('a field with'),
    },
  },
  {
    fault: 'does not look at the severity',
    check: 'filters',
    operation: 'listAgents',
    spoil: rewrite(hasQuery(AGENTS, 'severity'), (asked) => withoutQuery(asked, 'severity')),
    found: { expected: expect.stringContaining('only rows with max_definitive_severity') },
  },
  {
    fault: 'does not look at a flag',
    check: 'filters',
    operation: 'listAgents',
    spoil: rewrite(hasQuery(AGENTS, 'has_issues'), (asked) => withoutQuery(asked, 'has_issues')),
    found: { expected: 'no row that has_issues=false shows as well' },
  },
  {
    fault: 'does not look at a time',
    check: 'filters',
    operation: 'listAgents',
    spoil: rewrite(hasQuery(AGENTS, 'updated_since'), (asked) => withoutQuery(asked, 'updated_since')),
    found: { expected: expect.stringContaining('updated_at not before') },
  },
  {
    fault: 'finds nothing',
    check: 'filters',
    operation: 'listAgents',
    spoil: change(hasQuery(AGENTS, 'framework'), ({ body }) => Object.assign(body, { items: [] })),
    found: { got: '0 rows without it' },
  },
  {
    fault: 'sorts in one direction only',
    check: 'order',
    operation: 'listAgents',
    spoil: rewrite(hasQuery(AGENTS, 'order'), (asked) => withoutQuery(asked, 'order')),
    found: { expected: expect.stringContaining('from last to first') },
  },
  {
    fault: 'does not look at what it is to sort by',
    check: 'order',
    operation: 'listAgents',
    spoil: rewrite(hasQuery(AGENTS, 'sort', 'last_seen_at'), (asked) => withoutQuery(asked, 'sort')),
    found: { expected: 'last_seen_at rising' },
  },
  {
    fault: 'knows an edge from one end only',
    check: 'edges',
    operation: 'listAgentEdge',
    spoil: change(new RegExp(`^GET ${MODELS}/.+/agents$`), ({ body }) => Object.assign(body, { items: [] })),
    found: { expected: expect.stringContaining('whose edge models leads here'), got: 'agents without it' },
  },
  {
    fault: 'follows another edge',
    check: 'edges',
    operation: 'listAgentEdge',
    spoil: change(
      new RegExp(`^GET ${AGENTS}/.+/models$`),
      ({ body }) => body.items[0] && Object.assign(body.items[0], { edge: 'tools' }),
    ),
    found: { part: 'body', pointer: '/items/0/edge', expected: 'models', got: '"tools"' },
  },
  {
    fault: 'takes a window that ends before it starts',
    check: 'windows',
    operation: 'getLlmInteractionCounts',
    spoil: change(isPath(COUNTS), (told) => told.status === 400 && Object.assign(told, { status: 200 })),
    found: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    fault: 'takes a body of any size',
    check: 'limits',
    operation: 'createView',
    spoil: rewrite(
      ({ body }) => body.length > 1024 * 1024,
      (asked) => ({ ...without(asked, 'content-length'), body: asked.body.trim() }),
    ),
    found: { part: 'status', expected: '413', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    fault: 'does not look at If-Match',
    check: 'conditions',
    operation: 'putClientStorageEntry',
    spoil: rewrite(isPath(STORAGE), (asked) => without(asked, 'if-match')),
    found: { part: 'status', expected: '412' },
    options: write,
  },
  {
    fault: 'does not look at If-None-Match',
    check: 'conditions',
    operation: 'putClientStorageEntry',
    spoil: rewrite(isPath(STORAGE), (asked) => without(asked, 'if-none-match')),
    found: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    fault: 'does not look at If-Match when it deletes',
    check: 'conditions',
    operation: 'deleteClientStorageEntry',
    spoil: rewrite(
      ({ method }) => method === 'DELETE',
      (asked) => without(asked, 'if-match'),
    ),
    found: { part: 'status', expected: '412', got: expect.stringContaining('204') },
    options: write,
  },
  {
    fault: 'does not look at the Idempotency-Key',
    check: 'idempotency',
    operation: 'createView',
    spoil: rewrite(isPath('/views'), (asked) => without(asked, 'idempotency-key')),
    found: { part: 'body', expected: expect.stringContaining('"id"') },
    options: write,
  },
  {
    fault: 'replays the first answer to another body as well',
    check: 'idempotency',
    operation: 'createView',
    spoil: change(
      ({ path, method }) => path === '/views' && method === 'POST',
      (told) => told.status === 422 && Object.assign(told, { status: 201 }),
    ),
    found: { part: 'status', expected: '422', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    fault: 'says that it deletes, and does not',
    check: 'states',
    operation: 'deleteClientStorageEntry',
    spoil: async (asked, ask) => {
      if (asked.method !== 'DELETE' || asked.headers['if-match'] === '"no-such-version"') return ask(asked);
      const { headers } = await ask({ ...asked, method: 'GET' });
      return { status: 204, headers: { 'x-request-id': headers['x-request-id'] ?? '' }, body: undefined };
    },
    found: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    fault: 'asks to come back to a job that has ended',
    check: 'states',
    operation: 'getScan',
    spoil: change(
      (asked) => isPath(`/scans${SCOPE}/`)(asked),
      ({ status, headers }) => status === 200 && Object.assign(headers, { 'retry-after': '5' }),
    ),
    found: { part: 'header', pointer: 'Retry-After', expected: 'nothing once it has ended' },
  },
  {
    fault: 'never ends a run',
    check: 'states',
    operation: 'getEvaluationRun',
    spoil: change(RUN, ({ headers, body }) => {
      headers['retry-after'] = '20';
      Object.assign(body, { ...UNDER_WAY, progress: 0.5 });
    }),
    found: { part: 'body', expected: 'an end within 15 seconds (--wait)' },
    options: { ...write, wait: 15 },
  },
  {
    fault: 'lets a run go back',
    check: 'states',
    operation: 'getEvaluationRun',
    spoil: inTurn(RUN, [
      { ...UNDER_WAY, progress: 0.5 },
      { ...UNDER_WAY, progress: 0.25 },
    ]),
    found: { part: 'body', pointer: '/progress', expected: '0.5 or more', got: '0.25' },
    options: write,
  },
  {
    fault: 'puts a run that is under way into the queue again',
    check: 'states',
    operation: 'getEvaluationRun',
    spoil: inTurn(RUN, [UNDER_WAY, { ...UNDER_WAY, status: 'queued', started_at: null }]),
    found: { part: 'body', pointer: '/status', expected: 'a state that follows running', got: '"queued"' },
    options: write,
  },
  {
    fault: 'has a score of a run that was stopped',
    check: 'states',
    operation: 'getEvaluationRun',
    spoil: change(RUN, ({ body }) => body.status === 'cancelled' && Object.assign(body, { score: 0.5 })),
    found: { part: 'body', pointer: '/score', expected: 'null unless it is completed', got: '0.5' },
    options: write,
  },
  {
    fault: 'changes a run after its end',
    check: 'states',
    operation: 'getEvaluationRun',
    spoil: ((ended = 0) =>
      change(RUN, ({ body }) => {
        if (body.status === 'cancelled' && ++ended > 1) body.finished_at = '2030-01-01T00:00:00Z';
      }))(),
    found: { part: 'body', expected: expect.stringMatching(/^no change after the end: /) },
    options: write,
  },
  {
    fault: 'starts another export while one is under way',
    check: 'states',
    operation: 'exportView',
    spoil: change(/^POST \/views\/[^/]+\/export$/, ({ body }, { headers }) => {
      if (!headers['idempotency-key']) body.export_workflow_id = 'another';
    }),
    found: { part: 'body', pointer: '/export_workflow_id', got: '"another"' },
    options: write,
  },
  {
    fault: 'never ends an export',
    check: 'states',
    operation: 'getViewExport',
    spoil: change(EXPORT, ({ headers, body }) => {
      headers['retry-after'] = '20';
      Object.assign(body, { export_status: 'running', export_path: '' });
    }),
    found: { part: 'body', expected: 'an end within 15 seconds (--wait)' },
    options: { ...write, wait: 15 },
  },
  {
    fault: 'puts an export that is under way into the queue again',
    check: 'states',
    operation: 'getViewExport',
    spoil: inTurn(EXPORT, [{ export_status: 'running' }, { export_status: 'queued' }]),
    found: { part: 'body', pointer: '/export_status', expected: 'a state that follows running', got: '"queued"' },
    options: write,
  },
  {
    fault: 'names the file of an export before there is one',
    check: 'states',
    operation: 'getViewExport',
    spoil: change(EXPORT, ({ body }) => Object.assign(body, { export_path: '/views/1/export/1/download' })),
    found: { part: 'body', pointer: '/export_path', expected: 'nothing until it is completed' },
    options: write,
  },
  {
    fault: 'completes an export and names another file',
    check: 'states',
    operation: 'getViewExport',
    spoil: change(
      EXPORT,
      ({ body }) =>
        body.export_status === 'completed' && Object.assign(body, { export_path: '/views/1/export/1/download' }),
    ),
    found: {
      part: 'body',
      pointer: '/export_path',
      expected: expect.stringMatching(/^\/views\/.+\/download$/),
      got: '"/views/1/export/1/download"',
    },
    options: write,
  },
  {
    fault: 'leaves a row of the list out of the file',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: changeLines(CSV, (lines) => lines.splice(2, 1)),
    found: { part: 'body', expected: expect.stringMatching(/^row 2 as in the list: [\w-]{36}$/) },
    options: write,
  },
  {
    fault: 'leaves the last row of the list out of the file',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: changeLines(NDJSON, (lines) => lines.splice(-2, 1)),
    found: { part: 'body', expected: expect.stringMatching(/^row 3 as in the list: [\w-]{36}$/), got: 'none' },
    options: write,
  },
  {
    fault: 'writes a row into the file twice',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: changeLines(CSV, (lines) => lines.splice(-1, 0, ...lines.slice(-2, -1))),
    found: { part: 'body', expected: 'row 4 as in the list: none', got: expect.stringMatching(/^[\w-]{36}$/) },
    options: write,
  },
  {
    fault: 'writes the rows in another order',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: changeLines(NDJSON, (lines) => lines.unshift(...lines.splice(1, 1))),
    found: { part: 'body', expected: expect.stringMatching(/^row 1 as in the list: /) },
    options: write,
  },
  {
    fault: 'does not look at the filters of an exported view',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: rewrite(hasQuery(`/issues${SCOPE}`, 'severity'), (asked) => withoutQuery(asked, 'severity')),
    found: { part: 'body', expected: expect.stringMatching(/^row 4 as in the list: [\w-]{36}$/), got: 'none' },
    options: write,
  },
  {
    fault: 'writes lines that are no JSON',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: changeLines(NDJSON, (lines) => lines.unshift('rows:')),
    found: { part: 'body', expected: 'lines of application/x-ndjson' },
    options: write,
  },
  {
    fault: 'gives the file in another form than the one that was asked for',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: rewrite(
      (asked) => FILE.test(`${asked.method} ${asked.path}`),
      (asked) => withoutQuery(asked, 'format'),
    ),
    found: { part: 'header', pointer: 'Content-Type', expected: NDJSON, got: '"text/csv"' },
    options: write,
  },
  {
    fault: 'gives the file in the form that the client would rather have',
    check: 'answer',
    operation: 'downloadViewExport',
    spoil: rewrite(
      ({ method, path, headers }) => FILE.test(`${method} ${path}`) && headers.accept === NDJSON,
      (asked) => ({ ...asked, query: new URLSearchParams({ format: 'ndjson' }) }),
    ),
    found: { part: 'header', pointer: 'Content-Type', expected: CSV, got: `"${NDJSON}"` },
    options: write,
  },
];

/** What a check makes of an operation of a server, which closes after that. */
async function violationsOf(
  { check, operation, options }: Sabotage,
  spoil?: Fault,
  isAlone = true,
): Promise<{ outcome: string; violations: Violation[] }> {
  const server = await startServer(spoil, 'mended', isAlone);
  try {
    const { results } = await examine({
      baseUrl: server.url,
      token: TOKEN,
      operations: [operation],
      checks: [check],
      timeout: 120, // A busy machine may take its time.
      ...options,
    });
    const [result] = results;
    if (!result) throw new Error('There is no result.');
    return result;
  } finally {
    await server.close();
  }
}

const kindOf = ({ check, operation, options }: Sabotage) => JSON.stringify([check, operation, options]);

/** Of each check the first fault and every third one for each push; the others for the tests that take long. */
const QUICK = SABOTAGES.filter(
  (one, index) => SABOTAGES.slice(0, index).filter(({ check }) => check === one.check).length % 3 === 0,
);
const PARTS = [
  { some: QUICK, tags: [] },
  { some: SABOTAGES.filter((one) => !QUICK.includes(one)), tags: ['long'] },
];

/** Runs and exports take seconds to end: what writes waits for them, each with a server of its own, at the same time. */
const isWriting = ({ options }: Sabotage) => options?.write === true;

describe.each(
  PARTS.flatMap(({ some, tags }) => [
    { isAlone: true, some: some.filter((one) => !isWriting(one)), tags },
    { isAlone: false, some: some.filter(isWriting), tags },
  ]),
)('a server', ({ isAlone, some, tags }) => {
  describe('without a fault', { concurrent: !isAlone, tags }, () => {
    const kinds = [...new Map(some.map((one) => [kindOf(one), one])).values()];
    test.each(kinds)('passes $check of $operation', async (kind) => {
      const { outcome, violations } = await violationsOf(kind, undefined, isAlone);
      expect(violations).toEqual([]);
      expect(outcome).toBe('passed');
    });
  });

  describe('that', { concurrent: !isAlone, tags }, () => {
    test.each(some)('$fault fails $check of $operation', async (sabotage) => {
      const { outcome, violations } = await violationsOf(sabotage, sabotage.spoil, isAlone);
      expect(outcome).toBe('failed');
      expect(violations).toContainEqual(expect.objectContaining(sabotage.found));
    });
  });
});

test('every check has a fault that it finds', () => {
  expect(new Set(QUICK.map(({ check }) => check))).toEqual(new Set(CHECKS.map(({ name }) => name)));
});

test('a field that is added is no fault, unless only known ones are wanted', async () => {
  const added = SABOTAGES.find(({ options }) => options?.strict) as Sabotage;
  const { outcome } = await violationsOf({ ...added, options: {} }, added.spoil);
  expect(outcome).toBe('passed');
});
