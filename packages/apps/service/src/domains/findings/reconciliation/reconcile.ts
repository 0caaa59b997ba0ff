/** Reconciles the stored occurrences with the detections of a scan: opens, keeps, reopens and resolves them. */
import type { ScanChange, Severity } from '@aispm/types';
import { analyzeIfGrown } from '../../../platform/database/statistics.ts';
import { STATIC_RULE_IDS } from '../../rules/index.ts';
import { recordHistory } from '../issue-history.ts';
import { updateCounts } from '../update-counts.ts';
import type { ReconciliationContext, ScannedObjects } from './context.ts';
import type { Detection, StaticRuleDetection } from './detection.ts';
import { matchDetections, type OccurrenceMatch } from './match.ts';
import { findIssues, openIssues } from './open-issues.ts';
import { type ReconciledOccurrence, reconcileOccurrence } from './reconciled-occurrence.ts';
import { findAssets, findInteractionStarts } from './related-rows.ts';
import { loadStoredOccurrences, type StoredOccurrence } from './stored-occurrence.ts';
import { recordSightings, resolveOccurrences, touchOccurrences, writeOccurrences } from './write-occurrences.ts';

/** What a scan found. */
export interface ScanDetections {
  scanner: readonly Detection[];
  staticRules: readonly StaticRuleDetection[];
  /** Objects that the static rules have evaluated. */
  evaluatedObjectIds: readonly string[];
  /** Rules that the scan has added or changed. */
  changedRuleIds: readonly string[];
  objects: ScannedObjects;
}

/** How a scan has changed an occurrence. */
export interface OccurrenceResult {
  id: string;
  objectId: string;
  severity: Severity;
  change: ScanChange;
  isResolved: boolean;
}

interface Reconciliation {
  match: OccurrenceMatch;
  occurrence: ReconciledOccurrence;
}

/** A stored occurrence that was not detected. */
interface AbsentOccurrence {
  stored: StoredOccurrence;
  isResolved: boolean;
}

const STATIC_RULES = new Set(STATIC_RULE_IDS);

/**
 * Updates the occurrences and issues of a workspace after a scan, and all counts that follow from them.
 *
 * @returns the occurrences that the scan reports: the detected ones, then the absent ones
 */
export async function reconcileOccurrences(
  context: ReconciliationContext,
  detections: ScanDetections,
): Promise<OccurrenceResult[]> {
  const stored = await loadStoredOccurrences(context, detections.scanner, detections.evaluatedObjectIds);
  const matches = matchDetections(stored, detections.scanner, detections.staticRules, (id) => STATIC_RULES.has(id));
  const reconciled = await reconcileMatches(context, matches, detections.objects);
  const occurrences = reconciled.map(({ occurrence }) => occurrence);
  const absent = findAbsent(stored, matches);

  await writeAll(context, reconciled, absent);
  const touched = [...occurrences, ...absent.map((occurrence) => occurrence.stored)];
  const changedIssues = await findIssues(context, detections.changedRuleIds);
  const issueIds = [...new Set([...touched.map(({ issue_id }) => issue_id), ...changedIssues.values()])];
  const { db, scope, now, scanId } = context;
  await recordHistory(db, scope, issueIds, { scanId }, () =>
    updateCounts(db, scope, now, { issueIds, objectIds: collectObjectIds(touched, stored) }),
  );
  return [
    ...occurrences.map((occurrence) => toResult(occurrence, occurrence.change, false)),
    ...absent.map((occurrence) => toResult(occurrence.stored, 'absent', occurrence.isResolved)),
  ];
}

async function reconcileMatches(
  context: ReconciliationContext,
  matches: readonly OccurrenceMatch[],
  objects: ScannedObjects,
): Promise<Reconciliation[]> {
  const interactionStarts = await findInteractionStarts(context, matches);
  const issueIds = await openIssues(context, matches);
  const assetIds = await findAssets(context, matches, objects);
  const references = { scanId: context.scanId, issueIds, assetIds, interactionStarts };
  return (
    matches
      .map((match) => ({ match, occurrence: reconcileOccurrence(match, references) }))
      // What static rules only confirm on objects of other scans is not a result of this scan.
      .filter(
        ({ occurrence }) => objects.objectIds.has(occurrence.aispm_object_id) || occurrence.change !== 'unchanged',
      )
  );
}

/**
 * Finds the stored occurrences that were not detected. An occurrence that a scan reported is resolved when no other target reports
 * it; a suppressed one keeps its status.
 */
function findAbsent(stored: readonly StoredOccurrence[], matches: readonly OccurrenceMatch[]): AbsentOccurrence[] {
  const detected = new Set(matches.flatMap((match) => match.stored ?? []));
  return stored
    .filter((occurrence) => !detected.has(occurrence))
    .map((occurrence) => ({
      stored: occurrence,
      isResolved:
        !occurrence.isReportedElsewhere &&
        occurrence.scan_id !== null &&
        ['open', 'in_progress'].includes(occurrence.status),
    }))
    .filter(({ stored: { isReportedHere }, isResolved }) => isResolved || isReportedHere);
}

async function writeAll(
  context: ReconciliationContext,
  reconciled: readonly Reconciliation[],
  absent: readonly AbsentOccurrence[],
): Promise<void> {
  const occurrences = reconciled.map(({ occurrence }) => occurrence);
  await writeOccurrences(
    context,
    occurrences.filter(({ change }) => change !== 'unchanged'),
  );
  await touchOccurrences(context, toIds(occurrences.filter(({ change }) => change === 'unchanged')));
  await analyzeIfGrown(context.db, 'fine_grained_issues', occurrences.length);
  await resolveOccurrences(context, toIds(absent.filter(({ isResolved }) => isResolved).map(({ stored }) => stored)));
  const reported = reconciled.filter(({ match }) => match.scanner);
  await recordSightings(context, toIds(reported.map(({ occurrence }) => occurrence)));
}

/** The objects and assets of occurrences, now and before the scan. */
function collectObjectIds(
  touched: readonly (ReconciledOccurrence | StoredOccurrence)[],
  stored: readonly StoredOccurrence[],
): string[] {
  const before = new Map(stored.map((occurrence) => [occurrence.fine_grained_issue_id, occurrence]));
  const all = [...touched, ...touched.flatMap(({ fine_grained_issue_id }) => before.get(fine_grained_issue_id) ?? [])];
  return [...new Set(all.flatMap(({ aispm_object_id, asset_id }) => [aispm_object_id, asset_id ?? []].flat()))];
}

function toIds(occurrences: readonly { fine_grained_issue_id: string }[]): string[] {
  return occurrences.map(({ fine_grained_issue_id }) => fine_grained_issue_id);
}

function toResult(
  occurrence: Pick<StoredOccurrence, 'fine_grained_issue_id' | 'aispm_object_id' | 'definitive_severity'>,
  change: ScanChange,
  isResolved: boolean,
): OccurrenceResult {
  const { fine_grained_issue_id: id, aispm_object_id: objectId, definitive_severity: severity } = occurrence;
  return { id, objectId, severity, change, isResolved };
}
