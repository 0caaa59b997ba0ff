/** Seeds the inventory and the graph of the sample data. */
import { deriveRelationTimes } from '@aispm/domain';
import type { NeighbourhoodEdge } from '@aispm/types';
import type { Db } from '../platform/database/dialect.ts';
import { json } from '../platform/database/json.ts';
import { relations } from './relations.ts';
import type { Keys, SampleData } from './sample-data.ts';
import { findStableKey } from './stable-keys.ts';

/** Fields with their own columns. All others are details. */
const COLUMN_FIELDS = new Set([
  'aispm_object_id',
  'asset_id',
  'location_id',
  'aispm_friendly_name',
  'asset_name',
  'object_type',
  'description',
  'lifecycle_status',
  'discovery_sources',
  'labels',
  'total_issues_count',
  'critical_issues_count',
  'high_issues_count',
  'max_definitive_severity',
  'agent_count',
  'model_count',
  'tool_count',
  'mcp_server_count',
  'sub_agent_count',
  'ai_object_count',
  'last_scan_id',
  'last_scanned_at',
  'first_seen_at',
  'last_seen_at',
  'created_at',
  'updated_at',
]);

type Fields = Readonly<Record<string, unknown>>;

interface SampleObject {
  id: string;
  type: string;
  name: string;
  record: Fields;
}

/** Lists the objects of all types. */
function listObjects(sampleData: SampleData): SampleObject[] {
  return [
    ...[...sampleData.agents, ...sampleData.models, ...sampleData.tools, ...sampleData.mcpServers].map((record) => ({
      id: record.aispm_object_id,
      type: record.object_type,
      name: record.aispm_friendly_name,
      record: { ...record },
    })),
    ...sampleData.assets.map((record) => ({
      id: record.asset_id as string,
      type: 'asset',
      name: record.asset_name as string,
      record,
    })),
    ...sampleData.locations.map((record) => ({
      id: record.location_id,
      type: record.object_type,
      name: record.aispm_friendly_name,
      record: { ...record },
    })),
  ];
}

/** Inserts all objects and relations. The counts of issues follow with the findings. */
export async function seedInventory(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  const objects = listObjects(sampleData);
  await db
    .insertInto('objects')
    .values(
      objects.map(({ id, type, name, record }) => ({
        ...keys,
        aispm_object_id: id,
        object_type: type,
        stable_key: findStableKey({ id, type, name, record }),
        aispm_friendly_name: name,
        description: (record.description as string | undefined) ?? null,
        lifecycle_status: (record.lifecycle_status as string | undefined) ?? 'active',
        discovery_sources: (record.discovery_sources as string[] | undefined) ?? ['static_scan'],
        scanned_labels: json((record.labels as object | undefined) ?? {}),
        details: json(toDetails(type, record)),
        agent_count: toCount(record.agent_count),
        model_count: toCount(record.model_count),
        tool_count: toCount(record.tool_count),
        mcp_server_count: toCount(record.mcp_server_count),
        sub_agent_count: toCount(record.sub_agent_count),
        ai_object_count: toCount(record.ai_object_count),
        last_scan_id: (record.last_scan_id as string | undefined) ?? null,
        last_scanned_at: (record.last_scanned_at as string | undefined) ?? null,
        first_seen_at: record.first_seen_at as string,
        last_seen_at: record.last_seen_at as string,
        created_at: (record.created_at ?? record.first_seen_at) as string,
        updated_at: (record.updated_at ?? record.last_seen_at) as string,
      })),
    )
    .execute();
  await db
    .insertInto('edges')
    .values(relations.map((relation) => ({ ...keys, ...toRow(relation, objects) })))
    .execute();
}

function toCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Selects the details. `asset_id` is a detail of a location, and the identifier of an asset. */
function toDetails(type: string, record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !COLUMN_FIELDS.has(name) || (name === 'asset_id' && type === 'location')),
  );
}

function findObject(id: string, objects: readonly SampleObject[]): SampleObject {
  const found = objects.find((object) => object.id === id);
  if (!found) throw new Error(`The sample data has no object ${id}.`);
  return found;
}

/** Creates a row of the `edges` table. A relation has no times in the sample data: it's observed while both of its ends are. */
function toRow({ from_id, edge, to_id, evidence }: NeighbourhoodEdge, objects: readonly SampleObject[]) {
  const [source, target] = [findObject(from_id, objects), findObject(to_id, objects)];
  const toTimes = ({ record }: SampleObject) => ({
    first_seen_at: String(record.first_seen_at),
    last_seen_at: String(record.last_seen_at),
  });
  return {
    source_id: from_id,
    edge,
    target_id: to_id,
    source_type: source.type,
    target_type: target.type,
    evidence,
    ...deriveRelationTimes(toTimes(source), toTimes(target)),
  };
}
