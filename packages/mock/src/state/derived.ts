/** The operations whose responses are derived from the records of a workspace. */
import {
  compareFound,
  completeResults,
  countAgents,
  countCategories,
  countHours,
  countObjects,
  countPerDay,
  countScans,
  type EdgeName,
  findInRecord,
  generateHistogram,
  type HistogramInterval,
  listAtRisk,
  listTopIssues,
  type ObjectType,
  readSearchText,
  SEARCHED_TYPES,
  type SearchedType,
} from '../bundled/domain.ts';
import { isJsonObject, type JsonObject, type Schema } from '../bundled/openapi.ts';
import type { Operation, OperationId } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import { seededUuid } from '../core/seeded.ts';
import { getSuccessSchema } from '../sample-data/collections.ts';
import { selectByWorkspace } from '../sample-data/filters.ts';
import { readScanResults } from '../sample-data/scan-results.ts';
import { invalidWindow, readCountedWindow, readWindow } from '../sample-data/time-window.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { getRowSelector } from './selection.ts';

/** A request to an operation, valid against the contract. */
export interface DerivedRequest {
  operation: Operation;
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  /** The operations of the contract, by name. */
  operations: ReadonlyMap<string, Operation>;
}

/**
 * Computes the body of a response; lists contain all rows.
 *
 * @throws {ApiError} 404 for an unknown record, 400 for an invalid time window
 */
type Derivation = (workspace: Workspace, request: DerivedRequest) => JsonObject;

/** Returns the maximum length of an array of the body. */
function getMaxItems(operation: Operation, property: string): number {
  return getSuccessSchema(operation).properties?.[property]?.maxItems ?? Number.MAX_SAFE_INTEGER;
}

/** Returns the default of a query parameter. */
function getDefault({ request }: Operation, name: string): unknown {
  return request?.query?.find((parameter) => parameter.name === name)?.schema?.default;
}

function notFound(id: string): ApiError {
  return new ApiError(404, 'not_found', `The record "${id}" does not exist.`);
}

/** Creates the list of the targets of an object type's edges. */
const createEdgeList =
  (type: ObjectType): Derivation =>
  ({ graph }, { parameters: { id = '', edge = '' } }) => {
    if (graph.get(id)?.object_type !== type) throw notFound(id);
    return { items: graph.listRelated(id, edge as EdgeName) };
  };

const readNeighbourhood: Derivation = ({ graph }, { operation, parameters: { id = '' }, query }) => {
  const toNumber = (name: string) => Number(query[name] ?? getDefault(operation, name));
  const found = graph.readNeighbourhood(id, {
    depth: toNumber('depth'),
    maxNodes: toNumber('max_nodes'),
    maxEdges: getMaxItems(operation, 'edges'),
    edges: query.edge === undefined ? undefined : [query.edge].flat(),
  });
  if (!found) throw notFound(id);
  return { ...found };
};

const countIssuesOverTime: Derivation = (workspace, { operation, query, operations }) => {
  const { start_time: _, end_time: __, interval, ...filters } = query;
  const { from, to: requestedEnd } = readWindow(query);
  // Records may be in the future.
  const to = Math.min(requestedEnd, Math.max(workspace.now, Date.now()));
  if (to < from) {
    const detail = { location: 'query/start_time', message: 'must not be in the future' };
    throw invalidWindow('The time window starts in the future.', detail);
  }
  const list = operations.get('listIssues');
  const selected = selectByWorkspace('listIssues', workspace.list('listIssues'), filters, workspace);
  const issues = list ? getRowSelector(list)(selected.rows, selected.query) : selected.rows;
  const unit = String(interval ?? getDefault(operation, 'interval')) as HistogramInterval;
  const maxBuckets = getMaxItems(operation, 'counts');
  const counts: JsonObject[] = [];
  for (const bucket of generateHistogram(workspace.dateIssues([...issues]), { from, to, interval: unit })) {
    if (counts.length === maxBuckets) {
      const message = `divides the window into more than ${maxBuckets} buckets; choose a shorter window or a longer interval`;
      throw invalidWindow(`The time window has more than ${maxBuckets} buckets.`, {
        location: 'query/interval',
        message,
      });
    }
    counts.push({ ...bucket });
  }
  return { start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString(), interval: unit, counts };
};

/** The lists of each type of objects. */
const LISTS = {
  agent: 'listAgents',
  model: 'listModels',
  tool: 'listTools',
  mcp_server: 'listMcpServers',
  asset: 'listAispmAssets',
  location: 'listLocations',
} as const satisfies Record<ObjectType, OperationId>;

const describeDashboard: Derivation = (workspace, { operation }) => {
  const { findings } = workspace;
  const count = (type: ObjectType) =>
    workspace.list(LISTS[type]).filter(({ lifecycle_status }) => lifecycle_status !== 'deleted').length;
  const listRisks = (property: string, type: 'agent' | 'mcp_server' | 'model') =>
    listAtRisk(workspace.list(LISTS[type]), findings, getMaxItems(operation, property));
  const { properties: { issues_histogram: histogram } = {} } = getSuccessSchema(operation) as Schema;
  const days = histogram?.properties?.counts?.maxItems ?? 0;
  return {
    aispm_objects_counts: (Object.keys(LISTS) as ObjectType[]).map((type) => countObjects(type, count(type), findings)),
    aispm_objects_top_issues: listTopIssues(
      workspace.list('listIssues'),
      getMaxItems(operation, 'aispm_objects_top_issues'),
    ),
    aispm_top_at_risk_agents: listRisks('aispm_top_at_risk_agents', 'agent'),
    aispm_top_at_risk_mcp_servers: listRisks('aispm_top_at_risk_mcp_servers', 'mcp_server'),
    aispm_top_at_risk_models: listRisks('aispm_top_at_risk_models', 'model'),
    issues_histogram: {
      counts: countPerDay(workspace.dateIssues(workspace.list('listIssues')), workspace.now, days),
    },
    scans_counts: countScans(workspace.list('listScans')),
  };
};

