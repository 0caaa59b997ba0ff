/** Faults in lists, in edges and in time windows. */
import { expect } from 'vitest';
import { SCOPE, type ServerRequest } from '../exchange.ts';
import {
  AGENTS,
  AUDIT_ENTRIES,
  changeRequests,
  changeResponses,
  hasQuery,
  type InjectedFault,
  LIST,
  MODELS,
  RULES,
  startsWith,
  withoutQuery,
} from './interceptors.ts';

const COUNTS = `/aispm-llm-interactions-dash${SCOPE}/counts`;

/** Removes all but one of the values of a repeated parameter. */
const withOneValue = (request: ServerRequest, name: string, index: number): ServerRequest => {
  const values = request.query.getAll(name);
  if (values.length > 5 || new Set(values).size < values.length) return request;
  const changed = withoutQuery(request, name);
  changed.query.append(name, values.at(index) ?? '');
  return changed;
};

export const listFaults: InjectedFault[] = [
  {
    name: 'repeats a row on the second page',
    check: 'paging',
    operation: 'listRules',
    interceptor: async (request, forward) => {
      const response = await forward(request);
      if (!hasQuery(RULES, 'cursor')(request) || response.status !== 200) return response;
      const [first] = (await forward({ ...request, query: new URLSearchParams({ page_size: '1' }) })).body.items;
      return { ...response, body: { ...response.body, items: [first, ...response.body.items.slice(1)] } };
    },
    violation: { part: 'body', pointer: '/items', got: expect.stringContaining('more than once') },
  },
  {
    name: 'omits a row between two pages',
    check: 'paging',
    operation: 'listRules',
    interceptor: changeResponses(
      (request) => hasQuery(RULES, 'cursor')(request),
      ({ status, body }) => status === 200 && body.items.shift(),
    ),
    violation: { part: 'body', pointer: '/items', got: expect.stringContaining('without') },
  },
  {
    name: 'never returns a last page',
    check: 'paging',
    operation: 'listRules',
    interceptor: async (request, forward) => {
      const response = await forward(request);
      if (request.path !== RULES || response.status !== 200 || response.body.cursor !== '') return response;
      const again = await forward({ ...request, query: new URLSearchParams({ page_size: '1' }) });
      return { ...response, body: { ...response.body, cursor: again.body.cursor } };
    },
    violation: { part: 'body', pointer: '/items', got: expect.stringContaining('more than once') },
  },
  {
    name: 'ignores the page size',
    check: 'paging',
    operation: 'listRules',
    interceptor: changeRequests(
      (request) =>
        hasQuery(RULES, 'page_size')(request) &&
        !request.query.has('cursor') &&
        Number(request.query.get('page_size')) < 50,
      (request) => withoutQuery(request, 'page_size'),
    ),
    violation: { part: 'body', pointer: '/items', expected: expect.stringMatching(/^\d+ rows$/) },
  },
  {
    name: 'accepts an unknown cursor',
    check: 'paging',
    operation: 'listRules',
    interceptor: changeRequests(
      (request) => request.path === RULES && (request.query.get('cursor') ?? '').startsWith('none-'),
      (request) => withoutQuery(request, 'cursor'),
    ),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    name: 'returns a wrong total',
    check: 'paging',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ body }) => 'total' in body && Object.assign(body, { total: body.total + 1 })),
    violation: { part: 'body', pointer: '/total' },
  },
  {
    name: 'returns a wrong total of numbered pages on short pages',
    check: 'paging',
    operation: 'listEvaluations',
    interceptor: changeResponses(
      /^GET \/eval\/evaluations\//,
      ({ body }) => body.items?.length === 1 && Object.assign(body, { total_count: body.items.length }),
    ),
    violation: { part: 'body', pointer: '/total_count', got: '1' },
  },
  {
    name: 'returns a wrong number of pages',
    check: 'paging',
    operation: 'listEvaluations',
    interceptor: changeResponses(
      /^GET \/eval\/evaluations\//,
      ({ body }) => 'total_pages' in body && Object.assign(body, { total_pages: body.total_pages + 1 }),
    ),
    violation: { part: 'body', pointer: '/total_pages' },
  },
  {
    name: 'counts only the rows of a small page',
    check: 'paging',
    operation: 'listRules',
    interceptor: changeResponses(
      hasQuery(RULES, 'page_size', '1'),
      ({ body }) => 'total' in body && Object.assign(body, { total: 1 }),
    ),
    violation: { part: 'body', pointer: '/total', got: '1' },
  },
  {
    name: 'returns a wrong total of numbered pages',
    check: 'paging',
    operation: 'listEvaluations',
    interceptor: changeResponses(
      /^GET \/eval\/evaluations\//,
      ({ body }) => 'total_count' in body && Object.assign(body, { total_count: body.total_count + 1 }),
    ),
    violation: { part: 'body', pointer: '/total_count' },
  },
  {
    name: 'ignores the filter by name',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'name'), (request) => withoutQuery(request, 'name')),
    violation: {
      part: 'body',
      pointer: expect.stringMatching(/^\/items/),
      expected: expect.stringContaining('only rows that match name='),
    },
  },
  {
    name: 'compares patterns of rule names literally',
    check: 'filters',
    operation: 'listRules',
    interceptor: changeRequests(hasQuery(RULES, 'rule_name'), (request) => {
      const query = new URLSearchParams(request.query);
      query.set('rule_name', (query.get('rule_name') ?? '').replaceAll('%', '\\%'));
      return { ...request, query };
    }),
    violation: { part: 'body', expected: expect.stringContaining('every row that matches rule_name=') },
  },
  {
    name: 'compares the case of rule names',
    check: 'filters',
    operation: 'listRules',
    interceptor: changeResponses(hasQuery(RULES, 'rule_name'), ({ body, status }, { query }) => {
      const parts = query.get('rule_name')?.split('%') ?? [];
      if (status !== 200) return;
      const isMatch = ({ rule_name }: { rule_name: string }) => parts.every((part) => rule_name.includes(part));
      body.items = body.items.filter(isMatch);
    }),
    violation: { part: 'body', expected: expect.stringContaining('every row that matches rule_name=') },
  },
  {
    name: 'ignores the start of a time window',
    check: 'filters',
    operation: 'listAuditEntries',
    interceptor: changeRequests(hasQuery(AUDIT_ENTRIES, 'start_time'), (request) =>
      withoutQuery(request, 'start_time'),
    ),
    violation: { part: 'body', expected: expect.stringContaining('only rows that match start_time=') },
  },
  {
    name: 'ignores the filter by severity',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'severity'), (request) => withoutQuery(request, 'severity')),
    violation: { expected: expect.stringContaining('only rows that match severity=') },
  },
  {
    name: 'uses only the first value of a repeated filter',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'platform'), (request) => withOneValue(request, 'platform', 0)),
    violation: {
      part: 'body',
      pointer: '/items',
      expected: expect.stringMatching(/^every row that matches platform=/),
    },
  },
  {
    name: 'uses only the last value of a repeated filter',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'framework'), (request) => withOneValue(request, 'framework', -1)),
    violation: {
      part: 'body',
      pointer: '/items',
      expected: expect.stringMatching(/^every row that matches framework=/),
    },
  },
  {
    name: 'ignores the filter by a flag',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'has_issues'), (request) => withoutQuery(request, 'has_issues')),
    violation: { expected: expect.stringContaining('only rows that match has_issues=') },
  },
  {
    name: 'ignores the filter by time',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'updated_since'), (request) => withoutQuery(request, 'updated_since')),
    violation: { expected: expect.stringContaining('only rows that match updated_since=') },
  },
  {
    name: 'returns no rows for a filter by time',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeResponses(hasQuery(AGENTS, 'first_seen_since'), ({ body }) =>
      Object.assign(body, { items: [] }),
    ),
    violation: {
      expected: expect.stringContaining('every row that matches first_seen_since'),
      got: expect.stringContaining('0 rows without'),
    },
  },
  {
    name: 'excludes the timestamp of a filter by time',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeResponses(hasQuery(AGENTS, 'updated_since'), ({ body }, { query }) =>
      Object.assign(body, {
        items: body.items.filter(
          (row: { updated_at: string }) =>
            Date.parse(row.updated_at) !== Date.parse(String(query.get('updated_since'))),
        ),
      }),
    ),
    violation: {
      expected: expect.stringContaining('every row that matches updated_since'),
      got: expect.stringContaining('rows without'),
    },
  },
  {
    name: 'ignores the filter by identifier',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'id'), (request) => withoutQuery(request, 'id')),
    violation: { expected: expect.stringContaining('only rows that match id=') },
  },
  {
    name: 'responds with an offset instead of UTC',
    check: 'response',
    operation: 'getAgent',
    interceptor: changeResponses(/^GET \/aispm-agents.*[^/]{20}$/, ({ status, body }) => {
      if (status === 200) body.updated_at = String(body.updated_at).replace('Z', '+00:00');
    }),
    violation: { part: 'body', pointer: '/updated_at', expected: expect.stringContaining('Z$') },
  },
  {
    name: 'returns no rows for a filter',
    check: 'filters',
    operation: 'listAgents',
    interceptor: changeResponses(hasQuery(AGENTS, 'framework'), ({ body }) => Object.assign(body, { items: [] })),
    violation: { got: expect.stringMatching(/^0 rows without/) },
  },
  {
    name: 'sorts in one direction only',
    check: 'order',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'order'), (request) => withoutQuery(request, 'order')),
    violation: { expected: expect.stringContaining('descending') },
  },
  {
    name: 'ignores the column to sort by',
    check: 'order',
    operation: 'listAgents',
    interceptor: changeRequests(hasQuery(AGENTS, 'sort', 'last_seen_at'), (request) => withoutQuery(request, 'sort')),
    violation: { expected: expect.stringContaining('last_seen_at ') },
  },
  {
    name: 'omits the inverse of an edge',
    check: 'edges',
    operation: 'listAgentEdge',
    interceptor: changeResponses(new RegExp(`^GET ${MODELS}/.+/agents$`), ({ body }) =>
      Object.assign(body, { items: [] }),
    ),
    violation: {
      expected: expect.stringContaining('whose edge models points to this object'),
      got: 'agents without it',
    },
  },
  {
    name: 'returns another edge',
    check: 'edges',
    operation: 'listAgentEdge',
    interceptor: changeResponses(
      new RegExp(`^GET ${AGENTS}/.+/models$`),
      ({ body }) => body.items[0] && Object.assign(body.items[0], { edge: 'tools' }),
    ),
    violation: { part: 'body', pointer: '/items/0/edge', expected: 'models', got: '"tools"' },
  },
  {
    name: 'accepts a window that ends before it starts',
    check: 'windows',
    operation: 'getLlmInteractionCounts',
    interceptor: changeResponses(
      startsWith(COUNTS),
      (response) => response.status === 400 && Object.assign(response, { status: 200 }),
    ),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  ...(['object_type', 'aispm_object_id', 'asset_id'] as const).map(
    (name): InjectedFault => ({
      name: `filters issues without those whose occurrences alone have the ${name}`,
      check: 'filters',
      operation: 'listIssues',
      interceptor: changeResponses(
        hasQuery(`/issues${SCOPE}`, name),
        ({ status, body }) => status === 200 && body.items.pop(),
      ),
      violation: {
        part: 'body',
        pointer: '/items',
        expected: expect.stringContaining(`every row that matches ${name}=`),
      },
    }),
  ),
  {
    name: 'counts only occurrences on an asset itself for the object type asset',
    check: 'filters',
    operation: 'listIssues',
    interceptor: changeResponses(
      ({ path, query }) => path === `/issues${SCOPE}` && query.getAll('object_type').includes('asset'),
      ({ status, body }) => status === 200 && Object.assign(body, { items: [], cursor: '' }),
    ),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('object_type=["asset"]') },
  },
];
