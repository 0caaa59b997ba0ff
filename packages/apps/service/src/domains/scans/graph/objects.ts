/**
 * Writes the objects and locations of a scan. Stable keys identify stored objects, which the scanned ones are merged with. New
 * objects are inserted immediately; other changes stay pending until the scan is applied.
 */
import type { DiscoverySource, ObjectType, ScanChange } from '@aispm/types';
import { sql } from 'kysely';
import { newId } from '../../../platform/core/identifiers.ts';
import { mapInSlices } from '../../../platform/core/slices.ts';
import { divide } from '../../../platform/database/batches.ts';
import { anyOf, inWorkspace, jsonRecordset, recordset } from '../../../platform/database/rows.ts';
import { analyzeIfGrown } from '../../../platform/database/statistics.ts';
import type { NewChange } from '../../changes/index.ts';
import { renameObjects } from '../../findings/index.ts';
import { findScannedAssetKey } from '../documents/scanned-asset-key.ts';
import type { StoredDocument } from '../documents/stored-document.ts';
import {
  type MergedObject,
  mergeObject,
  type Sighting,
  type StoredObject,
  toLocationSighting,
  toSighting,
} from './merge-object.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { ScanContext } from './scan-context.ts';

/** An object of the document. */
export interface SeenObject {
  id: string;
  type: ObjectType;
  change: Exclude<ScanChange, 'absent'>;
}

/** The objects of a document. */
export interface SeenObjects {
  /** Objects and locations, by key in the document. */
  byKey: ReadonlyMap<string, SeenObject>;
  /** The scanned asset. */
  assetId: string | null;
  /** The asset of each location, by location identifier. */
  assetOfLocation: ReadonlyMap<string, string>;
}

/** Inserts the new objects and locations of a document, and collects the changes of the others. */
export async function insertObjects(context: ScanContext, document: StoredDocument): Promise<SeenObjects> {
  const byKey = new Map<string, SeenObject>();
  const assetId = await insertScannedObjects(context, document, byKey);
  const assetOfLocation = await insertLocations(context, document, byKey, assetId);
  await analyzeIfGrown(context.db, 'objects', context.scope, byKey.size);
  return { byKey, assetId, assetOfLocation };
}

/** @returns the scanned asset */
async function insertScannedObjects(
  context: ScanContext,
  document: StoredDocument,
  byKey: Map<string, SeenObject>,
): Promise<string | null> {
  const objects = await document.load('objects');
  const merged = await mergeAll(context, await mapInSlices(objects, (scanned) => toSighting(scanned, context.now)));
  for (const [index, { key }] of objects.entries()) byKey.set(key, toSeenObject(merged[index]));
  await insertNew(context, merged);
  const assetKey = findScannedAssetKey({ ...document, objects });
  return document.asset_id ?? (assetKey === undefined ? null : (byKey.get(assetKey)?.id ?? null));
}

/** @returns the asset of each location, by location identifier */
async function insertLocations(
  context: ScanContext,
  document: StoredDocument,
  byKey: Map<string, SeenObject>,
  assetId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const locations = await document.load('locations');
  const findAsset = (key: string | undefined) => (key === undefined ? assetId : byKey.get(key)?.id) ?? '';
  const merged = await mergeAll(
    context,
    await mapInSlices(locations, (scanned) => toLocationSighting(scanned, findAsset(scanned.asset_key), context.scan)),
  );
  for (const [index, { key }] of locations.entries()) byKey.set(key, toSeenObject(merged[index]));
  await insertNew(context, merged);
  return new Map(merged.map(({ object }) => [object.aispm_object_id, String(object.details.asset_id)]));
}

/** Converts a scan type: a scan observes objects at run time, or analyzes their sources. */
function toDiscoverySource(type: ScanContext['scan']['scan_type']): DiscoverySource {
  return type === 'runtime' ? 'runtime' : 'static_scan';
}

function toSeenObject(merged: MergedObject | undefined): SeenObject {
  if (!merged) throw new Error('An object of the document was not merged.');
  return { id: merged.object.aispm_object_id, type: merged.object.object_type, change: merged.change };
}

