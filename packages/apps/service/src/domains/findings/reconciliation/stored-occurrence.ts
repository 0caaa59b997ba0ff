/** Loads the stored occurrences that a scan may affect. */
import type { OccurrenceStatus } from '@aispm/domain';
import { STATIC_RULE_IDS } from '@aispm/rules';
import type { Evidence, Severity } from '@aispm/types';
import { sql } from 'kysely';
import { anyOf, inWorkspace, recordset } from '../../../platform/database/rows.ts';
import type { ReconciliationContext } from './context.ts';
import type { Detection } from './detection.ts';

/** A stored occurrence. */
export interface StoredOccurrence extends OccurrenceStatus {
  fine_grained_issue_id: string;
  issue_id: string;
  rule_id: string;
  fingerprint: string;
  aispm_object_id: string;
  /** The object whose evaluation caused a static rule's finding; null if it's the affected object. */
  subject_id: string | null;
  asset_id: string | null;
  location_id: string | null;
  definitive_severity: Severity;
  severity_reason: string | null;
  /** The severity without the settings of the rule, and its reason; null if they have none. */
  own_severity: Severity | null;
  own_severity_reason: string | null;
  confidence: number | null;
  message: string;
  evidence: Evidence[];
  scan_id: string | null;
  llm_interaction_ids: string[];
  /** Whether the previous scan of this target reported it. */
  isReportedHere: boolean;
  /** Whether the latest scan of another target reported it. */
  isReportedElsewhere: boolean;
  /** Whether it was a result of the current scan of this target. */
  wasResult: boolean;
}

/**
 * Loads the occurrences that are detected now, that the previous scan of this target reported, and that the evaluation of these
 * objects by static rules caused before.
 */
export async function loadStoredOccurrences(
  { db, scope, scanTargetId }: ReconciliationContext,
  detections: readonly Detection[],
  evaluatedObjectIds: readonly string[],
): Promise<StoredOccurrence[]> {
  const sighting = sql`SELECT FROM fine_grained_issue_sightings AS sighting
    WHERE ${inWorkspace('sighting', scope)} AND sighting.fine_grained_issue_id = o.fine_grained_issue_id`;
  const signatures = detections.map(({ rule_id, fingerprint }) => ({ rule_id, fingerprint }));
  const { rows } = await sql<StoredOccurrence>`
    WITH wanted AS (
      -- One search for each pair. Conditions on all rules and on all fingerprints would search for each combination of them.
      SELECT fine_grained_issue_id FROM ${recordset(signatures, 'rule_id text, fingerprint text')}
      CROSS JOIN LATERAL (
        SELECT fine_grained_issue_id FROM fine_grained_issues AS o
        WHERE ${inWorkspace('o', scope)} AND o.rule_id = given.rule_id AND o.fingerprint = given.fingerprint LIMIT 1
      ) AS found
      UNION
      SELECT fine_grained_issue_id FROM fine_grained_issue_sightings AS s
      WHERE ${inWorkspace('s', scope)} AND s.scan_target_id = ${scanTargetId}
      UNION
      SELECT fine_grained_issue_id FROM fine_grained_issues AS o
      WHERE ${inWorkspace('o', scope)} AND o.aispm_object_id = ${anyOf(evaluatedObjectIds)} AND o.subject_id IS NULL
        AND o.rule_id = ANY(${STATIC_RULE_IDS}::text[])
      UNION
      SELECT fine_grained_issue_id FROM fine_grained_issues AS o
      WHERE ${inWorkspace('o', scope)} AND o.subject_id = ${anyOf(evaluatedObjectIds)}
    ), results AS (
      SELECT fine_grained_issue_id FROM scan_results AS r
      WHERE ${inWorkspace('r', scope)} AND fine_grained_issue_id IS NOT NULL AND change <> 'absent' AND scan_id = (
        SELECT current_scan_id FROM scan_targets AS t
        WHERE ${inWorkspace('t', scope)} AND t.scan_target_id = ${scanTargetId}
      )
    )
    SELECT o.fine_grained_issue_id, issue_id, rule_id, fingerprint, aispm_object_id, subject_id, asset_id, location_id,
      definitive_severity, severity_reason, own_severity, own_severity_reason, confidence, status, status_reason, message, evidence, scan_id,
      llm_interaction_ids,
      EXISTS (${sighting} AND sighting.scan_target_id = ${scanTargetId}) AS "isReportedHere",
      EXISTS (${sighting} AND sighting.scan_target_id <> ${scanTargetId}) AS "isReportedElsewhere",
      o.fine_grained_issue_id IN (SELECT fine_grained_issue_id FROM results) AS "wasResult"
    FROM fine_grained_issues AS o
    WHERE ${inWorkspace('o', scope)} AND o.fine_grained_issue_id = ANY(ARRAY(SELECT fine_grained_issue_id FROM wanted))
    ORDER BY o.fine_grained_issue_id`.execute(db);
  return rows;
}

/** Loads the current statuses of occurrences and their reasons, by identifier. */
export async function loadStatuses(
  { db, scope }: ReconciliationContext,
  ids: readonly string[],
): Promise<Map<string, OccurrenceStatus>> {
  const rows = await db
    .selectFrom('fine_grained_issues')
    .select(['fine_grained_issue_id', 'status', 'status_reason'])
    .where(inWorkspace('fine_grained_issues', scope))
    .where('fine_grained_issue_id', '=', anyOf(ids))
    .execute();
  return new Map(
    rows.map(({ fine_grained_issue_id, ...status }) => [fine_grained_issue_id, status as OccurrenceStatus]),
  );
}