const listInteractions = (workspace: Workspace) => workspace.list('listLlmInteractions');

const describeAgentCounts: Derivation = (workspace, { operation, query }) =>
  countAgents(listInteractions(workspace), readCountedWindow(query), getMaxItems(operation, 'agents') - 1, (id) => {
    const name = workspace.find('listAgents', id)?.aispm_friendly_name;
    return typeof name === 'string' ? name : null;
  });

const describeCategoryCounts: Derivation = (workspace, { operation, query }) =>
  countCategories(listInteractions(workspace), readCountedWindow(query), getMaxItems(operation, 'categories'));

/** Lists the results of a run: the known ones, and more that make them add up to the summary. */
const listRunResults: Derivation = (workspace, { operation, parameters: { run_id = '' }, query }) => {
  const run = workspace.find('listEvaluationRuns', run_id);
  if (!run) throw notFound(run_id);
  const rows = workspace.compute(`results of ${run_id}`, () => {
    const known = workspace.listNested('listEvaluationRunResults', 'run_id', run_id);
    const others = completeResults(run, known, (index) => seededUuid(`${run_id}/${index}`));
    return [...known, ...others].toSorted((a, b) => Number(a.prompt_index) - Number(b.prompt_index));
  });
  return { items: getRowSelector(operation)(rows as JsonObject[], query) };
};

const listScanResults: Derivation = (workspace, { operation, parameters: { id = '' }, query }) => {
  const rows = readScanResults(workspace, id);
  if (!rows) throw notFound(id);
  return { items: getRowSelector(operation)(rows, query) };
};

/** Creates the table of some assets, with the columns of the examples. */
function createTable(assets: readonly JsonObject[], { responses }: Operation): JsonObject {
  const [example] = responses[0]?.contents?.[0]?.examples ?? [];
  const value = example && 'value' in example && isJsonObject(example.value) ? example.value : {};
  const header = (value.header ?? []) as string[];
  return { ...value, header, rows: assets.map((asset) => header.map((name) => asset[name] ?? null)) };
}

const listAssetTable: Derivation = (workspace, { operation, query, operations }) => {
  const list = operations.get('listAispmAssets');
  const assets = workspace.list('listAispmAssets');
  const selected = list ? getRowSelector(list)(assets, query) : assets;
  return { ...createTable(selected, operation), total: selected.length, total_sampling: selected.length };
};

const readAssetTable: Derivation = (workspace, { operation, parameters: { id = '' } }) => {
  const asset = workspace.find('listAispmAssets', id);
  if (!asset) throw notFound(id);
  return { ...createTable([asset], operation), cursor: '', total: 1, total_sampling: 1 };
};

/** The lists that a search finds records of. */
const SEARCHED_LISTS = {
  ...LISTS,
  issue: 'listIssues',
  rule: 'listRules',
  evaluation: 'listEvaluations',
  view: 'listViews',
  scan: 'listScans',
} as const satisfies Record<SearchedType, OperationId>;

const search: Derivation = (workspace, { query }) => {
  const text = readSearchText(String(query.query));
  const types: readonly string[] = [query.result_type ?? SEARCHED_TYPES].flat();
  const found = SEARCHED_TYPES.filter((type) => types.includes(type)).flatMap((type) =>
    workspace
      .list(SEARCHED_LISTS[type])
      .filter(({ lifecycle_status }) => lifecycle_status !== 'deleted')
      .flatMap((record) => findInRecord(type, record, text) ?? []),
  );
  return { items: found.sort(compareFound).map((result) => ({ ...result })) };
};

/** The operations by name. */
export const DERIVATIONS: Readonly<Record<string, Derivation>> = {
  listAgentEdge: createEdgeList('agent'),
  listModelEdge: createEdgeList('model'),
  listToolEdge: createEdgeList('tool'),
  listMcpServerEdge: createEdgeList('mcp_server'),
  listAssetEdge: createEdgeList('asset'),
  listLocationEdge: createEdgeList('location'),
  getNeighbourhood: readNeighbourhood,
  getIssueHistogram: countIssuesOverTime,
  getAispmDashboard: describeDashboard,
  getLlmInteractionCounts: (workspace, { query }) => countHours(listInteractions(workspace), readCountedWindow(query)),
  getLlmInteractionCategories: describeCategoryCounts,
  getLlmInteractionAgents: describeAgentCounts,
  listEvaluationRunResults: listRunResults,
  listScanResults,
  listAssets: listAssetTable,
  listSearchResults: search,
  getAsset: readAssetTable,
};

/** Lists of related objects, each with the list of its source objects. */
export const EDGE_STARTS: Readonly<Partial<Record<OperationId, OperationId>>> = {
  listAgentEdge: LISTS.agent,
  listModelEdge: LISTS.model,
  listToolEdge: LISTS.tool,
  listMcpServerEdge: LISTS.mcp_server,
  listAssetEdge: LISTS.asset,
  listLocationEdge: LISTS.location,
};

/** Other operations on a record, each with the list of these records. */
export const STARTS: Readonly<Partial<Record<OperationId, OperationId>>> = {
  ...EDGE_STARTS,
  getNeighbourhood: LISTS.agent,
  getAsset: LISTS.asset,
  listIssueHistory: 'listIssues',
  listEvaluationRunResults: 'listEvaluationRuns',
  listScanResults: 'listScans',
};
