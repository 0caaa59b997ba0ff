/** Lists agents, models, tools and MCP servers. */
import type { Agent, McpServer, Model, Tool } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema, type OperationId } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, contains, equal, type Filters, isPositive, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { isNotDeleted } from './not-deleted.ts';
import { searchObjects } from './search.ts';
import { getUnknownFields } from './unknown-fields.ts';

/** Columns that records contain unchanged. */
const COLUMNS = [
  'aispm_object_id',
  'aispm_friendly_name',
  'object_type',
  'description',
  'lifecycle_status',
  'discovery_sources',
  'labels',
  'owners',
  'total_issues_count',
  'critical_issues_count',
  'high_issues_count',
  'max_definitive_severity',
  'first_seen_at',
  'last_seen_at',
  'created_at',
  'updated_at',
] as const;

/** The record of each object type. */
export interface Records {
  agent: Agent;
  model: Model;
  tool: Tool;
  mcp_server: McpServer;
}

/** The counts of relations of each object type. */
const COUNTS = {
  agent: ['model_count', 'tool_count', 'mcp_server_count', 'sub_agent_count'],
  model: ['agent_count'],
  tool: ['agent_count'],
  mcp_server: ['tool_count', 'agent_count'],
} as const;

/** An object type that has records. */
export type RecordType = keyof Records;

/** Selects the objects of one type. */
export function selectRecords(db: Db, scope: Workspace, type: RecordType) {
  return db
    .selectFrom('objects')
    .select([...COLUMNS, ...COUNTS[type], 'details'])
    .where(inWorkspace('objects', scope))
    .where('object_type', '=', type);
}

/** The fields of each object type without columns, with their values if no scan reported any. */
const DETAILS: Record<RecordType, readonly (readonly [name: string, unknown: unknown])[]> = {
  agent: listDetails('agent', 'Agent'),
  model: listDetails('model', 'Model'),
  tool: listDetails('tool', 'Tool'),
  mcp_server: listDetails('mcp_server', 'McpServer'),
};

function listDetails(type: RecordType, schema: string): [name: string, unknown: unknown][] {
  const columns: readonly string[] = [...COLUMNS, ...COUNTS[type]];
  const unknown = getUnknownFields(schema);
  return Object.keys(getSchema(schema).properties ?? {})
    .filter((name) => !columns.includes(name))
    .map((name) => [name, unknown[name]]);
}

interface RecordRow {
  object_type: string;
  owners: unknown;
  details: unknown;
  [column: string]: unknown;
}

/** Converts a row to a record of the contract, in place: the columns, and the known details of its type. */
export function toRecord<Type extends RecordType>(row: RecordRow): Records[Type] {
  const details = row.details as Record<string, unknown>;
  for (const [name, unknown] of DETAILS[row.object_type as RecordType]) row[name] = details[name] ?? unknown;
  row.owners ??= [];
  // Deleting the property would make the object slower.
  row.details = undefined;
  return row as RecordRow & Records[Type];
}

/** The filters of all four lists. */
const SHARED_FILTERS = {
  id: anyOf('aispm_object_id'),
  name: contains('aispm_friendly_name', 'technical_name'),
  lifecycle_status: anyOf('lifecycle_status'),
  severity: anyOf('max_definitive_severity'),
  has_issues: isPositive('total_issues_count'),
  first_seen_since: since('first_seen_at'),
  updated_since: since('updated_at'),
  owner: (values: readonly string[]) => sql<boolean>`owners ?| ${values}::text[]`,
  include_deleted: (isIncluded: boolean) => (isIncluded ? undefined : isNotDeleted),
};

/** The sort keys of all four lists. */
const SHARED_SORTS = {
  aispm_friendly_name: sortKey('name_order', 'text'),
  max_definitive_severity: sortKey('max_severity_rank', 'bigint'),
  total_issues_count: sortKey('total_issues_count', 'bigint'),
  first_seen_at: sortKey('first_seen_at', 'timestamptz'),
  last_seen_at: sortKey('last_seen_at', 'timestamptz'),
  updated_at: sortKey('updated_at', 'timestamptz'),
};

type RecordList<Id extends OperationId, Type extends RecordType> = List<Id, RecordRow, Records[Type]>;

function createList<Id extends OperationId, Type extends RecordType>(
  operation: Id,
  type: Type,
  filters: Filters<Id>,
  sorts: RecordList<Id, Type>['sorts'],
): RecordList<Id, Type> {
  return {
    operation,
    rows: (db, scope) => selectRecords(db, scope, type),
    filters,
    search: searchObjects(type),
    sorts,
    id: sql.ref('aispm_object_id'),
    toItem: toRecord<Type>,
  };
}

export const agentList = createList(
  'listAgents',
  'agent',
  {
    ...SHARED_FILTERS,
    // Agents have no technical name.
    name: contains('aispm_friendly_name'),
    framework: anyOf('framework'),
    platform: anyOf('platform'),
    provider: anyOf('provider'),
    autonomy_level: anyOf('autonomy_level'),
  },
  SHARED_SORTS,
);

export const modelList = createList(
  'listModels',
  'model',
  { ...SHARED_FILTERS, provider_name: anyOf('provider_name'), task: anyOf('task'), deployment: anyOf('deployment') },
  { ...SHARED_SORTS, agent_count: sortKey('agent_count', 'bigint') },
);

export const toolList = createList(
  'listTools',
  'tool',
  {
    ...SHARED_FILTERS,
    tool_source: anyOf('tool_source'),
    tool_kind: anyOf('tool_kind'),
    mcp_server_id: anyOf('mcp_server_id'),
    is_destructive: equal('is_destructive'),
  },
  { ...SHARED_SORTS, agent_count: sortKey('agent_count', 'bigint') },
);

export const mcpServerList = createList(
  'listMcpServers',
  'mcp_server',
  { ...SHARED_FILTERS, transport: anyOf('transport'), auth_type: anyOf('auth_type') },
  { ...SHARED_SORTS, tool_count: sortKey('tool_count', 'bigint'), agent_count: sortKey('agent_count', 'bigint') },
);
