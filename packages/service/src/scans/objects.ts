/** Objects and locations of a scan: found by their stable keys, put together with what is known, and written at once. */
import type { DiscoverySource, ObjectType, ScanChange, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { inWorkspace, rowsOf } from '../database/rows.ts';
import { learnGrowth } from '../database/statistics.ts';
import { newId } from '../identifiers.ts';
import { type KeptObject, type Merged, merge, placeOf, type Sighting, sightingOf } from './merge.ts';
import { scannedAssetKey } from './scanned-asset.ts';
import type { Work } from './work.ts';

/** An object of the document. */
export interface SeenObject {
  id: string;
  type: ObjectType;
  change: Exclude<ScanChange, 'absent'>;
}

/** What a document shows. */
export interface SeenObjects {
  /** By the keys of the document, locations among them. */
  byKey: ReadonlyMap<string, SeenObject>;
  /** The asset that was scanned. */
  assetId: string | null;
  /** The asset of each location, by the identifier of the location. */
  assetOfLocation: ReadonlyMap<string, string>;
}

/** Writes the objects and locations of a document. */
export async function writeObjects(work: Work, document: ScanDocument): Promise<SeenObjects> {
  const source = sourceOf(work.scan.scan_type);
  const objects = await mergeAll(
    work,
    document.objects.map((scanned) => sightingOf(scanned, work.now)),
    source,
  );
  const byKey = new Map<string, SeenObject>();
  for (const [index, { key }] of document.objects.entries()) byKey.set(key, seenOf(objects[index]));
  const ownAsset = scannedAssetKey(document);
  const assetId = document.asset_id ?? (ownAsset === undefined ? null : (byKey.get(ownAsset)?.id ?? null));

  const assetOf = (key: string | undefined) => (key === undefined ? assetId : byKey.get(key)?.id) ?? '';
  const places = await mergeAll(
    work,
    document.locations.map((scanned) => placeOf(scanned, assetOf(scanned.asset_key), work.scan)),
    source,
  );
  for (const [index, { key }] of document.locations.entries()) byKey.set(key, seenOf(places[index]));

  const all = [...objects, ...places];
  await write(
    work,
    all.filter(({ isSame }) => !isSame),
  );
  await touch(
    work,
    all.filter(({ isSame }) => isSame),
  );
  await learnGrowth(work.db, 'objects', all.length);
  await rename(work, all);
  return {
    byKey,
    assetId,
    assetOfLocation: new Map(places.map(({ object }) => [object.aispm_object_id, String(object.details.asset_id)])),
  };
}

/** How a scan of some kind learns of objects: by looking at them at work, or at what they are made of. */
function sourceOf(type: Work['scan']['scan_type']): DiscoverySource {
  return type === 'runtime' ? 'runtime' : 'static_scan';
}

function seenOf(merged: Merged | undefined): SeenObject {
  if (!merged) throw new Error('An object of the document was lost.');
  return { id: merged.object.aispm_object_id, type: merged.object.object_type, change: merged.change };
}

async function mergeAll(work: Work, seen: readonly Sighting[], source: DiscoverySource): Promise<Merged[]> {
  if (seen.length === 0) return [];
  const { db, scope } = work;
  const names = seen.map(({ object_type, stable_key }) => ({ object_type, stable_key }));
  const { rows } = await sql<KeptObject>`
    SELECT objects.aispm_object_id, objects.object_type, objects.stable_key, objects.aispm_friendly_name,
      objects.description, objects.lifecycle_status, objects.discovery_sources, objects.labels, objects.details,
      objects.accepted_schemas
    FROM ${rowsOf(names, 'object_type text, stable_key text')}
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.object_type = given.object_type
      AND objects.stable_key = given.stable_key
      AND objects.object_type = ANY(${[...new Set(names.map(({ object_type }) => object_type))]}::text[])
      AND objects.stable_key = ANY(${names.map(({ stable_key }) => stable_key)}::text[])`.execute(db);
  const kept = new Map(rows.map((row) => [`${row.object_type} ${row.stable_key}`, row]));
  return seen.map((one) => merge(kept.get(`${one.object_type} ${one.stable_key}`), one, source, newId()));
}

async function write({ db, scope, now }: Work, merged: readonly Merged[]): Promise<void> {
  if (merged.length === 0) return;
  const rows = merged.map(({ object }) => object);
  const columns = `aispm_object_id text, object_type text, stable_key text, aispm_friendly_name text, description text,
    lifecycle_status text, discovery_sources json, labels jsonb, details jsonb, accepted_schemas jsonb`;
  // In the order of identifiers, so that nobody who writes several of them can wait for this one crosswise.
  await sql`
    INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
      description, lifecycle_status, discovery_sources, labels, details, accepted_schemas, first_seen_at, last_seen_at,
      created_at, updated_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, aispm_object_id, object_type, stable_key, aispm_friendly_name,
      description, lifecycle_status, ARRAY(SELECT json_array_elements_text(discovery_sources)), labels, details,
      accepted_schemas, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM ${rowsOf(rows, columns)}
    ORDER BY aispm_object_id
    ON CONFLICT (tenant_id, workspace_id, aispm_object_id) DO UPDATE SET
      aispm_friendly_name = excluded.aispm_friendly_name, description = excluded.description,
      lifecycle_status = excluded.lifecycle_status, discovery_sources = excluded.discovery_sources,
      labels = excluded.labels, details = excluded.details, accepted_schemas = excluded.accepted_schemas,
      last_seen_at = greatest(objects.last_seen_at, excluded.last_seen_at), updated_at = excluded.updated_at
  `.execute(db);
}

/** Notes that objects were seen of which there is nothing else to write. */
async function touch({ db, scope, now }: Work, merged: readonly Merged[]): Promise<void> {
  if (merged.length === 0) return;
  await sql`
    UPDATE objects SET last_seen_at = greatest(last_seen_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
    WHERE ${inWorkspace('objects', scope)}
      AND aispm_object_id = ANY(${merged.map(({ object }) => object.aispm_object_id)}::text[])`.execute(db);
}

/** Occurrences carry the name of their object, because they are sorted by it. */
async function rename({ db, scope }: Work, merged: readonly Merged[]): Promise<void> {
  const changed = merged.filter(({ change }) => change === 'updated').map(({ object }) => object.aispm_object_id);
  if (changed.length === 0) return;
  await sql`
    UPDATE fine_grained_issues SET aispm_friendly_name = objects.aispm_friendly_name
    FROM objects
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND ${inWorkspace('objects', scope)}
      AND objects.aispm_object_id = ANY(${changed}::text[])
      AND fine_grained_issues.aispm_object_id = objects.aispm_object_id
      AND fine_grained_issues.aispm_object_id = ANY(${changed}::text[])
      AND fine_grained_issues.aispm_friendly_name <> objects.aispm_friendly_name`.execute(db);
}

/**
 * Notes which objects this target shows now. Those that it does not show any more, and nothing else either, are gone.
 *
 * @returns the objects that the target showed before and does not now
 */
export async function noteSightings(
  { db, scope, scan, now }: Work,
  seen: readonly string[],
): Promise<{ id: string; type: ObjectType }[]> {
  await sql`
    INSERT INTO object_sightings (tenant_id, workspace_id, scan_target_id, aispm_object_id)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_target_id}, id FROM unnest(${seen}::text[]) AS id
    ON CONFLICT (tenant_id, workspace_id, scan_target_id, aispm_object_id) DO NOTHING`.execute(db);
  const { rows } = await sql<{ id: string; type: ObjectType }>`
    WITH absent AS (
      DELETE FROM object_sightings
      WHERE ${inWorkspace('object_sightings', scope)} AND scan_target_id = ${scan.scan_target_id}
        AND aispm_object_id <> ALL(${seen}::text[])
      RETURNING aispm_object_id
    )
    SELECT aispm_object_id AS id, object_type AS type FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(ARRAY(SELECT aispm_object_id FROM absent))
    ORDER BY 1`.execute(db);
  const absent = rows.map(({ id }) => id);
  if (absent.length === 0) return [];
  await sql`
    UPDATE objects SET lifecycle_status = 'deleted', updated_at = ${now}::timestamptz
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${absent}::text[])
      -- A person or another product says that it is there.
      AND NOT discovery_sources && '{manual,external}'
      AND NOT EXISTS (
        SELECT FROM object_sightings
        WHERE ${inWorkspace('object_sightings', scope)} AND object_sightings.aispm_object_id = objects.aispm_object_id
      )
      AND NOT EXISTS (
        SELECT FROM llm_interaction_hours
        WHERE ${inWorkspace('llm_interaction_hours', scope)} AND agent_id = objects.aispm_object_id
          AND hour > ${now}::timestamptz - interval '30 days'
      )`.execute(db);
  return rows;
}

/** Tells the scanned asset of this scan. */
export async function noteScanOfAsset({ db, scope, scan, now }: Work, assetId: string): Promise<void> {
  const known = Object.fromEntries(
    Object.entries({ branch: scan.branch, commit_sha: scan.commit_sha }).filter(([, value]) => value !== null),
  );
  await sql`
    UPDATE objects SET lifecycle_status = 'active', last_scanned_at = ${now}::timestamptz,
      last_scan_id = coalesce((
        SELECT scan_id FROM scans WHERE ${inWorkspace('scans', scope)} AND asset_id = ${assetId}
        ORDER BY created_at DESC, scan_id DESC LIMIT 1
      ), ${scan.scan_id}),
      details = details || ${JSON.stringify(known)}::jsonb, last_seen_at = greatest(last_seen_at, ${now}::timestamptz),
      updated_at = ${now}::timestamptz
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${assetId}`.execute(db);
}
