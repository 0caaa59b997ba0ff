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
import { agentEvaluationList, evaluationList, runList } from '../evaluations/index.ts';
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

/** The list of each entity. The list of scans depends on the order. */
const LISTS: Record<ViewEntity, (order: Direction) => AnyList> = {
  agents: () => agentList,
  models: () => modelList,
  tools: () => toolList,
  mcp_servers: () => mcpServerList,
  assets: () => assetTable,
  locations: () => locationList,
  issues: () => issueList,
  fine_grained_issues: () => occurrenceList,
  rules: () => ruleList,
  evaluations: () => evaluationList,
  agent_evaluations: () => agentEvaluationList,
  evaluation_runs: () => runList,
  llm_interactions: () => interactionList,
  scans: createScanList,
};

/** A list that a view can show. */
export interface ViewedList {
  entity: ViewEntity;
  operation: OperationId;
  /** Names of the columns, in the order of the contract. */
  columns: readonly string[];
  /** Filter and sort parameters, with their schemas. */
  filters: Readonly<Record<string, Schema>>;
  /** Whether its pages have numbers. */
  isNumbered: boolean;
}

const viewedLists = new Map<ViewEntity, ViewedList>();

/** Returns the list that a view of an entity shows. */
export function findViewedList(entity: ViewEntity): ViewedList {
  const known = viewedLists.get(entity);
  if (known) return known;
  const { operation }: { operation: OperationId } = LISTS[entity]('ASC');
  const parameters = (OPERATIONS.get(operation)?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const filters = parameters.filter(({ name }) => !isPagingParameter(name));
  const list: ViewedList = {
    entity,
    operation,
    columns: listColumns(operation),
    filters: Object.fromEntries(filters.map(({ name, schema }) => [name, schema])),
    isNumbered: findPaging(parameters)?.kind === 'numbered',
  };
  viewedLists.set(entity, list);
  return list;
}

/** Returns the list with its query, for the given sort order. */
export function createListQuery({ entity, isNumbered }: ViewedList, query: object): AnyList {
  const list = LISTS[entity]((query as { order: Direction }).order);
  // In lists with numbered pages, the identifier is sorted in the same direction.
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
