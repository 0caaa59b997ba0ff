/**
 * Processes a scan in one transaction, in two phases: see `docs/scans.md`. The first one prepares the scan, the second one
 * applies it. Triage only waits for the second one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ObjectType, ScanChange, ScanDocument, ScannedRule, Severity } from '@aispm/types';
import { sql, type Updateable } from 'kysely';
import type { Scans } from '../../generated/tables.ts';
import { newId } from '../../platform/core/identifiers.ts';
import { mapInSlices } from '../../platform/core/slices.ts';
import { divide } from '../../platform/database/batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { anyOf, inWorkspace, jsonRecordset, type Workspace } from '../../platform/database/rows.ts';
import { LeaseLost, StopRequested } from '../../platform/jobs/job.ts';
import { isHeldBy, type Lease } from '../../platform/jobs/leases.ts';
import { appendChanges } from '../changes/index.ts';
import {
  completeReconciliation,
  haveSameSettings,
  lockFindings,
  type OccurrenceResult,
  type PreparedReconciliation,
  prepareForManyRows,
  prepareReconciliation,
} from '../findings/index.ts';
import { insertRules, type StoredRule, storeRules } from '../rules/index.ts';
import { openDocument, type StoredDocument } from './documents/stored-document.ts';
import { insertEdges, updateEdges } from './graph/edges.ts';
import { findChangedVersions } from './graph/load-graph.ts';
import {
  groupSameObjects,
  insertObjects,
  recordSightings,
  type SeenObjects,
  touchObjects,
  updateObjects,
  updateScannedAsset,
} from './graph/objects.ts';
import { createPendingChanges } from './graph/pending-changes.ts';
import { findReaders, type TypedObject } from './graph/read-paths.ts';
import type { Relation } from './graph/relation.ts';
import { AI_OBJECT_TYPES, type ScanContext } from './graph/scan-context.ts';
import { toDetections } from './scanner-detections.ts';
import { detectViolations, type Evaluation } from './static-rule-detections.ts';
import { isStopRequested } from './stop-scan.ts';

/** A row of `scan_results`. */
interface ResultRow {
  scan_result_id: string;
  result_kind: 'object' | 'issue';
  change: ScanChange;
  aispm_object_id: string;
  fine_grained_issue_id: string | null;
  definitive_severity: Severity | null;
  location_id: string | null;
}

/** A scan that a worker claimed. */
export interface ClaimedScan {
  scanId: string;
  lease: Lease;
  /** Aborted if the job has to end early; default: never. */
  signal?: AbortSignal;
  /** The processing time, in RFC 3339; default: the current time. */
  now?: string;
  /** Whether triage waits from the start, so it can't outdate the scan; default: false. */
  isExclusive?: boolean;
}

/** During the scan, users changed objects or the settings of rules in a way that affects what the scan finds. */
export class OutdatedScan extends Error {
  override name = 'OutdatedScan';
}

/** The output of the first phase of a scan. */
interface PreparedScan {
  seen: SeenObjects;
  absent: readonly { id: string; type: ObjectType }[];
  evaluation: Evaluation;
  rules: readonly StoredRule[];
  findings: PreparedReconciliation;
}

/**
 * Processes a scan that a worker claimed.
 *
 * @param db a transaction in the scope of the workspace, which must be rolled back after an error
 * @throws {LeaseLost} if the worker lost its lease
 * @throws {StopRequested} if a stop was requested
 * @throws {OutdatedScan} if the scan has to be processed again
 * @throws the reason of the signal
 */
export async function processScan(
  db: Db,
  scope: Workspace,
  { scanId, lease, signal, now, isExclusive = false }: ClaimedScan,
): Promise<void> {
  await lockScans(db, scope);
  if (isExclusive) await lockFindings(db, scope);
  const getTime = () => now ?? new Date().toISOString();
  const { document: stored, ...scan } = await loadScan(db, scope, scanId);
  if (stored === null) throw new LeaseLost('The scan has been processed.');
  const document = openDocument(db, scope, scanId, stored);
  const context: ScanContext = { db, scope, scan, now: getTime(), pending: createPendingChanges() };
  if (typeof document.error_message === 'string') {
    return finishScan(context, lease, { status: 'failed', error_message: document.error_message });
  }
  const prepared = await prepareScan(context, document, signal);
  const same = await groupSameObjects(context);
  await touchObjects(context, same.none);
  await lockTarget(context);
  await touchObjects(context, same.users);
  await lockFindings(db, scope);
  if (!isExclusive) {
    await requirePresentEvaluation(context, prepared.evaluation);
    await requirePresentSettings(context, prepared.findings);
  }
  const present = { ...context, now: getTime() };
  await touchObjects(present, same.triage);
  await takeEffect(present, prepared, lease);
}

