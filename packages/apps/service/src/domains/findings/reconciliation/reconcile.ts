/**
 * Reconciles the stored occurrences with the detections of a scan: opens, keeps, reopens and resolves them. It has two steps,
 * and triage only waits for the second one.
 */
import { isDeepStrictEqual } from 'node:util';
import { isResolvedByAbsence } from '@aispm/domain';
import { STATIC_RULE_IDS } from '@aispm/rules';
import type { ScanChange, Severity } from '@aispm/types';
import { mapInSlices } from '../../../platform/core/slices.ts';
import { analyzeIfGrown } from '../../../platform/database/statistics.ts';
import { loadSettings } from '../../rules/index.ts';
import { recordHistory } from '../issues/history.ts';
import { updateCounts, updateNewObjects } from '../issues/update-counts.ts';
import { collectFindings } from '../issues/update-issues.ts';
import type { ReconciliationContext, ScannedObjects } from './context.ts';
import type { Detection, StaticRuleDetection } from './detection.ts';
import { belongsToScan, matchDetections, type OccurrenceMatch } from './match.ts';
import { findIssues, openIssues } from './open-issues.ts';
import { type ReconciledOccurrence, type References, reconcileOccurrence } from './reconciled-occurrence.ts';
import { findAssets, findCausingScans, findInteractionStarts } from './related-rows.ts';
import { loadStatuses, loadStoredOccurrences, type StoredOccurrence } from './stored-occurrence.ts';
import { recordSightings, resolveOccurrences, touchOccurrences, writeOccurrences } from './write-occurrences.ts';

/** The findings of a scan. */
export interface ScanDetections {
  scanner: readonly Detection[];
  staticRules: readonly StaticRuleDetection[];
  /** Objects that the static rules evaluated. */
  evaluatedObjectIds: readonly string[];
  objects: ScannedObjects;
}

/** How a scan changed an occurrence. */
export interface OccurrenceResult {
  id: string;
  objectId: string;
  severity: Severity;
  /** A location in the scan; null if there's none. */
  locationId: string | null;
  change: ScanChange;
  isResolved: boolean;
}

interface Reconciliation {
  match: OccurrenceMatch;
  occurrence: ReconciledOccurrence;
}

/** A stored occurrence that wasn't detected, or no longer belongs to the target. */
interface AbsentOccurrence {
  stored: StoredOccurrence;
  isResolved: boolean;
}

/** The parts of an occurrence that results and counts need. Its long strings are no longer in memory. */
type WrittenOccurrence = Pick<
  ReconciledOccurrence,
  'fine_grained_issue_id' | 'issue_id' | 'aispm_object_id' | 'asset_id' | 'definitive_severity' | 'change'
> & {
  /** Whether it's a result of this scan. */
  belongs: boolean;
  /** A location in the scan. */
  ownLocationId: string | null;
};

/** The first step of a reconciliation: new occurrences are inserted, the others are unchanged. */
export interface PreparedReconciliation {
  readonly stored: readonly StoredOccurrence[];
  /** The stored occurrences that were detected. */
  readonly known: readonly Reconciliation[];
  /** The inserted occurrences. */
  readonly created: readonly WrittenOccurrence[];
  readonly references: References;
  readonly objects: ScannedObjects;
}

const STATIC_RULES = new Set(STATIC_RULE_IDS);

/**
 * Matches the detections of a scan with the stored occurrences, and inserts the new ones and their issues. Doesn't lock rows
 * that triage changes.
 */
