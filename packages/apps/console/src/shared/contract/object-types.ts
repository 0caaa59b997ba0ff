import {
  getAgent,
  getAispmAsset,
  getLocation,
  getMcpServer,
  getModel,
  getTool,
  listAgents,
  listAispmAssets,
  listLocations,
  listMcpServers,
  listModels,
  listTools,
  type PagedOperation,
  updateAgent,
  updateMcpServer,
  updateModel,
  updateTool,
  type Workspace,
} from '@aispm/client';
import type { Operation } from '@aispm/react-query';
import type { ListId } from './lists.ts';

/** An object type: its path, list and labels. */
export interface ObjectTypeInfo {
  /** The value of `object_type`. */
  objectType: string;
  /** The path segment. */
  segment: string;
  singular: string;
  plural: string;
  list: ListId;
  /** The property that identifies a row. */
  idField: string;
  /** The property that names a row. */
  nameField: string;
  columns: readonly string[];
  icon: string;
}

const common = { idField: 'aispm_object_id', nameField: 'aispm_friendly_name' };

/** All object types, in the order of the navigation. */
export const OBJECT_TYPES = [
  {
    ...common,
    objectType: 'agent',
    segment: 'agents',
    singular: 'Agent',
    plural: 'Agents',
    list: 'listAgents',
    icon: 'agent',
    columns: [
      'max_definitive_severity',
      'critical_issues_count',
      'high_issues_count',
      'framework',
      'autonomy_level',
      'owners',
      'last_seen_at',
    ],
  },
  {
    ...common,
    objectType: 'model',
    segment: 'models',
    singular: 'Model',
    plural: 'Models',
    list: 'listModels',
    icon: 'model',
    columns: [
      'max_definitive_severity',
      'provider_name',
      'deployment',
      'license',
      'agent_count',
      'owners',
      'last_seen_at',
    ],
  },
  {
    ...common,
    objectType: 'tool',
    segment: 'tools',
    singular: 'Tool',
    plural: 'Tools',
    list: 'listTools',
    icon: 'tool',
    columns: [
      'max_definitive_severity',
      'tool_source',
      'tool_kind',
      'is_destructive',
      'agent_count',
      'owners',
      'last_seen_at',
    ],
  },
  {
    ...common,
    objectType: 'mcp_server',
    segment: 'mcp-servers',
    singular: 'MCP server',
    plural: 'MCP servers',
    list: 'listMcpServers',
    icon: 'mcp_server',
    columns: [
      'max_definitive_severity',
      'transport',
      'auth_type',
      'tool_count',
      'agent_count',
      'owners',
      'last_seen_at',
    ],
  },
  {
    objectType: 'asset',
    segment: 'assets',
    singular: 'Asset',
    plural: 'Assets',
    list: 'listAispmAssets',
    idField: 'asset_id',
    nameField: 'asset_name',
    icon: 'asset',
    columns: [
      'asset_type',
      'language',
      'critical_issues_count',
      'high_issues_count',
      'ai_object_count',
      'owner',
      'last_scanned_at',
    ],
  },
  {
    objectType: 'location',
    segment: 'locations',
    singular: 'Location',
    plural: 'Locations',
    list: 'listLocations',
    idField: 'location_id',
    nameField: 'aispm_friendly_name',
    icon: 'location',
    columns: ['location_type', 'file_path', 'start_line', 'repository_url', 'last_seen_at'],
  },
] as const satisfies readonly ObjectTypeInfo[];

/** The path segment of an object type. */
export type ObjectSegment = (typeof OBJECT_TYPES)[number]['segment'];

/** The parameters that the lists of all types have in common. */
interface ListParams extends Workspace {
  name?: string;
  page_size: number;
}

/** The operations of each object type, by path segment. */
export const OBJECT_OPERATIONS: Record<
  ObjectSegment,
  {
    list: PagedOperation<ListParams, { items: readonly object[]; cursor: string }>;
    get: Operation<Workspace & { id: string }, object>;
  }
> = {
  agents: { list: listAgents, get: getAgent },
  models: { list: listModels, get: getModel },
  tools: { list: listTools, get: getTool },
  'mcp-servers': { list: listMcpServers, get: getMcpServer },
  assets: { list: listAispmAssets, get: getAispmAsset },
  locations: { list: listLocations, get: getLocation },
};

/** The operations that change labels and owners, by path segment. Assets and locations have none. */
export const OBJECT_UPDATES = {
  agents: updateAgent,
  models: updateModel,
  tools: updateTool,
  'mcp-servers': updateMcpServer,
};

/** Finds an object type by path segment. */
export function findBySegment(segment: string) {
  return OBJECT_TYPES.find((type) => type.segment === segment);
}

/** Finds an object type by `object_type`; undefined for types of later versions of the contract. */
export function findByObjectType(objectType: string) {
  return OBJECT_TYPES.find((type) => type.objectType === objectType);
}
