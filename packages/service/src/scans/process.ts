/** Takes a scan over: everything in one transaction, or nothing. */
import type { ScanChange, ScanDocument, Severity } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, rowsOf, type Workspace } from '../database/rows.ts';
import { lockFindings } from '../findings/roll-up.ts';
import { newId } from '../identifiers.ts';
import { LeaseLost } from '../jobs/job.ts';
import { holds, type Lease } from '../jobs/leases.ts';
import { writeEdges } from './edges.ts';
import { type OccurrenceResult, writeFindings } from './findings.ts';
import { neighboursOf } from './graph.ts';
import { noteScanOfAsset, noteSightings, type SeenObjects, writeObjects } from './objects.ts';
import { findByRules } from './service-findings.ts';
import { AI_TYPES, type Work } from './work.ts';

/** A line of the results of a scan. */
interface Result {
  scan_result_id: string;
  result_kind: 'object' | 'issue';
  change: ScanChange;
  aispm_object_id: string;
  fine_grained_issue_id: string | null;
  definitive_severity: Severity | null;
}

/**
 * Processes a scan that a worker has taken.
 *
 * @param db a transaction in the scope of the workspace
 * @param now when it happens, in RFC 3339; the present when left out
 * @throws {LeaseLost} when the scan is not the worker's any more; the transaction must not be committed then
 */
export async function processScan(db: Db, scope: Workspace, scanId: string, lease: Lease, now?: string): Promise<void> {
  await lockFindings(db, scope);
  const { document, ...scan } = await readScan(db, scope, scanId);
  if (document === null) throw new LeaseLost('The scan has been processed.');
  const work: Work = { db, scope, scan, now: now ?? new Date().toISOString() };
  if (typeof document.error_message === 'string') return failScan(work, document.error_message, lease);

  const seen = await writeObjects(work, document);
  const shown = new Set([...seen.byKey.values()].map(({ id }) => id));
  if (seen.assetId !== null) shown.add(seen.assetId);
  const absent = await noteSightings(work, [...shown]);
  const related = await writeEdges(work, document, seen);
  const judged = await objectsToJudge(
    work,
    seen,
    absent.map(({ id }) => id),
    related,
  );
  const occurrences = await writeFindings(work, document, seen, judged, await findByRules(db, scope, judged));

  const results = resultsOf(document, seen, absent, occurrences);
  await writeResults(work, results);
  await completeScan(work, seen, occurrences, lease);
}

type ScanRow = Work['scan'] & { document: ScanDocument | null };

async function readScan(db: Db, scope: Workspace, scanId: string): Promise<ScanRow> {
  const { rows } = await sql<ScanRow>`
    SELECT scan_id, scan_target_id, scan_type, tool_name, branch, commit_sha, document FROM scans
    WHERE ${inWorkspace('scans', scope)} AND scan_id = ${scanId}`.execute(db);
  if (!rows[0]) throw new LeaseLost('The scan is gone.');
  return rows[0];
}

/** What the scan shows or misses, and what is related to something that it has changed. */
async function objectsToJudge(
  { db, scope }: Work,
  { byKey }: SeenObjects,
  absent: readonly string[],
  related: readonly string[],
): Promise<string[]> {
  const seen = [...byKey.values()];
  const changed = [...seen.filter(({ change }) => change !== 'unchanged').map(({ id }) => id), ...absent, ...related];
  const neighbours = changed.length === 0 ? [] : await neighboursOf(db, scope, [...new Set(changed)]);
  return [...new Set([...seen.map(({ id }) => id), ...absent, ...related, ...neighbours])];
}

/** The results in order: the objects of the document, what it misses, and then the findings in the same way. Places are no results. */
function resultsOf(
  document: ScanDocument,
  { byKey }: SeenObjects,
  absent: readonly { id: string; type: string }[],
  occurrences: readonly OccurrenceResult[],
): Result[] {
  const objects = document.objects.flatMap(({ key }) => byKey.get(key) ?? []);
  const gone = absent.filter(({ type }) => type !== 'location').map(({ id }) => ({ id, change: 'absent' as const }));
  const line = { fine_grained_issue_id: null, definitive_severity: null };
  return [
    ...[...objects, ...gone].map(({ id, change }) => ({
      ...line,
      scan_result_id: newId(),
      result_kind: 'object' as const,
      change,
      aispm_object_id: id,
    })),
    ...occurrences.map(({ id, objectId, severity, change }) => ({
      scan_result_id: newId(),
      result_kind: 'issue' as const,
      change,
      aispm_object_id: objectId,
      fine_grained_issue_id: id,
      definitive_severity: severity,
    })),
  ];
}

async function writeResults({ db, scope, scan, now }: Work, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  const columns = `scan_result_id text, result_kind text, change text, aispm_object_id text, fine_grained_issue_id text,
    definitive_severity text`;
  await sql`
    INSERT INTO scan_results (tenant_id, workspace_id, scan_id, scan_result_id, result_kind, change, object_type,
      aispm_object_id, fine_grained_issue_id, definitive_severity, created_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_id}, scan_result_id, result_kind, change,
      objects.object_type, given.aispm_object_id, fine_grained_issue_id, definitive_severity, ${now}::timestamptz
    FROM ${rowsOf(results, columns)}
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = given.aispm_object_id
      AND objects.aispm_object_id = ANY(${results.map(({ aispm_object_id }) => aispm_object_id)}::text[])`.execute(db);
}

/** Makes the scan the current one of its target. */
async function completeScan(
  { db, scope, scan, now }: Work,
  { byKey, assetId }: SeenObjects,
  occurrences: readonly OccurrenceResult[],
  lease: Lease,
): Promise<void> {
  const aiObjects = [...byKey.values()].filter(({ type }) => AI_TYPES.includes(type)).length;
  const seen = occurrences.filter(({ change }) => change !== 'absent').length;
  const resolved = occurrences.filter(({ isResolved }) => isResolved).length;
  await sql`
    UPDATE scans SET is_current = false
    WHERE ${inWorkspace('scans', scope)} AND scan_target_id = ${scan.scan_target_id} AND is_current`.execute(db);
  const { numAffectedRows } = await sql`
    UPDATE scans SET status = 'completed', progress = 1, is_current = true, asset_id = ${assetId},
      has_ai_objects = ${aiObjects > 0}, ai_object_count = ${aiObjects}, num_detections = ${seen},
      num_resolutions = ${resolved}, finished_at = greatest(started_at, ${now}::timestamptz), document = NULL,
      lease_owner = NULL, lease_expires_at = NULL
    WHERE ${inWorkspace('scans', scope)} AND scan_id = ${scan.scan_id} AND ${holds(lease)}`.execute(db);
  if (numAffectedRows !== 1n) throw new LeaseLost('The scan was given up.');
  if (assetId !== null) await noteScanOfAsset({ db, scope, scan, now }, assetId);
  await sql`
    UPDATE scan_targets SET current_scan_id = ${scan.scan_id}, asset_id = coalesce(${assetId}, asset_id)
    WHERE ${inWorkspace('scan_targets', scope)} AND scan_target_id = ${scan.scan_target_id}`.execute(db);
}

async function failScan({ db, scope, scan, now }: Work, message: string, lease: Lease): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE scans SET status = 'failed', error_message = ${message}, finished_at = greatest(started_at, ${now}::timestamptz),
      document = NULL, lease_owner = NULL, lease_expires_at = NULL
    WHERE ${inWorkspace('scans', scope)} AND scan_id = ${scan.scan_id} AND ${holds(lease)}`.execute(db);
  if (numAffectedRows !== 1n) throw new LeaseLost('The scan was given up.');
}