async function mergeAll({ db, scope, scan }: ScanContext, seen: readonly Sighting[]): Promise<MergedObject[]> {
  if (seen.length === 0) return [];
  const source = toDiscoverySource(scan.scan_type);
  const names = seen.map(({ object_type, stable_key }) => ({ object_type, stable_key }));
  const { rows } = await sql<StoredObject>`
    SELECT objects.aispm_object_id, objects.object_type, objects.stable_key, objects.aispm_friendly_name,
      objects.description, objects.lifecycle_status, objects.discovery_sources,
      objects.scanned_labels AS labels, objects.details,
      objects.accepted_schemas
    FROM ${recordset(names, 'object_type text, stable_key text')}
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.object_type = given.object_type
      AND objects.stable_key = given.stable_key
      AND objects.object_type = ANY(${[...new Set(names.map(({ object_type }) => object_type))]}::text[])
      AND objects.stable_key = ANY(${names.map(({ stable_key }) => stable_key)}::text[])`.execute(db);
  const stored = new Map(rows.map((row) => [formatKey(row), row]));
  return mapInSlices(seen, (sighting) => mergeObject(stored.get(formatKey(sighting)), sighting, source, newId()));
}

function formatKey({ object_type, stable_key }: Pick<Sighting, 'object_type' | 'stable_key'>): string {
  return `${object_type} ${stable_key}`;
}

async function insertNew(context: ScanContext, merged: readonly MergedObject[]): Promise<void> {
  const { changedObjects, sameObjects, log } = context.pending;
  for (const one of merged) {
    const { object, change, isSame } = one;
    log.push(...toLogged(one, context.scan.scan_id));
    if (isSame) sameObjects.push({ id: object.aispm_object_id, type: object.object_type });
    else if (change !== 'new') changedObjects.set(object.aispm_object_id, object);
  }
  await upsertAll(
    context,
    merged.filter(({ change }) => change === 'new').map(({ object }) => object),
  );
}

/** Returns the change of an object for the log. Locations say where objects are, and aren't logged themselves. */
function toLogged({ object, change, changedFields }: MergedObject, scan_id: string): NewChange[] {
  const { aispm_object_id: subject_id, object_type } = object;
  if (object_type === 'location') return [];
  if (change === 'new' || changedFields.includes('lifecycle_status'))
    return [{ kind: 'object_appeared', subject_id, object_type, scan_id }];
  if (changedFields.length === 0) return [];
  return [{ kind: 'object_changed', subject_id, object_type, changed_fields: changedFields, scan_id }];
}

/** Writes the pending changes of objects. Also renames their occurrences, so the findings must be locked. */
export async function updateObjects(context: ScanContext): Promise<void> {
  const { db, scope, pending } = context;
  await upsertAll(context, [...pending.changedObjects.values()]);
  await renameObjects(db, scope, [...pending.changedObjects.keys()]);
  await markDeleted(context);
}

async function upsertAll(context: ScanContext, objects: readonly StoredObject[]): Promise<void> {
  const sorted = objects.toSorted((a, b) => (a.aispm_object_id < b.aispm_object_id ? -1 : 1));
  for (const { json } of divide(sorted)) await upsertObjects(context, json);
}

async function upsertObjects({ db, scope, now }: ScanContext, rows: string): Promise<void> {
  const columns = `aispm_object_id text, object_type text, stable_key text, aispm_friendly_name text, description text,
    lifecycle_status text, discovery_sources json, labels jsonb, details jsonb, accepted_schemas jsonb`;
  await sql`
    INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
      description, lifecycle_status, discovery_sources, scanned_labels, details, accepted_schemas, first_seen_at,
      last_seen_at, created_at, updated_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, aispm_object_id, object_type, stable_key, aispm_friendly_name,
      description, lifecycle_status, ARRAY(SELECT json_array_elements_text(discovery_sources)), labels, details,
      accepted_schemas, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM ${jsonRecordset(rows, columns)}
    ORDER BY aispm_object_id
    ON CONFLICT (tenant_id, workspace_id, aispm_object_id) DO UPDATE SET
      aispm_friendly_name = excluded.aispm_friendly_name, description = excluded.description,
      lifecycle_status = excluded.lifecycle_status, discovery_sources = excluded.discovery_sources,
      scanned_labels = excluded.scanned_labels, details = excluded.details,
      -- A user may have accepted schemas since the object was merged.
      accepted_schemas = coalesce(excluded.accepted_schemas || objects.accepted_schemas, excluded.accepted_schemas,
        objects.accepted_schemas),
      last_seen_at = greatest(objects.last_seen_at, excluded.last_seen_at),
      updated_at = greatest(objects.updated_at, excluded.updated_at)
  `.execute(db);
}

