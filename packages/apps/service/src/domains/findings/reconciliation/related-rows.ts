/** Looks up the assets and interactions that occurrences refer to. */
import { sql } from 'kysely';
import { anyOf, inWorkspace } from '../../../platform/database/rows.ts';
import type { ReconciliationContext, ScannedObjects } from './context.ts';
import type { OccurrenceMatch } from './match.ts';

/**
 * Finds the asset of each occurrence: the location's asset, otherwise the scanned asset, otherwise the first asset that
 * contains the object.
 */
export async function findAssets(
  { db, scope }: ReconciliationContext,
  matches: readonly OccurrenceMatch[],
  { objectIds, assetIds, scannedAssetId }: ScannedObjects,
): Promise<Map<OccurrenceMatch, string | null>> {
  const objects = matches.map((match) => ({ match, id: findCause(match, objectIds) }));
  const unscannedIds = objects.filter(({ id }) => !objectIds.has(id)).map(({ id }) => id);
  const { rows } = await sql<{ id: string; asset: string }>`
    SELECT aispm_object_id AS id, asset_id AS asset FROM objects
    WHERE ${inWorkspace('objects', scope)}
      AND aispm_object_id = ANY(${matches.flatMap(({ locationId }) => locationId ?? [])}::text[])
    UNION ALL
    SELECT source_id, min(target_id) FROM edges
    WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${unscannedIds}::text[]) AND edge = 'assets'
    GROUP BY source_id`.execute(db);
  const known = new Map(rows.map(({ id, asset }) => [id, asset]));
  return new Map(
    objects.map(({ match, id }) => {
      if (match.locationId !== null) return [match, known.get(match.locationId) ?? null];
      if (assetIds.has(id)) return [match, id];
      return [match, objectIds.has(id) ? scannedAssetId : (known.get(id) ?? null)];
    }),
  );
}

/** Returns the object whose asset shows an occurrence, preferably an object of the scan. */
function findCause({ scanner, staticRule }: OccurrenceMatch, objectIds: ReadonlySet<string>): string {
  const causes = staticRule?.causeIds ?? [];
  return scanner?.objectId ?? causes.find((id) => objectIds.has(id)) ?? causes[0] ?? '';
}

/**
 * For findings of static rules that don't belong to this scan's target, finds the current scan of another target that shows the
 * cause.
 */
export async function findCausingScans(
  { db, scope }: ReconciliationContext,
  matches: readonly OccurrenceMatch[],
): Promise<Map<OccurrenceMatch, string>> {
  const causes = matches.map(({ staticRule }) => staticRule?.causeIds[0] ?? '');
  if (causes.length === 0) return new Map();
  const { rows } = await sql<{ id: string; scan: string }>`
    SELECT aispm_object_id AS id, min(current_scan_id) AS scan FROM object_sightings
    JOIN scan_targets ON ${inWorkspace('scan_targets', scope)}
      AND scan_targets.scan_target_id = object_sightings.scan_target_id
    WHERE ${inWorkspace('object_sightings', scope)} AND aispm_object_id = ${anyOf(causes)} AND current_scan_id IS NOT NULL
    GROUP BY aispm_object_id`.execute(db);
  const scans = new Map(rows.map(({ id, scan }) => [id, scan]));
  return new Map(
    matches.flatMap((match, index) => {
      const scan = scans.get(causes[index] ?? '');
      return scan === undefined ? [] : [[match, scan]];
    }),
  );
}

/** Returns the start of each interaction to sort, in milliseconds since 1970. */
export async function findInteractionStarts(
  { db, scope }: ReconciliationContext,
  matches: readonly OccurrenceMatch[],
): Promise<Map<string, number>> {
  const ids = new Set(
    matches.flatMap(({ scanner, stored }) =>
      scanner?.interactionIds.length ? [...scanner.interactionIds, ...(stored?.llm_interaction_ids ?? [])] : [],
    ),
  );
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: string; started: number }>`
    SELECT llm_interaction_id AS id, (extract(epoch FROM started_at) * 1000)::bigint AS started FROM llm_interaction_keys
    WHERE ${inWorkspace('llm_interaction_keys', scope)} AND llm_interaction_id = ANY(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, started }) => [id, started]));
}
