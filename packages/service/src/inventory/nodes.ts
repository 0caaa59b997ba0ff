/** Agents, models, tools and MCP servers: what they share, and what each kind adds. */
import type { Agent, McpServer, Model, Tool } from '@aispm/types';
import { sql } from 'kysely';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { anyOf, contains, equal, type Filters, since, some } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';
import { unknownFields } from './unknown.ts';

/** Columns that stand in the record as they are. */
const COLUMNS = [
  'aispm_object_id',
  'aispm_friendly_name',
  'object_type',
  'description',
  'lifecycle_status',
  'discovery_sources',
  'labels',
  'total_issues_count',
  'critical_issues_count',
  'high_issues_count',
  'max_definitive_severity',
  'first_seen_at',
  'last_seen_at',
  'created_at',
  'updated_at',
] as const;

/** The record of each kind, and the counts of relations that it has. */
interface Records {
  agent: Agent;
  model: Model;
  tool: Tool;
  mcp_server: McpServer;
}

const COUNTS = {
  agent: ['model_count', 'tool_count', 'mcp_server_count', 'sub_agent_count'],
  model: ['agent_count'],
  tool: ['agent_count'],
  mcp_server: ['tool_count', 'agent_count'],
} as const;

export type NodeType = keyof Records;

/** The objects of one kind, ready to become records. */
export function nodes(db: Db, { tenantId, workspaceId }: Scope, type: NodeType) {
  return db
    .selectFrom('objects')
    .select([...COLUMNS, ...COUNTS[type], 'details'])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('object_type', '=', type);
}

/** What the records of each kind say where nothing is known. */
const UNKNOWN: Record<NodeType, object> = {
  agent: unknownFields('Agent'),
  model: unknownFields('Model'),
  tool: unknownFields('Tool'),
  mcp_server: unknownFields('McpServer'),
};

interface NodeRow {
  object_type: string;
  details: unknown;
}

/** A row as the record of its kind: the columns, and the details that only this kind has, as far as they are known. */
export function toRecord<Type extends NodeType>({ details, ...columns }: NodeRow): Records[Type] {
  return {
    ...UNKNOWN[columns.object_type as NodeType],
    ...columns,
    ...(details as object),
  } as unknown as Records[Type];
}

/** Filters that all four lists have. */
const SHARED = {
  name: contains('aispm_friendly_name', 'technical_name'),
  lifecycle_status: anyOf('lifecycle_status'),
  severity: anyOf('max_definitive_severity'),
  has_issues: some('total_issues_count'),
  updated_since: since('updated_at'),
  include_deleted: (isIncluded: boolean) => (isIncluded ? undefined : sql<boolean>`lifecycle_status <> 'deleted'`),
};

/** Orders that all four lists have. */
const SORTS = {
  aispm_friendly_name: sortKey('name_order', 'text'),
  max_definitive_severity: sortKey('max_severity_rank', 'bigint'),
  total_issues_count: sortKey('total_issues_count', 'bigint'),
  first_seen_at: sortKey('first_seen_at', 'timestamptz'),
  last_seen_at: sortKey('last_seen_at', 'timestamptz'),
  updated_at: sortKey('updated_at', 'timestamptz'),
};

type NodeList<Id extends OperationId, Type extends NodeType> = List<Id, NodeRow, Records[Type]>;

function nodeList<Id extends OperationId, Type extends NodeType>(
  operation: Id,
  type: Type,
  filters: Filters<Id>,
  sorts: NodeList<Id, Type>['sorts'],
): NodeList<Id, Type> {
  return {
    operation,
    rows: (db, scope) => nodes(db, scope, type),
    filters,
    sorts,
    id: sql.ref('aispm_object_id'),
    toItem: toRecord<Type>,
  };
}

export const agentList = nodeList(
  'listAgents',
  'agent',
  {
    ...SHARED,
    // An agent has no other name.
    name: contains('aispm_friendly_name'),
    framework: anyOf('framework'),
    platform: anyOf('platform'),
    provider: anyOf('provider'),
    autonomy_level: anyOf('autonomy_level'),
    owner: (values) => sql`owners ?| ${values}::text[]`,
  },
  SORTS,
);

export const modelList = nodeList(
  'listModels',
  'model',
  { ...SHARED, provider_name: anyOf('provider_name'), task: anyOf('task'), deployment: anyOf('deployment') },
  { ...SORTS, agent_count: sortKey('agent_count', 'bigint') },
);

export const toolList = nodeList(
  'listTools',
  'tool',
  {
    ...SHARED,
    tool_source: anyOf('tool_source'),
    tool_kind: anyOf('tool_kind'),
    mcp_server_id: equal('mcp_server_id'),
    is_destructive: equal('is_destructive'),
  },
  { ...SORTS, agent_count: sortKey('agent_count', 'bigint') },
);

export const mcpServerList = nodeList(
  'listMcpServers',
  'mcp_server',
  { ...SHARED, transport: anyOf('transport'), auth_type: anyOf('auth_type') },
  { ...SORTS, tool_count: sortKey('tool_count', 'bigint'), agent_count: sortKey('agent_count', 'bigint') },
);
