/** Faults in what filters select and in the order of rows: too much, too little, or in another order. */
import { type Interceptor, SCOPE, type ServerResponse } from '../exchange.ts';
import { changeRequests, changeResponses, type InjectedFault, withoutQuery } from './interceptors.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of all lists
type Row = any;

const ofScope = (name: string) => `/${name}${SCOPE}`;

/** Changes the rows of successful pages of a list, selected by its path. */
const changeRows = (path: string | RegExp, edit: (rows: Row[], query: URLSearchParams) => Row[]): Interceptor =>
  changeResponses(
    ({ method, path: requested }) =>
      method === 'GET' && (typeof path === 'string' ? requested === path : path.test(requested)),
    ({ status, body }: ServerResponse, { query }) => {
      if (status !== 200) return;
      const field = body.items ? 'items' : 'rows';
      body[field] = edit(body[field], query);
    },
  );

/** Keeps only some of the rows that a filter selects. */
const keepRows = (path: string, filter: string, isKept: (row: Row, values: string[]) => boolean): Interceptor =>
  changeRows(path, (rows, query) =>
    query.has(filter) ? rows.filter((row) => isKept(row, query.getAll(filter))) : rows,
  );

/** Sorts the rows of each page. */
const sortRows = (
  path: string | RegExp,
  compare: (a: Row, b: Row) => number,
  isSorted: (query: URLSearchParams) => boolean = () => true,
): Interceptor => changeRows(path, (rows, query) => (isSorted(query) ? rows.toSorted(compare) : rows));

const by =
  (...names: string[]) =>
  (a: Row, b: Row): number => {
    for (const name of names) if (a[name] !== b[name]) return String(a[name]) < String(b[name]) ? -1 : 1;
    return 0;
  };

const isBefore = (a: string, b: string) => Date.parse(a) < Date.parse(b);
const isSame = (a: string, b: string) => Date.parse(a) === Date.parse(b);

const select = (name: string, operation: string, interceptor: Interceptor, options?: InjectedFault['options']) => ({
  name,
  check: 'filters',
  operation,
  interceptor,
  violation: { part: 'body' },
  ...(options && { options }),
});
const order = (name: string, operation: string, interceptor: Interceptor, options?: InjectedFault['options']) => ({
  ...select(name, operation, interceptor, options),
  check: 'order',
});

const AGENTS = ofScope('aispm-agents');
const INTERACTIONS = ofScope('aispm-llm-interactions');
const ISSUES = ofScope('issues');
const OCCURRENCES = ofScope('fine-grained-issues');
const RULES = ofScope('rules');
const RUNS = ofScope('eval/evaluation-runs');
const SCANS = ofScope('scans');

const filterFaults: InjectedFault[] = [
  select(
    'returns nothing for updated_since',
    'listAgents',
    keepRows(AGENTS, 'updated_since', () => false),
  ),
  select(
    'excludes the timestamp of updated_since itself',
    'listAgents',
    keepRows(AGENTS, 'updated_since', (row, [time = '']) => !isSame(row.updated_at, time)),
  ),
  select(
    'compares the case of the rule names of issues',
    'listIssues',
    keepRows(ISSUES, 'rule_name', (row, [name = '']) => name.split('%').every((part) => row.rule_name.includes(part))),
  ),
  select(
    'compares whole rule names only',
    'listRules',
    keepRows(RULES, 'rule_name', (row, [name = '']) => row.rule_name.toLowerCase() === name.toLowerCase()),
  ),
  select(
    'compares the case of names of the catalogue',
    'listEvaluations',
    keepRows(ofScope('eval/evaluations'), 'name', (row, [name = '']) => row.name.includes(name)),
  ),
  select(
    'returns nothing for mcp_server_id',
    'listTools',
    keepRows(ofScope('aispm-tools'), 'mcp_server_id', () => false),
  ),
  select(
    'searches only one of the names of a model',
    'listModels',
    keepRows(ofScope('aispm-models'), 'name', (row, [name = '']) =>
      row.aispm_friendly_name.toLowerCase().includes(name.toLowerCase()),
    ),
  ),
  select(
    'ignores file_path in the names of locations',
    'listLocations',
    keepRows(ofScope('locations'), 'name', (row, [name = '']) =>
      row.aispm_friendly_name.toLowerCase().includes(name.toLowerCase()),
    ),
  ),
  select(
    'finds the start of targets only',
    'listScans',
    keepRows(SCANS, 'target', (row, [target = '']) => row.target.toLowerCase().startsWith(target.toLowerCase())),
  ),
  select(
    'treats % as a wildcard in a filter that has none',
    'listAgents',
    changeRequests(
      ({ path, query }) => path === AGENTS && query.get('name') === '%',
      (request) => withoutQuery(request, 'name'),
    ),
  ),
  select(
    'excludes issues that are due before a day',
    'listIssues',
    keepRows(ISSUES, 'due_before', () => false),
  ),
  select(
    'returns all issues for has_assignee=true',
    'listIssues',
    changeRequests(
      ({ path, query }) => path === ISSUES && query.get('has_assignee') === 'true',
      (request) => withoutQuery(request, 'has_assignee'),
    ),
  ),
  select(
    'ignores the second of two filters',
    'listIssues',
    changeRequests(
      ({ path, query }) => path === ISSUES && listFilters(query).length > 1,
      (request) => withoutQuery(request, listFilters(request.query)[1] ?? ''),
    ),
  ),
  select(
    'excludes the end of a time window itself',
    'listLlmInteractions',
    keepRows(INTERACTIONS, 'end_time', (row, [time = '']) => isBefore(row.started_at, time)),
  ),
  select(
    'excludes the start of a time window itself',
    'listLlmInteractions',
    keepRows(INTERACTIONS, 'start_time', (row, [time = '']) => isBefore(time, row.started_at)),
  ),
  select(
    'returns nothing for a location',
    'listFineGrainedIssues',
    keepRows(OCCURRENCES, 'location_id', () => false),
  ),
  select(
    'ignores the scan whose results are selected',
    'listFineGrainedIssues',
    changeRequests(
      ({ path, query }) => path === OCCURRENCES && query.has('result_of_scan_id'),
      (request) => withoutQuery(request, 'result_of_scan_id'),
    ),
  ),
  select(
    'omits the last evaluation of an approach',
    'listEvaluations',
    changeRows(ofScope('eval/evaluations'), (rows, query) =>
      query.get('approach') === 'probe' ? rows.slice(0, -1) : rows,
    ),
  ),
  select(
    'compares _ in patterns literally',
    'listRules',
    changeRequests(
      ({ path, query }) => path === RULES && (query.get('rule_name') ?? '').includes('_'),
      (request) => {
        const query = new URLSearchParams(request.query);
        query.set('rule_name', (query.get('rule_name') ?? '').replaceAll(/(?<!\\)_/g, '\\_'));
        return { ...request, query };
      },
    ),
  ),
  select(
    'uses only the first of two statuses of runs',
    'listEvaluationRuns',
    keepRows(RUNS, 'status', (row, [first]) => row.status === first),
  ),
  select(
    'ignores the severity of results',
    'listScanResults',
    changeRequests(
      ({ path, query }) => path.endsWith('/results') && path.startsWith(SCANS) && query.has('severity'),
      (request) => withoutQuery(request, 'severity'),
    ),
  ),
  select(
    'compares only the first type of a rule',
    'listRules',
    keepRows(RULES, 'object_type', (row, values) => values.includes(row.object_types[0])),
  ),
  select('counts the rows without the filter', 'listIssues', async (request, forward) => {
    const response = structuredClone(await forward(request));
    if (request.path !== ISSUES || !request.query.has('severity') || response.body?.total === undefined)
      return response;
    const all = await forward(withoutQuery(request, 'severity'));
    return { ...response, body: { ...response.body, total: all.body.total } };
  }),
  select(
    'omits the filtered rows after the first page',
    'listIssues',
    changeRows(ISSUES, (rows, query) => (query.has('cursor') && query.has('status') ? [] : rows)),
  ),
];