export async function prepareReconciliation(
  context: ReconciliationContext,
  detections: ScanDetections,
): Promise<PreparedReconciliation> {
  const { objects } = detections;
  const { scanner, staticRules } = detections;
  const stored = await loadStoredOccurrences(context, [...scanner, ...staticRules], detections.evaluatedObjectIds);
  const isStatic = (id: string) => STATIC_RULES.has(id);
  const matches = await matchDetections(stored, scanner, staticRules, isStatic, objects.objectIds);
  const foreign = matches.filter((match) => !match.stored && !belongsToScan(match, objects.objectIds));
  const settings = await loadSettings(context.db, context.scope, listRules(matches));
  const references = {
    settings,
    scanId: context.scanId,
    objectIds: objects.objectIds,
    causingScans: await findCausingScans(context, foreign),
    interactionStarts: await findInteractionStarts(context, matches),
    issueIds: await openIssues(context, matches, settings),
    assetIds: await findAssets(context, matches, objects),
  };
  const reconciled = await mapInSlices(matches, (match) => ({
    match,
    occurrence: reconcileOccurrence(match, references),
  }));
  const known = reconciled.filter(({ match }) => match.stored);
  const added = reconciled.filter(({ match }) => !match.stored);
  const created = await mapInSlices(added, (one) => toWritten(one, objects));
  await writeOccurrences(
    context,
    added.map(({ occurrence }) => occurrence),
  );
  await analyzeIfGrown(context.db, 'fine_grained_issues', context.scope, created.length);
  const reported = reconciled.filter(({ match }) => match.scanner);
  await recordSightings(context, toIds(reported.map(({ occurrence }) => occurrence)));
  await updateNewObjects(
    context.db,
    context.scope,
    collectFindings(created).objectIds.filter((id) => objects.newIds.has(id)),
  );
  const assetIds = new Map(known.map(({ match }) => [match, references.assetIds.get(match) ?? null]));
  return { stored, known, created, references: { ...references, assetIds }, objects };
}

/** Lists the rules of detections. */
function listRules(matches: readonly OccurrenceMatch[]): string[] {
  return [...new Set(matches.flatMap(({ scanner, staticRule }) => (scanner ?? staticRule)?.rule_id ?? []))];
}

/** Returns whether the settings of the rules are still those of the first step. The findings are locked. */
export async function haveSameSettings(
  { db, scope }: Pick<ReconciliationContext, 'db' | 'scope'>,
  { references: { settings } }: PreparedReconciliation,
): Promise<boolean> {
  return isDeepStrictEqual(await loadSettings(db, scope, [...settings.keys()]), settings);
}

function toWritten({ match, occurrence }: Reconciliation, { objectIds }: ScannedObjects): WrittenOccurrence {
  const { fine_grained_issue_id, issue_id, aispm_object_id, asset_id, definitive_severity, change } = occurrence;
  const locationIds = [match.locationId, ...((match.scanner ?? match.staticRule)?.locationIds ?? [])];
  return {
    fine_grained_issue_id,
    issue_id,
    aispm_object_id,
    asset_id,
    definitive_severity,
    change,
    belongs: belongsToScan(match, objectIds),
    ownLocationId: locationIds.find((id) => id !== null && objectIds.has(id)) ?? null,
  };
}

/**
 * Updates the occurrences and issues of a workspace, and all counts derived from them.
 *
 * @param context with the findings of the workspace locked
 * @param changedRuleIds rules that the scan changed
 * @returns the reported occurrences: detected ones, then absent ones
 */