/** Unchanged objects by who else writes to them: no one, users, or users and triage. */
export interface SameObjects {
  none: string[];
  users: string[];
  triage: string[];
}

/** Groups the unchanged objects. Only scans, which exclude each other, can give objects their first issue. */
export async function groupSameObjects({ db, scope, pending }: ScanContext): Promise<SameObjects> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT aispm_object_id AS id FROM issue_elements
    WHERE ${inWorkspace('issue_elements', scope)}
      AND aispm_object_id = ${anyOf(pending.sameObjects.map(({ id }) => id))}`.execute(db);
  const haveIssues = new Set(rows.map(({ id }) => id));
  const groups = Object.groupBy(pending.sameObjects, ({ id, type }) => {
    if (haveIssues.has(id)) return 'triage';
    return type === 'location' ? 'none' : 'users';
  });
  const toIds = (objects: PendingChanges['sameObjects'] = []) => objects.map(({ id }) => id);
  return { none: toIds(groups.none), users: toIds(groups.users), triage: toIds(groups.triage) };
}

/** Updates when unchanged objects were last seen. */
export async function touchObjects({ db, scope, now }: ScanContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE objects SET last_seen_at = greatest(last_seen_at, ${now}::timestamptz),
      updated_at = greatest(updated_at, ${now}::timestamptz)
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${anyOf(ids)}`.execute(db);
}

/**
 * Records which objects this target shows. Objects that no target shows any longer will be marked as deleted.
 *
 * @returns the objects that the target's previous scan showed, but this one doesn't
 */
export async function recordSightings(
  { db, scope, scan, now, pending }: ScanContext,
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
  const lost = await sql<{ id: string; type: ObjectType; isDeleted: boolean }>`
    SELECT aispm_object_id AS id, object_type AS type, lifecycle_status = 'deleted' AS "isDeleted" FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${anyOf(absent)}
      -- A user or another product maintains these objects.
      AND NOT discovery_sources && '{manual,external}'
      AND NOT EXISTS (
        SELECT FROM object_sightings
        WHERE ${inWorkspace('object_sightings', scope)} AND object_sightings.aispm_object_id = objects.aispm_object_id
      )
      AND NOT EXISTS (
        SELECT FROM current_llm_interaction_hours AS counts
        WHERE ${inWorkspace('counts', scope)} AND agent_id = objects.aispm_object_id
          AND hour > ${now}::timestamptz - interval '30 days'
      )`.execute(db);
  for (const { id, type, isDeleted } of lost.rows) {
    pending.deletedObjects.add(id);
    if (isDeleted || type === 'location') continue;
    const { scan_id } = scan;
    pending.log.push({ kind: 'object_disappeared', subject_id: id, object_type: type, scan_id });
  }
  return rows;
}

async function markDeleted({ db, scope, now, pending }: ScanContext): Promise<void> {
  if (pending.deletedObjects.size === 0) return;
  await sql`
    UPDATE objects SET lifecycle_status = 'deleted', updated_at = greatest(updated_at, ${now}::timestamptz)
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${anyOf([...pending.deletedObjects])}`.execute(db);
}

/** Updates the scanned asset: the latest scan, branch and commit. */
export async function updateScannedAsset({ db, scope, scan, now }: ScanContext, assetId: string): Promise<void> {
  const revision = Object.fromEntries(
    Object.entries({ branch: scan.branch, commit_sha: scan.commit_sha }).filter(([, value]) => value !== null),
  );
  await sql`
    UPDATE objects SET lifecycle_status = 'active', last_scanned_at = ${now}::timestamptz,
      last_scan_id = coalesce((
        SELECT scan_id FROM scans WHERE ${inWorkspace('scans', scope)} AND asset_id = ${assetId}
        ORDER BY created_at DESC, scan_id DESC LIMIT 1
      ), ${scan.scan_id}),
      details = details || ${JSON.stringify(revision)}::jsonb, last_seen_at = greatest(last_seen_at, ${now}::timestamptz),
      updated_at = greatest(updated_at, ${now}::timestamptz)
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${assetId}`.execute(db);
}
