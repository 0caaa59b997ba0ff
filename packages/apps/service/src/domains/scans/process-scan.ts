/** Processes a scan in one transaction. */
import type { ScanChange, ScanDocument, ScannedRule, Severity } from '@aispm/types';
import { sql, type Updateable } from 'kysely';
import type { Scans } from '../../generated/tables.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, recordset, type Workspace } from '../../platform/database/rows.ts';
import { newId } from '../../platform/identifiers.ts';
import { LeaseLost, StopRequested } from '../../platform/jobs/job.ts';
import { isHeldBy, type Lease } from '../../platform/jobs/leases.ts';
import { lockFindings, type OccurrenceResult, reconcileOccurrences } from '../findings/index.ts';
import { type StoredRule, storeRules } from '../rules/index.ts';
import { writeEdges } from './edges.ts';
import { findNeighbours } from './load-graph.ts';
import { recordSightings, type SeenObjects, updateScannedAsset, writeObjects } from './objects.ts';
import { AI_OBJECT_TYPES, type ScanContext } from './scan-context.ts';
import { toDetections } from './scanner-detections.ts';
import { detectViolations } from './static-rule-detections.ts';
import { isStopRequested } from './stop-scan.ts';
import { openDocument, type StoredDocument } from './stored-document.ts';

/** A row of `scan_results`. */
interface ResultRow {
  scan_result_id: string;
  result_kind: 'object' | 'issue';
  change: ScanChange;
  aispm_object_id: string;
  fine_grained_issue_id: string | null;
  definitive_severity: Severity | null;
}

/** A scan that a worker has claimed. */
export interface ClaimedScan {
  scanId: string;
  lease: Lease;
  /** Aborted when the job has to end early; default: never. */
  signal?: AbortSignal;
  /** The time of processing, in RFC 3339; default: the present. */
  now?: string;
}

/**
 * Processes a scan that a worker has claimed.
 *
 * @param db a transaction in the scope of the workspace, which must be rolled back after an error
 * @throws {LeaseLost} when the worker has lost its lease
 * @throws {StopRequested} when a stop was requested
 * @throws the reason of the signal
 */
export async function processScan(
  db: Db,
  scope: Workspace,
  { scanId, lease, signal, now }: ClaimedScan,
): Promise<void> {
  await lockFindings(db, scope);
  const { document: stored, ...scan } = await loadScan(db, scope, scanId);
  if (stored === null) throw new LeaseLost('The scan has been processed.');
  const document = openDocument(db, scope, scanId, stored);
  const context: ScanContext = { db, scope, scan, now: now ?? new Date().toISOString() };
  if (typeof document.error_message === 'string') {
    return finishScan(context, lease, { status: 'failed', error_message: document.error_message });
  }

  const seen = await writeObjects(context, document);
  signal?.throwIfAborted();
  const shown = new Set([...seen.byKey.values()].map(({ id }) => id));
  if (seen.assetId !== null) shown.add(seen.assetId);
  const absent = await recordSightings(context, [...shown]);
  const related = await writeEdges(context, await document.load('edges'), seen);
  signal?.throwIfAborted();
  const evaluated = await findObjectsToEvaluate(
    context,
    seen,
    absent.map(({ id }) => id),
    related,
  );
  signal?.throwIfAborted();
  const occurrences = await writeFindings(context, document, seen, evaluated);
  signal?.throwIfAborted();
  await writeResults(context, toResultRows(seen, absent, occurrences));
  await completeScan(context, seen, occurrences, lease);
}

/** Reconciles the findings of the workspace with those of the scanner and of the static rules. */
async function writeFindings(
  context: ScanContext,
  document: StoredDocument,
  seen: SeenObjects,
  evaluatedObjectIds: readonly string[],
): Promise<OccurrenceResult[]> {
  const { db, scope, scan, now } = context;
  const staticRules = await detectViolations(db, scope, evaluatedObjectIds);
  const changedRuleIds = await storeRules(db, scope, (await document.load('rules')).map(describeRule), now);
  const objects = [...seen.byKey.values()];
  return reconcileOccurrences(
    { db, scope, now, scanId: scan.scan_id, scanTargetId: scan.scan_target_id },
    {
      scanner: await toDetections(context, await document.load('occurrences'), seen),
      staticRules,
      evaluatedObjectIds,
      changedRuleIds,
      objects: {
        objectIds: new Set(objects.map(({ id }) => id)),
        assetIds: new Set(objects.filter(({ type }) => type === 'asset').map(({ id }) => id)),
        scannedAssetId: seen.assetId,
      },
    },
  );
}

/** Returns a rule with the name and description that it has when the scanner states none. */
function describeRule(rule: ScannedRule): StoredRule {
  const { rule_name = rule.rule_id, rule_description = rule_name } = rule;
  return { ...rule, rule_name, rule_description };
}

type ScanRow = ScanContext['scan'] & { document: ScanDocument | null };