/** Serializes the scans of a workspace until the transaction ends. */
async function lockScans(db: Db, { tenantId, workspaceId }: Workspace): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scans ${tenantId} ${workspaceId}`}, 0))`.execute(db);
  await prepareForManyRows(db);
}

/** Inserts new rows, which aren't visible until the scan is applied, and collects all other changes. */
async function prepareScan(
  context: ScanContext,
  document: StoredDocument,
  signal: AbortSignal | undefined,
): Promise<PreparedScan> {
  const { db, scope, now } = context;
  const seen = await insertObjects(context, document);
  signal?.throwIfAborted();
  const shown = new Set([...seen.byKey.values()].map(({ id }) => id));
  if (seen.assetId !== null) shown.add(seen.assetId);
  const absent = await recordSightings(context, [...shown]);
  const relations = await insertEdges(context, await document.load('edges'), seen);
  signal?.throwIfAborted();
  const evaluated = await findObjectsToEvaluate(context, seen, absent, relations);
  signal?.throwIfAborted();
  const evaluation = await detectViolations(context, evaluated);
  const rules = (await document.load('rules')).map(describeRule);
  await insertRules(db, scope, rules, now);
  const findings = await prepareFindings(context, document, { seen, rules, evaluation });
  await writeResults(context, await toObjectResults(seen, absent));
  await appendChanges(db, scope, context.pending.log);
  signal?.throwIfAborted();
  return { seen, absent, evaluation, rules, findings };
}

/**
 * Reconciles the findings of the workspace with the detections of the scanner and of the static rules, as far as possible
 * without visible changes.
 */
async function prepareFindings(
  context: ScanContext,
  document: StoredDocument,
  { seen, rules, evaluation }: Pick<PreparedScan, 'seen' | 'rules' | 'evaluation'>,
): Promise<PreparedReconciliation> {
  const objects = [...seen.byKey.values()];
  const severities = new Map(rules.map(({ rule_id, severity }) => [rule_id, severity]));
  return prepareReconciliation(toReconciliation(context), {
    scanner: await toDetections(context, await document.load('occurrences'), seen, severities),
    staticRules: evaluation.detections,
    evaluatedObjectIds: [...evaluation.objectIds],
    objects: {
      objectIds: new Set(objects.map(({ id }) => id)),
      assetIds: new Set(objects.filter(({ type }) => type === 'asset').map(({ id }) => id)),
      newIds: new Set(objects.filter(({ change }) => change === 'new').map(({ id }) => id)),
      scannedAssetId: seen.assetId,
    },
  });
}

function toReconciliation({ db, scope, scan, now }: ScanContext) {
  return { db, scope, now, scanId: scan.scan_id, scanTargetId: scan.scan_target_id };
}

