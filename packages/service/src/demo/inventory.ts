/** The inventory and the graph of the story. */
import type { EdgeName } from '@aispm/types';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { CONTENTS, PLACES, RELATIONS } from './relations.ts';
import { stableKeyOf } from './stable-keys.ts';
import { type Keys, story } from './story.ts';

/** Fields that every kind of object has, and so are columns. All others are its details. */
const COLUMNS = new Set([
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

type Record_ = Readonly<Record<string, unknown>>;

interface StoryObject {
  id: string;
  type: string;
  name: string;
  record: Record_;
}

const objects: StoryObject[] = [
  ...[...story.agents, ...story.models, ...story.tools, ...story.mcpServers].map((record) => ({
    id: record.aispm_object_id,
    type: record.object_type,
    name: record.aispm_friendly_name,
    record: record as unknown as Record_,
  })),
  ...story.assets.map((record) => ({
    id: record.asset_id as string,
    type: 'asset',
    name: record.asset_name as string,
    record,
  })),
  ...story.locations.map((record) => ({
    id: record.location_id,
    type: record.object_type,
    name: record.aispm_friendly_name,
    record: record as unknown as Record_,
  })),
];

/** Writes all objects, without counts of issues: those come with the findings. */
export async function seedInventory(db: Db, keys: Keys): Promise<void> {
  await db
    .insertInto('objects')
    .values(
      objects.map(({ id, type, name, record }) => ({
        ...keys,
        aispm_object_id: id,
        object_type: type,
        stable_key: stableKeyOf({ id, type, name, record }),
        aispm_friendly_name: name,
        description: (record.description as string | undefined) ?? null,
        lifecycle_status: (record.lifecycle_status as string | undefined) ?? 'active',
        discovery_sources: (record.discovery_sources as string[] | undefined) ?? ['static_scan'],
        labels: json((record.labels as object | undefined) ?? {}) as never,
        details: json(detailsOf(type, record)) as never,
        agent_count: countOf(record.agent_count),
        model_count: countOf(record.model_count),
        tool_count: countOf(record.tool_count),
        mcp_server_count: countOf(record.mcp_server_count),
        sub_agent_count: countOf(record.sub_agent_count),
        ai_object_count: countOf(record.ai_object_count),
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
    .values(edges().map((edge) => ({ ...keys, ...edge })))
    .execute();
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** The asset of a location is a detail; of an asset it is the identifier itself. */
function detailsOf(type: string, record: Record_): Record_ {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !COLUMNS.has(name) || (name === 'asset_id' && type === 'location')),
  );
}

function find(name: string): StoryObject {
  const found = objects.find((one) => one.name === name);
  if (!found) throw new Error(`The story has no ${name}.`);
  return found;
}

function edges() {
  const used = RELATIONS.flatMap(([source, edge, targets]) =>
    targets.map((target) => relate(find(source), edge, find(target), 'both')),
  );
  const placed = (places: Readonly<Record<string, string[]>>, edge: EdgeName) =>
    Object.entries(places).flatMap(([place, names]) =>
      names.map((name) => relate(find(name), edge, find(place), 'declared')),
    );
  const contained = story.locations.map(({ aispm_friendly_name, asset_id }) =>
    relate(find(aispm_friendly_name), 'assets', objects.find(({ id }) => id === asset_id) as StoryObject, 'declared'),
  );
  return [...used, ...placed(CONTENTS, 'assets'), ...placed(PLACES, 'locations'), ...contained];
}

/** A relation is seen as long as both ends are. */
function relate(source: StoryObject, edge: EdgeName, target: StoryObject, evidence: 'both' | 'declared') {
  const [first = '', last = ''] = [
    [source.record.first_seen_at, target.record.first_seen_at].map(String).sort()[1],
    [source.record.last_seen_at, target.record.last_seen_at].map(String).sort()[0],
  ];
  return {
    source_id: source.id,
    edge,
    target_id: target.id,
    source_type: source.type,
    target_type: target.type,
    evidence,
    first_seen_at: first,
    last_seen_at: last,
  };
}