async function loadScan(db: Db, scope: Workspace, scanId: string): Promise<ScanRow> {
  const row = await db
    .selectFrom('scans')
    .select(['scan_id', 'scan_target_id', 'scan_type', 'tool_name', 'branch', 'commit_sha', 'document'])
    .where(inWorkspace('scans', scope))
    .where('scan_id', '=', scanId)
    .executeTakeFirst();
  if (!row) throw new LeaseLost('The scan does not exist any more.');
  return row as ScanRow;
}

/** Finds the objects that the scan shows or misses, and the neighbours of those that it has changed. */
async function findObjectsToEvaluate(
  { db, scope }: ScanContext,
  { byKey }: SeenObjects,
  absent: readonly string[],
  related: readonly string[],
): Promise<string[]> {
  const seen = [...byKey.values()];
  const changed = [...seen.filter(({ change }) => change !== 'unchanged').map(({ id }) => id), ...absent, ...related];
  const neighbours = changed.length === 0 ? [] : await findNeighbours(db, scope, [...new Set(changed)]);
  return [...new Set([...seen.map(({ id }) => id), ...absent, ...related, ...neighbours])];
}

/** Lists the results: objects of the document, absent objects, then the occurrences. Locations are not results. */
function toResultRows(
  { byKey }: SeenObjects,
  absent: readonly { id: string; type: string }[],
  occurrences: readonly OccurrenceResult[],
): ResultRow[] {
  const objects = [...byKey.values(), ...absent.map((object) => ({ ...object, change: 'absent' as const }))];
  const noOccurrence = { fine_grained_issue_id: null, definitive_severity: null };
  return [
    ...objects
      .filter(({ type }) => type !== 'location')
      .map(({ id, change }) => ({
        ...noOccurrence,
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

async function writeResults({ db, scope, scan, now }: ScanContext, results: readonly ResultRow[]): Promise<void> {
  if (results.length === 0) return;
  const columns = `scan_result_id text, result_kind text, change text, aispm_object_id text, fine_grained_issue_id text,
    definitive_severity text`;
  await sql`
    INSERT INTO scan_results (tenant_id, workspace_id, scan_id, scan_result_id, result_kind, change, object_type,
      aispm_object_id, fine_grained_issue_id, definitive_severity, created_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_id}, scan_result_id, result_kind, change,
      objects.object_type, given.aispm_object_id, fine_grained_issue_id, definitive_severity, ${now}::timestamptz
    FROM ${recordset(results, columns)}
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = given.aispm_object_id
      AND objects.aispm_object_id = ANY(${results.map(({ aispm_object_id }) => aispm_object_id)}::text[])`.execute(db);
}

/** Completes the scan and makes it the current one of its target. */
async function completeScan(
  context: ScanContext,
  { byKey, assetId }: SeenObjects,
  occurrences: readonly OccurrenceResult[],
  lease: Lease,
): Promise<void> {
  const { db, scope, scan } = context;
  const aiObjects = [...byKey.values()].filter(({ type }) => AI_OBJECT_TYPES.includes(type)).length;
  const seen = occurrences.filter(({ change }) => change !== 'absent').length;
  const resolved = occurrences.filter(({ isResolved }) => isResolved).length;
  await db
    .updateTable('scans')
    .set({ is_current: false })
    .where(inWorkspace('scans', scope))
    .where('scan_target_id', '=', scan.scan_target_id)
    .where('is_current', '=', true)
    .execute();
  await finishScan(context, lease, {
    status: 'completed',
    progress: 1,
    is_current: true,
    asset_id: assetId,
    has_ai_objects: aiObjects > 0,
    ai_object_count: aiObjects,
    num_detections: seen,
    num_resolutions: resolved,
  });
  if (assetId !== null) await updateScannedAsset(context, assetId);
  await db
    .updateTable('scan_targets')
    .set({ current_scan_id: scan.scan_id, ...(assetId !== null && { asset_id: assetId }) })
    .where(inWorkspace('scan_targets', scope))
    .where('scan_target_id', '=', scan.scan_target_id)
    .execute();
}

/**
 * Finishes the scan and releases the lease, unless a stop was requested.
 *
 * @throws {LeaseLost} when the worker has lost its lease
 * @throws {StopRequested} when a stop was requested
 */
async function finishScan(
  { db, scope, scan, now }: ScanContext,
  lease: Lease,
  columns: Updateable<Scans> & { status: 'completed' | 'failed' },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('scans')
    .set({
      ...columns,
      finished_at: sql`greatest(started_at, ${now}::timestamptz)`,
      document: null,
      lease_owner: null,
      lease_expires_at: null,
    })
    .where(inWorkspace('scans', scope))
    .where('scan_id', '=', scan.scan_id)
    .where(isHeldBy(lease))
    .where('cancel_requested_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return;
  if (await isStopRequested(db, scope, scan.scan_id)) throw new StopRequested('A stop of the scan was requested.');
  throw new LeaseLost('The worker has lost its lease on the scan.');
}
