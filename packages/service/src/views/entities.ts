/** The lists that views can show, with their columns and filters as the contract has them. */
import type { ViewEntity } from '@aispm/types';
import { document, OPERATIONS, type OperationId, resolve, type Schema } from '../contract/contract.ts';
import { assetList, HEADER } from '../inventory/assets.ts';
import { locationList } from '../inventory/locations.ts';
import { agentList, mcpServerList, modelList, toolList } from '../inventory/nodes.ts';
import type { List } from '../lists/list.ts';
import { interactionList } from '../runtime/interactions.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and items belong together in each list, but differ between them.
type AnyList = List<any, any, any>;

/** The operation that each entity is the list of. */
const OPERATION_OF: Record<ViewEntity, OperationId> = {
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

const LISTS: readonly AnyList[] = [
  agentList,
  modelList,
  toolList,
  mcpServerList,
  assetList,
  locationList,
  interactionList,
];

/** Query parameters that page through a list. */
const PAGING = new Set(['page_size', 'cursor', 'page', 'include_total']);

/** A list as a view sees it. */
export interface Entity {
  operation: OperationId;
  /** Names of the columns, in the order of the contract. */
  columns: readonly string[];
  /** Query parameters that filter or sort, with their schemas. */
  filters: Readonly<Record<string, Schema>>;
  /** Whether the list has pages by number, in which identifiers run the way of the order. */
  isNumbered: boolean;
}

const entities = new Map<ViewEntity, Entity>();

/** The list that a view shows. */
export function entityOf(name: ViewEntity): Entity {
  const known = entities.get(name);
  if (known) return known;
  const operation = OPERATION_OF[name];
  const parameters = (OPERATIONS.get(operation)?.parameters ?? []).filter((one) => one.in === 'query');
  const entity = {
    operation,
    columns: columnsOf(operation),
    filters: Object.fromEntries(parameters.filter((one) => !PAGING.has(one.name)).map((one) => [one.name, one.schema])),
    isNumbered: parameters.some((one) => one.name === 'page'),
  };
  entities.set(name, entity);
  return entity;
}

/** The engine's description of the list. */
export function listOf({ operation }: Entity): AnyList {
  const list = LISTS.find((one) => one.operation === operation);
  if (!list) throw new Error(`There is no list ${operation} to export.`);
  return list;
}

/** An item of the list as a record: assets are cells of a table. */
export function recordOf(item: object): Record<string, unknown> {
  return Array.isArray(item)
    ? Object.fromEntries(item.map((cell, index) => [HEADER[index], cell]))
    : (item as Record<string, unknown>);
}

function columnsOf(operation: OperationId): readonly string[] {
  if (operation === assetList.operation) return HEADER;
  const [name, path] = ['get', OPERATIONS.get(operation)?.path ?? ''];
  const node = (document.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>)[path]?.[name];
  const answer = resolve<{ content: Record<string, { schema: unknown }> }>(node?.responses['200']);
  const page = resolve<Schema>(answer.content['application/json']?.schema);
  const item = resolve<Schema>((page.properties?.items as { items?: unknown } | undefined)?.items);
  return Object.keys(item.properties ?? {});
}