/** Locks the target before the asset, as a submission does. */
async function lockTarget({ db, scope, scan }: ScanContext): Promise<void> {
  await db
    .selectFrom('scan_targets')
    .select('scan_target_id')
    .where(inWorkspace('scan_targets', scope))
    .where('scan_target_id', '=', scan.scan_target_id)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Checks that the static rules still detect the same, no matter what users have changed since then.
 *
 * @throws {OutdatedScan}
 */
async function requirePresentEvaluation(
  context: ScanContext,
  { objectIds, detections, versions }: Evaluation,
): Promise<void> {
  const changed = await findChangedVersions(context, versions);
  if (changed.length === 0) return;
  const readers = await findReaders(context.db, context.scope, changed, []);
  const present = await detectViolations(
    context,
    readers.filter(({ id }) => objectIds.has(id)),
  );
  const before = detections.filter(({ subjectId }) => present.objectIds.has(subjectId));
  if (isDeepStrictEqual(toComparable(present.detections), toComparable(before))) return;
  throw new OutdatedScan('The detections of the static rules changed during the scan.');
}

/** @throws {OutdatedScan} if users have changed the settings of a rule since then */
async function requirePresentSettings(context: ScanContext, findings: PreparedReconciliation): Promise<void> {
  if (await haveSameSettings(context, findings)) return;
  throw new OutdatedScan('The settings of a rule changed during the scan.');
}

/** Sorts detections, which have unique rules and fingerprints. */
function toComparable(detections: Evaluation['detections']): Evaluation['detections'] {
  const toKey = ({ rule_id, fingerprint }: Evaluation['detections'][number]) => `${rule_id} ${fingerprint}`;
  return detections.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** Writes the scan's changes to visible rows. The findings are locked. */
async function takeEffect(context: ScanContext, prepared: PreparedScan, lease: Lease): Promise<void> {
  const { db, scope, now } = context;
  const { seen, rules, findings } = prepared;
  await updateObjects(context);
  await updateEdges(context);
  const changedRuleIds = await storeRules(db, scope, rules, now);
  const occurrences = await completeReconciliation(toReconciliation(context), findings, changedRuleIds);
  await writeResults(context, await toIssueResults(occurrences));
  await completeScan(context, seen, occurrences, lease);
}

/** Returns a rule with a default name and description if the scanner doesn't provide them. */
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
  if (!row) throw new LeaseLost('The scan no longer exists.');
  return row as ScanRow;
}

/** Finds the objects that the scan shows or misses, and the ones whose evaluation reads its changes. */
async function findObjectsToEvaluate(
  { db, scope }: ScanContext,
  { byKey }: SeenObjects,
  absent: PreparedScan['absent'],
  relations: readonly Relation[],
): Promise<TypedObject[]> {
  const seen = [...byKey.values()];
  const changed = [...seen.filter(({ change }) => change !== 'unchanged'), ...absent];
  const readers = await findReaders(db, scope, changed, relations);
  const evaluated = new Map([...seen, ...absent, ...readers].map(({ id, type }) => [id, { id, type }]));
  // Static rules don't evaluate assets and locations.
  return [...evaluated.values()].filter(({ type }) => AI_OBJECT_TYPES.includes(type as ObjectType));
}

/** Lists the results about objects: objects of the document, then absent ones. Locations aren't results. */
function toObjectResults({ byKey }: SeenObjects, absent: PreparedScan['absent']): Promise<ResultRow[]> {
  const objects = [...byKey.values(), ...absent.map((object) => ({ ...object, change: 'absent' as const }))];
  const shown = objects.filter(({ type }) => type !== 'location');
  return mapInSlices(shown, ({ id, change }) => ({
    scan_result_id: newId(),
    result_kind: 'object',
    change,
    aispm_object_id: id,
    fine_grained_issue_id: null,
    definitive_severity: null,
    location_id: null,
  }));
}

/** Lists the results about occurrences, which follow the results about objects. */
function toIssueResults(occurrences: readonly OccurrenceResult[]): Promise<ResultRow[]> {
  return mapInSlices(occurrences, ({ id, objectId, severity, locationId, change }) => ({
    scan_result_id: newId(),
    result_kind: 'issue',
    change,
    aispm_object_id: objectId,
    fine_grained_issue_id: id,
    definitive_severity: severity,
    location_id: locationId,
  }));
}

async function writeResults({ db, scope, scan, now }: ScanContext, results: readonly ResultRow[]): Promise<void> {
  const columns = `scan_result_id text, result_kind text, change text, aispm_object_id text, fine_grained_issue_id text,
    definitive_severity text, location_id text`;
  for (const { rows, json } of divide(results)) {
    await sql`
      INSERT INTO scan_results (tenant_id, workspace_id, scan_id, scan_result_id, result_kind, change, object_type,
        aispm_object_id, fine_grained_issue_id, definitive_severity, location_id, created_at)
      SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_id}, scan_result_id, result_kind, change,
        objects.object_type, given.aispm_object_id, fine_grained_issue_id, definitive_severity, location_id, ${now}::timestamptz
      FROM ${jsonRecordset(json, columns)}
      JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = given.aispm_object_id
        AND objects.aispm_object_id = ${anyOf(rows.map(({ aispm_object_id }) => aispm_object_id))}`.execute(db);
  }
}

/** Completes the scan, and makes it its target's current one. */
async function completeScan(
  context: ScanContext,
  { byKey, assetId }: SeenObjects,
  occurrences: readonly OccurrenceResult[],
  lease: Lease,
): Promise<void> {
  const { db, scope, scan, now } = context;
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
    .set({ current_scan_id: scan.scan_id, last_seen_at: now, ...(assetId !== null && { asset_id: assetId }) })
    .where(inWorkspace('scan_targets', scope))
    .where('scan_target_id', '=', scan.scan_target_id)
    .execute();
}

/**
 * Finishes the scan and releases the lease, unless a stop was requested.
 *
 * @throws {LeaseLost} if the worker lost its lease
 * @throws {StopRequested} if a stop was requested
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
  throw new LeaseLost('The worker lost its lease on the scan.');
}