export async function completeReconciliation(
  context: ReconciliationContext,
  prepared: PreparedReconciliation,
  changedRuleIds: readonly string[],
): Promise<OccurrenceResult[]> {
  const { stored, known } = await applyTriage(context, prepared);
  const kept = await mapInSlices(known, (one) => ({ ...one, written: toWritten(one, prepared.objects) }));
  // A static rule can only confirm an occurrence of another target.
  const occurrences = [...kept.map(({ written }) => written), ...prepared.created].filter(
    ({ belongs, change }) => belongs || change !== 'unchanged',
  );
  const absent = findAbsent(stored, known);
  const isChanged = ({ change }: WrittenOccurrence) => change !== 'unchanged';

  await writeOccurrences(
    context,
    kept.map(({ occurrence }) => occurrence).filter(({ change }) => change === 'updated'),
  );
  await touchOccurrences(context, toIds(occurrences.filter((occurrence) => !isChanged(occurrence))));
  const resolved = absent.filter(({ isResolved }) => isResolved).map((occurrence) => occurrence.stored);
  await resolveOccurrences(context, toIds(resolved));

  const touched = [...occurrences, ...absent.map((occurrence) => occurrence.stored)];
  const changed = [...occurrences.filter(isChanged), ...resolved];
  const { db, scope, now, scanId } = context;
  const all = collectFindings(withFormer(touched, stored));
  const issueIds = [...new Set([...all.issueIds, ...(await findIssues(context, changedRuleIds)).values()])];
  await recordHistory(db, scope, issueIds, { scanId }, () =>
    updateCounts(db, scope, now, { ...all, issueIds, recounted: collectFindings(withFormer(changed, stored)) }),
  );
  const left = kept.flatMap(({ match, written }) =>
    match.stored && !written.belongs ? [{ stored: match.stored, isResolved: false }] : [],
  );
  const shown = occurrences.filter(({ belongs }) => belongs);
  const gone = [...absent, ...left].filter(({ stored: { wasResult, isReportedHere } }) => wasResult || isReportedHere);
  return [
    ...(await mapInSlices(shown, (one) => toResult(one, one.ownLocationId, one.change, false))),
    ...(await mapInSlices(gone, (one) => toResult(one.stored, null, 'absent', one.isResolved))),
  ];
}

/** Applies triage changes since the first step, which only affect statuses and their reasons. */
async function applyTriage(
  context: ReconciliationContext,
  { stored, known, references }: PreparedReconciliation,
): Promise<{ stored: StoredOccurrence[]; known: Reconciliation[] }> {
  const statuses = await loadStatuses(context, toIds(stored));
  const present = new Map(
    stored.map((occurrence) => [occurrence, { ...occurrence, ...statuses.get(occurrence.fine_grained_issue_id) }]),
  );
  return {
    stored: [...present.values()],
    known: await mapInSlices(known, ({ match, occurrence }) => {
      const now = match.stored && present.get(match.stored);
      if (!now) return { match, occurrence };
      match.stored = now;
      return { match, occurrence: reconcileOccurrence(match, references) };
    }),
  };
}

/**
 * Finds the stored occurrences that weren't detected. An occurrence that a scan reported is resolved if no other target reports
 * it; a suppressed one keeps its status.
 */
function findAbsent(stored: readonly StoredOccurrence[], known: readonly Reconciliation[]): AbsentOccurrence[] {
  const detected = new Set(known.flatMap(({ match }) => match.stored ?? []));
  return stored
    .filter((occurrence) => !detected.has(occurrence))
    .map((occurrence) => ({
      stored: occurrence,
      isResolved: !occurrence.isReportedElsewhere && occurrence.scan_id !== null && isResolvedByAbsence(occurrence),
    }))
    .filter(({ stored: { isReportedHere, wasResult }, isResolved }) => isResolved || isReportedHere || wasResult);
}

/** Returns occurrences as they are now and as they were before the scan, possibly in another asset. */
function withFormer(
  touched: readonly (WrittenOccurrence | StoredOccurrence)[],
  stored: readonly StoredOccurrence[],
): (WrittenOccurrence | StoredOccurrence)[] {
  const before = new Map(stored.map((occurrence) => [occurrence.fine_grained_issue_id, occurrence]));
  return [...touched, ...touched.flatMap(({ fine_grained_issue_id }) => before.get(fine_grained_issue_id) ?? [])];
}

function toIds(occurrences: readonly { fine_grained_issue_id: string }[]): string[] {
  return occurrences.map(({ fine_grained_issue_id }) => fine_grained_issue_id);
}

function toResult(
  occurrence: Pick<StoredOccurrence, 'fine_grained_issue_id' | 'aispm_object_id' | 'definitive_severity'>,
  locationId: string | null,
  change: ScanChange,
  isResolved: boolean,
): OccurrenceResult {
  const { fine_grained_issue_id: id, aispm_object_id: objectId, definitive_severity: severity } = occurrence;
  return { id, objectId, severity, locationId, change, isResolved };
}
