/** Decides what an occurrence contains after a scan. */
import { isDeepStrictEqual } from 'node:util';
import { describeOverride, describeSighting, observeOccurrence } from '@aispm/domain';
import type { Evidence, ScanChange } from '@aispm/types';
import { maxItems } from '../../../platform/contract/limits.ts';
import { newId } from '../../../platform/core/identifiers.ts';
import type { FollowedSettings } from '../../rules/index.ts';
import type { Detection } from './detection.ts';
import { belongsToScan, type OccurrenceMatch } from './match.ts';
import type { StoredOccurrence } from './stored-occurrence.ts';

const MAX_EVIDENCE = maxItems('FineGrainedIssue.evidence');
const MAX_INTERACTIONS = maxItems('FineGrainedIssue.llm_interaction_ids');

/** An occurrence to store, and how the scan changes it. */
export interface ReconciledOccurrence
  extends Omit<StoredOccurrence, 'isReportedHere' | 'isReportedElsewhere' | 'wasResult'> {
  first_scan_id: string | null;
  change: Exclude<ScanChange, 'absent'>;
}

/** The references of a scan's occurrences. */
export interface References {
  scanId: string;
  /** The objects of the scan. */
  objectIds: ReadonlySet<string>;
  /** Scans of other targets that show the cause of a new finding. */
  causingScans: ReadonlyMap<OccurrenceMatch, string>;
  /** The issue of each rule. */
  issueIds: ReadonlyMap<string, string>;
  /** The settings of each rule. */
  settings: ReadonlyMap<string, FollowedSettings>;
  assetIds: ReadonlyMap<OccurrenceMatch, string | null>;
  /** The start of each interaction, in milliseconds since 1970. */
  interactionStarts: ReadonlyMap<string, number>;
}

/** The columns that detections determine. */
type Content = Pick<
  StoredOccurrence,
  | 'aispm_object_id'
  | 'subject_id'
  | 'asset_id'
  | 'location_id'
  | 'definitive_severity'
  | 'severity_reason'
  | 'own_severity'
  | 'own_severity_reason'
  | 'confidence'
  | 'message'
  | 'evidence'
>;

/** Combines the detections of an occurrence with the stored one. */
export function reconcileOccurrence(match: OccurrenceMatch, references: References): ReconciledOccurrence {
  const { stored, scanner, staticRule } = match;
  const detection = scanner ?? staticRule;
  if (!detection) throw new Error('A match has no detection.');
  const { issueIds, assetIds, interactionStarts } = references;
  const scanId = belongsToScan(match, references.objectIds)
    ? references.scanId
    : (stored?.scan_id ?? references.causingScans.get(match) ?? references.scanId);
  const { is_enabled = true, severity_override = null } = references.settings.get(detection.rule_id) ?? {};
  // Another scanner's finding takes precedence over a static rule.
  const detected =
    !scanner && stored?.isReportedElsewhere
      ? pickContent(stored)
      : toContent(match, detection, assetIds.get(match) ?? null);
  const content = {
    ...overrideSeverity(detected, severity_override),
    llm_interaction_ids: [...new Set([...(scanner?.interactionIds ?? []), ...(stored?.llm_interaction_ids ?? [])])]
      .sort((a, b) => (interactionStarts.get(b) ?? 0) - (interactionStarts.get(a) ?? 0))
      .slice(0, MAX_INTERACTIONS),
  };
  return {
    fine_grained_issue_id: stored?.fine_grained_issue_id ?? newId(),
    issue_id: issueIds.get(detection.rule_id) ?? '',
    rule_id: detection.rule_id,
    fingerprint: stored?.fingerprint ?? detection.fingerprint,
    ...content,
    ...observeOccurrence(stored, is_enabled),
    scan_id: scanId,
    first_scan_id: stored ? null : scanId,
    change: describeSighting(stored, stored !== undefined && hasChanged(stored, content)),
  };
}

/** Replaces the severity with that of the settings of the rule, if they have one. */
function overrideSeverity(content: Content, override: FollowedSettings['severity_override']): Content {
  const isOverridden = content.own_severity !== null;
  const own = isOverridden ? content.own_severity : content.definitive_severity;
  const ownReason = isOverridden ? content.own_severity_reason : content.severity_reason;
  return override === null
    ? {
        ...content,
        definitive_severity: own ?? content.definitive_severity,
        severity_reason: ownReason,
        own_severity: null,
        own_severity_reason: null,
      }
    : {
        ...content,
        definitive_severity: override,
        severity_reason: describeOverride(override),
        own_severity: own,
        own_severity_reason: ownReason,
      };
}

function pickContent(stored: StoredOccurrence): Content {
  return {
    aispm_object_id: stored.aispm_object_id,
    subject_id: stored.subject_id,
    asset_id: stored.asset_id,
    location_id: stored.location_id,
    definitive_severity: stored.definitive_severity,
    severity_reason: stored.severity_reason,
    own_severity: stored.own_severity,
    own_severity_reason: stored.own_severity_reason,
    confidence: stored.confidence,
    message: stored.message,
    evidence: stored.evidence,
  };
}

/** The scanner's detection comes first; a static rule adds its evidence. */
function toContent({ staticRule, locationId }: OccurrenceMatch, detection: Detection, assetId: string | null): Content {
  return {
    aispm_object_id: detection.objectId,
    subject_id: !staticRule || staticRule.subjectId === detection.objectId ? null : staticRule.subjectId,
    asset_id: assetId,
    location_id: locationId,
    definitive_severity: detection.severity,
    severity_reason: detection.severityReason,
    own_severity: null,
    own_severity_reason: null,
    confidence: detection.confidence,
    message: detection.message,
    evidence: removeDuplicates([...detection.evidence, ...(staticRule?.evidence ?? [])]).slice(0, MAX_EVIDENCE),
  };
}

function removeDuplicates(evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter((item, index) => evidence.findIndex((other) => isDeepStrictEqual(item, other)) === index);
}

function hasChanged(stored: StoredOccurrence, content: Content & { llm_interaction_ids: string[] }): boolean {
  const before = { ...pickContent(stored), llm_interaction_ids: stored.llm_interaction_ids };
  return !isDeepStrictEqual(content, before);
}
