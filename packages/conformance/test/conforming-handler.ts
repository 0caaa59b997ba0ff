/**
 * Extends the mock with what it doesn't support: filters, order and pages of agents; edges; time windows; unknown identifiers; the quota;
 * the last bucket of histograms.
 */
import { isFilterParameter } from '@aispm/openapi';
import { type Handler, SCOPE, type ServerRequest } from './exchange.ts';

type Row = Record<string, unknown>;

const AGENTS = `/aispm-agents${SCOPE}`;
const MODELS = `/aispm-models${SCOPE}`;
const MAX_WINDOW = 31 * 86_400_000;
const ISSUES = `/issues${SCOPE}`;
const HISTOGRAM = `/issue-histograms${SCOPE}`;
const QUOTA = 1_000_000;

/** Wraps the handler of the mock. */
export function createConformingHandler(handle: Handler): Handler {
  const respond = createDataHandler(handle);
  let left = QUOTA;
  return async (request) => {
    const response = await respond(request);
    if (response.headers.ratelimit === undefined) return response;
    left -= 1;
    const headers = { ratelimit: `"default";r=${left};t=60`, 'ratelimit-policy': `"default";q=${QUOTA};w=60` };
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

function createDataHandler(handle: Handler): Handler {
  const reject = (request: ServerRequest, status: number) =>
    handle({ ...request, headers: { ...request.headers, prefer: `code=${status}` } });
  const listAll = async (path: string, request: ServerRequest): Promise<Row[]> => {
    const query = new URLSearchParams({ page_size: '100' });
    return (await handle({ ...request, method: 'GET', path, query, body: '' })).body.items ?? [];
  };

  return async (request) => {
    const { path, query, headers } = request;
    const { cursor, start_time: start, end_time: end } = Object.fromEntries(query);
    const offset = path === AGENTS && cursor ? decodeCursor(cursor, query) : undefined;
    const forwarded = new URLSearchParams(query);
    if (offset !== undefined) forwarded.delete('cursor');
    const response = await handle({ ...request, query: forwarded });
    const isInSecondTenant = path.includes('/tenants/another-tenant/');
    // The mock's error message contains the identifier.
    if (isInSecondTenant && response.status === 404 && !headers.prefer) return reject(request, 404);
    if (response.status >= 300 || headers.prefer) return response;
    const duration = start && end ? Date.parse(end) - Date.parse(start) : 0;
    if (duration < 0 || duration > MAX_WINDOW) return reject(request, 400);
    // All examples belong to the first tenant.
    if (isInSecondTenant) {
      return response.body?.items
        ? { ...response, body: { ...response.body, items: [], cursor: '' } }
        : reject(request, 404);
    }
    if (path === HISTOGRAM) {
      return { ...response, body: countNow(response.body, await listAll(ISSUES, request), query) };
    }
    if (path === AGENTS) {
      return { ...response, body: toPage(select(await listAll(AGENTS, request), query), query, offset ?? 0) };
    }
    const [, collection, id, edge] =
      new RegExp(`^/(aispm-agents|aispm-models)${SCOPE}/([^/]+)(?:/([^/]+))?$`).exec(path) ?? [];
    if (collection === undefined) return response;
    const rows = await listAll(`/${collection}${SCOPE}`, request);
    if (!rows.some(({ aispm_object_id }) => aispm_object_id === id)) return reject(request, 404);
    if (edge === undefined) return response;
    const related = await listRelated(collection, id, edge, (list) => listAll(list, request));
    const items = related.map((row) => toRelation(row, edge));
    return { ...response, body: { items, cursor: '', page_size: 50 } };
  };
}

/** Replaces the last bucket of a histogram with the unresolved issues that a query selects. */
function countNow(histogram: Row, issues: Row[], query: URLSearchParams): Row {
  const selected = query.getAll('severity');
  const severities = issues
    .filter(({ status }) => status !== 'resolved')
    .map(({ definitive_severity }) => String(definitive_severity))
    .filter((severity) => selected.length === 0 || selected.includes(severity));
  const count = (isCounted: (severity: string) => boolean) => severities.filter(isCounted).length;
  const buckets = histogram.counts as Row[];
  const last = {
    ...buckets.at(-1),
    critical: count((severity) => severity === 'critical'),
    high: count((severity) => severity === 'high'),
    other: count((severity) => severity !== 'critical' && severity !== 'high'),
  };
  return { ...histogram, counts: [...buckets.slice(0, -1), last] };
}

/** Returns the targets of an edge: every agent calls every other model. */
async function listRelated(
  collection: string,
  id: unknown,
  edge: string,
  listAll: (path: string) => Promise<Row[]>,
): Promise<Row[]> {
  const [agents, models] = [await listAll(AGENTS), await listAll(MODELS)];
  const isAgent = collection === 'aispm-agents';
  const [starts, ends] = isAgent ? [agents, models] : [models, agents];
  if (edge !== (isAgent ? 'models' : 'agents')) return [];
  const index = starts.findIndex((row) => row.aispm_object_id === id);
  return ends.filter((_, other) => (index + other) % 2 === 0);
}

function toRelation(row: Row, edge: string): Row {
  const fields = [
    'aispm_object_id',
    'aispm_friendly_name',
    'object_type',
    'critical_issues_count',
    'high_issues_count',
    'first_seen_at',
    'last_seen_at',
  ];
  return { ...Object.fromEntries(fields.map((name) => [name, row[name]])), edge, evidence: 'declared' };
}

const FIELDS: Record<string, string> = {
  severity: 'max_definitive_severity',
  owner: 'owners',
  name: 'aispm_friendly_name',
  id: 'aispm_object_id',
};

/** Returns the agents that a query selects, in the requested order. */
function select(rows: Row[], query: URLSearchParams): Row[] {
  const filters = [...new Set(query.keys())].filter((name) => isFilterParameter(name) && name !== 'include_deleted');
  const selected = rows.filter((row) => filters.every((name) => matches(row, name, query.getAll(name))));
  const column = query.get('sort') ?? 'aispm_friendly_name';
  const sign = query.get('order') === 'DESC' ? -1 : 1;
  return selected.toSorted((a, b) => sign * compare(a[column], b[column]));
}

function matches(row: Row, name: string, values: string[]): boolean {
  const [first] = values;
  const value = row[FIELDS[name] ?? name];
  if (name === 'name') return String(value).toLowerCase().includes(String(first).toLowerCase());
  if (name === 'has_issues') return String(Number(row.total_issues_count) > 0) === first;
  const time = row[name.replace(/_since$/, '_at')];
  if (name.endsWith('_since')) return Date.parse(String(time)) >= Date.parse(String(first));
  return [value].flat().some((item) => values.includes(String(item)));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number') return a - Number(b);
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

function toPage(rows: Row[], query: URLSearchParams, offset: number): Row {
  const size = Number(query.get('page_size') ?? 50);
  const next = offset + size;
  return {
    items: rows.slice(offset, next),
    cursor: next < rows.length ? encodeCursor(next, query) : '',
    page_size: size,
    ...(query.get('include_total') === 'true' && { total: rows.length }),
  };
}

function encodeCursor(offset: number, query: URLSearchParams): string {
  return Buffer.from(JSON.stringify([offset, serializeFilters(query)])).toString('base64url');
}

function decodeCursor(cursor: string, query: URLSearchParams): number | undefined {
  try {
    const [offset, filters] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return filters === serializeFilters(query) ? offset : undefined;
  } catch {
    return undefined;
  }
}

function serializeFilters(query: URLSearchParams): string {
  return [...query].filter(([name]) => name !== 'cursor' && name !== 'page_size').join('&');
}
