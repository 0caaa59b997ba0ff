/** The lists that views can show, with their columns and filters as the contract has them. */
import type { ViewEntity } from '@aispm/types';
import { document, OPERATIONS, type OperationId, resolve, type Schema } from '../contract/contract.ts';
import { issueList } from '../findings/issues.ts';
import { occurrenceList } from '../findings/occurrences.ts';
import { assetList, HEADER } from '../inventory/assets.ts';
import { locationList } from '../inventory/locations.ts';
import { agentList, mcpServerList, modelList, toolList } from '../inventory/nodes.ts';
import { type Direction, type List, orderOf } from '../lists/list.ts';
import { ruleList } from '../rules/list.ts';
import { interactionList } from '../runtime/interactions.ts';
import { scanList } from '../scans/lists.ts';

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

/** How the engine describes them; one has an order that depends on which way it runs. */
const LISTS: Partial<Record<OperationId, (query: { order: Direction }) => AnyList>> = {
  listAgents: () => agentList,
  listModels: () => modelList,
  listTools: () => toolList,
  listMcpServers: () => mcpServerList,
  listAssets: () => assetList,
  listLocations: () => locationList,
  listIssues: () => issueList,
  listFineGrainedIssues: () => occurrenceList,
  listRules: () => ruleList,
  listLlmInteractions: () => interactionList,
  listScans: ({ order }) => scanList(order),
};

/** Query parameters that page through a list. */
const PAGING = new Set(['page_size', 'cursor', 'page', 'include_total']);

/** A list as a view sees it. */
export interface Entity {
  operation: OperationId;
  /** Names of the columns, in the order of the contract. */
  columns: readonly string[];
  /** Query parameters that filter or sort, with their schemas. */
  filters: Readonly<Record<string, Schema>>;
  /** Whether the list has pages by number. */
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

/** The engine's description of the list, for a query of it. */
export function listOf({ operation, isNumbered }: Entity, query: object): AnyList {
  const make = LISTS[operation];
  if (!make) throw new Error(`There is no list ${operation} to export.`);
  const list = make(query as { order: Direction });
  // In lists with pages by number the identifier runs the way of the order.
  return isNumbered ? { ...list, idDirection: orderOf(list, query).direction } : list;
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
