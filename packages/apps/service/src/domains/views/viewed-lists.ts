/** The lists that views can show, with the columns and filters of the contract. */
import {
  findOperation,
  findPaging,
  isPagingParameter,
  jsonSchema,
  listOperations,
  schemaProperties,
} from '@aispm/openapi';
import type { ViewEntity } from '@aispm/types';
import { document, OPERATIONS, type OperationId, resolve, type Schema } from '../../platform/contract/contract.ts';
import { type Direction, type List, resolveOrder } from '../../platform/lists/list.ts';
import { issueList, occurrenceList } from '../findings/index.ts';
import { interactionList } from '../interactions/index.ts';
import {
  ASSET_HEADER,
  agentList,
  assetTable,
  locationList,
  mcpServerList,
  modelList,
  toolList,
} from '../inventory/index.ts';
import { ruleList } from '../rules/index.ts';
import { createScanList } from '../scans/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and items belong together in each list, but differ between them.
type AnyList = List<any, any, any>;

/** The list operation of each entity. */
const OPERATION_IDS: Record<ViewEntity, OperationId> = {
  agents: 'listAgents',
  models: 'listModels',
  tools: 'listTools',
  mcp_servers: 'listMcpServers',
  assets: 'listAssets',
  locations: 'listLocations',
  issues: 'listIssues',
  fine_grained_issues: 'listFineGrainedIssues',
  rules: 'listRules',
  evaluations: 'listEvaluations',
  agent_evaluations: 'listAgentEvaluations',
  evaluation_runs: 'listEvaluationRuns',
  llm_interactions: 'listLlmInteractions',
  scans: 'listScans',
};

/** The queries of the lists that can be exported. That of scans depends on the order. */
const LIST_QUERIES: Partial<Record<OperationId, (query: { order: Direction }) => AnyList>> = {
  listAgents: () => agentList,
  listModels: () => modelList,
  listTools: () => toolList,
  listMcpServers: () => mcpServerList,
  listAssets: () => assetTable,
  listLocations: () => locationList,
  listIssues: () => issueList,
  listFineGrainedIssues: () => occurrenceList,
  listRules: () => ruleList,
  listLlmInteractions: () => interactionList,
  listScans: ({ order }) => createScanList(order),
};

/** A list that a view shows. */
export interface ViewedList {
  operation: OperationId;
  /** Names of the columns, in the order of the contract. */
  columns: readonly string[];
  /** Query parameters that filter or sort, with their schemas. */
  filters: Readonly<Record<string, Schema>>;
  /** Whether its pages have numbers. */
  isNumbered: boolean;
}

const viewedLists = new Map<ViewEntity, ViewedList>();

/** Returns the list that a view of an entity shows. */
export function findViewedList(entity: ViewEntity): ViewedList {
  const known = viewedLists.get(entity);
  if (known) return known;
  const operation = OPERATION_IDS[entity];
  const parameters = (OPERATIONS.get(operation)?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const filters = parameters.filter(({ name }) => !isPagingParameter(name));
  const list: ViewedList = {
    operation,
    columns: listColumns(operation),
    filters: Object.fromEntries(filters.map(({ name, schema }) => [name, schema])),
    isNumbered: findPaging(parameters)?.kind === 'numbered',
  };
  viewedLists.set(entity, list);
  return list;
}

/**
 * Returns the list with its query, for the given sort order.
 *
 * @throws when the list cannot be exported
 */
export function createListQuery({ operation, isNumbered }: ViewedList, query: object): AnyList {
  const createQuery = LIST_QUERIES[operation];
  if (!createQuery) throw new Error(`The list ${operation} cannot be exported.`);
  const list = createQuery(query as { order: Direction });
  // In lists with numbered pages the identifier is sorted in the direction of the order.
  return isNumbered ? { ...list, idDirection: resolveOrder(list, query).direction } : list;
}

/** Returns an item of a list as an object; assets are rows of a table. */
export function toRecord(item: object): Record<string, unknown> {
  return Array.isArray(item)
    ? Object.fromEntries(item.map((cell, index) => [ASSET_HEADER[index], cell]))
    : (item as Record<string, unknown>);
}

function listColumns(operation: OperationId): readonly string[] {
  if (operation === assetTable.operation) return ASSET_HEADER;
  const response = findOperation(listOperations(document), operation)?.responses['200'];
  const page = schemaProperties(document, jsonSchema(response) ?? {});
  const items = resolve<Schema>(page.items ?? {}).items ?? {};
  return Object.keys(schemaProperties(document, items));
}