const orderFaults: InjectedFault[] = [
  order(
    'sorts severities alphabetically',
    'listIssues',
    changeRows(ISSUES, (rows, query) => {
      if (query.get('sort') !== 'definitive_severity') return rows;
      const sorted = rows.toSorted(by('definitive_severity', 'issue_id'));
      return query.get('order') === 'DESC' ? sorted.toReversed() : sorted;
    }),
  ),
  order(
    'sorts agents by identifier instead of name',
    'listAgents',
    changeRows(AGENTS, (rows, query) => {
      if (query.get('sort') !== 'aispm_friendly_name') return rows;
      const sorted = rows.toSorted(by('aispm_object_id'));
      return query.get('order') === 'DESC' ? sorted.toReversed() : sorted;
    }),
  ),
  order(
    'reverses rows with the same severity',
    'listFineGrainedIssues',
    changeRows(OCCURRENCES, (rows) => {
      const severities = [...new Set(rows.map(({ definitive_severity }) => definitive_severity))];
      return severities.flatMap((severity) =>
        rows.filter(({ definitive_severity }) => definitive_severity === severity).toReversed(),
      );
    }),
  ),
  order(
    'lists the least severe issues first by default',
    'listIssues',
    changeRows(ISSUES, (rows, query) => (query.has('sort') ? rows : rows.toReversed())),
  ),
  order('lists the oldest interactions first', 'listLlmInteractions', sortRows(INTERACTIONS, by('started_at'))),
  order(
    'lists rules by identifier',
    'listRules',
    sortRows(RULES, (a, b) => by('rule_id')(b, a)),
  ),
  order(
    'ignores the end of scans when it sorts them',
    'listScans',
    changeRequests(
      ({ path, query }) => path === SCANS && query.get('sort') === 'finished_at',
      (request) => withoutQuery(request, 'sort'),
    ),
  ),
  order(
    'lists the newest runs first by default',
    'listEvaluationRuns',
    sortRows(
      RUNS,
      (a, b) => by('created_at', 'id')(b, a),
      (query) => !query.has('order'),
    ),
  ),
  order('lists results by status', 'listEvaluationRunResults', sortRows(/\/results$/, by('status', 'prompt_index'))),
  order(
    'lists related objects by identifier',
    'listAgentEdge',
    changeRows(/^\/aispm-agents\/.+\/[a-z-]+$/, (rows) => rows.toReversed()),
  ),
  order('lists the oldest API keys first', 'listApiKeys', sortRows('/api-keys', by('created_at')), { write: true }),
  order('lists the oldest changes of an issue first', 'listIssueHistory', sortRows(/\/history$/, by('changed_at'))),
  order(
    'omits rows without a value when it sorts by them',
    'listScans',
    changeRows(SCANS, (rows, query) =>
      query.get('sort') === 'finished_at' ? rows.filter(({ finished_at }) => finished_at !== null) : rows,
    ),
  ),
];

/** Parameters that don't select records. */
const PAGING = ['cursor', 'include_total', 'order', 'page_size', 'sort'];

/** Lists the filters of a request. */
function listFilters(query: URLSearchParams): string[] {
  return [...new Set(query.keys())].filter((name) => !PAGING.includes(name));
}

export const selectionFaults: InjectedFault[] = [...filterFaults, ...orderFaults];
