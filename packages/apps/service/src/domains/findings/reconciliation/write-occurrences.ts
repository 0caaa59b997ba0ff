/** Writes the occurrences of a scan. */
import { enterStatus, NOT_OBSERVED } from '@aispm/domain';
import { sql } from 'kysely';
import { type Batch, divide } from '../../../platform/database/batches.ts';
import { anyOf, inWorkspace, jsonRecordset } from '../../../platform/database/rows.ts';
import type { ReconciliationContext } from './context.ts';
import type { ReconciledOccurrence } from './reconciled-occurrence.ts';

/** How a scan resolves an occurrence. */
const RESOLUTION = { status: NOT_OBSERVED.status, reason: NOT_OBSERVED.status_reason, comment: null, userId: null };

/** Inserts new occurrences and updates changed ones. */
export async function writeOccurrences(
  context: ReconciliationContext,
  occurrences: readonly ReconciledOccurrence[],
): Promise<void> {
  for (const batch of divide(occurrences)) await writeBatch(context, batch);
}

async function writeBatch(
  { db, scope, now }: ReconciliationContext,
  { rows, json }: Batch<ReconciledOccurrence>,
): Promise<void> {
  const columns = `fine_grained_issue_id text, issue_id text, rule_id text, fingerprint text, aispm_object_id text,
    subject_id text, asset_id text, location_id text, definitive_severity text, severity_reason text,
    own_severity text, own_severity_reason text, confidence double precision,
    status text, status_reason text, message text, evidence jsonb, scan_id text, first_scan_id text,
    llm_interaction_ids json`;
  await sql`
    INSERT INTO fine_grained_issues (tenant_id, workspace_id, fine_grained_issue_id, issue_id, rule_id, fingerprint,
      aispm_object_id, subject_id, aispm_friendly_name, object_type, asset_id, location_id, definitive_severity, severity_reason,
      own_severity, own_severity_reason, confidence, status, status_reason, message, evidence, scan_id, first_scan_id,
      llm_interaction_ids, first_seen_at, last_seen_at, created_at, updated_at, resolved_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, fine_grained_issue_id, issue_id, rule_id, fingerprint,
      given.aispm_object_id, given.subject_id, objects.aispm_friendly_name, objects.object_type, given.asset_id, location_id,
      definitive_severity, severity_reason, own_severity, own_severity_reason, confidence, status, status_reason, message,
      evidence, scan_id, first_scan_id, ARRAY(SELECT json_array_elements_text(llm_interaction_ids)), ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
      CASE WHEN status = 'resolved' THEN ${now}::timestamptz END
    FROM ${jsonRecordset(json, columns)}
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = given.aispm_object_id
      AND objects.aispm_object_id = ${anyOf(rows.map(({ aispm_object_id }) => aispm_object_id))}
    ORDER BY fine_grained_issue_id
    ON CONFLICT (tenant_id, workspace_id, fine_grained_issue_id) DO UPDATE SET aispm_object_id = excluded.aispm_object_id,
      subject_id = excluded.subject_id, aispm_friendly_name = excluded.aispm_friendly_name, object_type = excluded.object_type,
      asset_id = excluded.asset_id, location_id = excluded.location_id,
      definitive_severity = excluded.definitive_severity, severity_reason = excluded.severity_reason,
      own_severity = excluded.own_severity, own_severity_reason = excluded.own_severity_reason, confidence = excluded.confidence, status = excluded.status, status_reason = excluded.status_reason,
      message = excluded.message, evidence = excluded.evidence, scan_id = excluded.scan_id,
      llm_interaction_ids = excluded.llm_interaction_ids,
      ${sql.join(
        ['status_comment', 'status_changed_by'].map(
          (name) =>
            sql`${sql.ref(name)} = CASE WHEN excluded.status = fine_grained_issues.status THEN fine_grained_issues.${sql.ref(name)} END`,
        ),
      )},
      status_changed_at = CASE WHEN excluded.status = fine_grained_issues.status THEN fine_grained_issues.status_changed_at
        ELSE excluded.updated_at END,
      resolved_at = CASE WHEN excluded.status = 'resolved' THEN fine_grained_issues.resolved_at END,
      last_seen_at = greatest(fine_grained_issues.last_seen_at, excluded.last_seen_at),
      updated_at = greatest(fine_grained_issues.updated_at, excluded.updated_at)
  `.execute(db);
}

/** Updates the scan and time of unchanged occurrences. */
export async function touchOccurrences(
  { db, scope, scanId, now }: ReconciliationContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('fine_grained_issues')
    .set({
      scan_id: scanId,
      last_seen_at: sql`greatest(last_seen_at, ${now}::timestamptz)`,
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('fine_grained_issue_id', '=', anyOf(ids))
    .execute();
}

/** Resolves occurrences that were no longer observed. */
export async function resolveOccurrences(
  { db, scope, now }: ReconciliationContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('fine_grained_issues')
    .set({ ...enterStatus(RESOLUTION, now), disabled_triage: null, updated_at: now })
    .where(inWorkspace('fine_grained_issues', scope))
    .where('fine_grained_issue_id', '=', anyOf(ids))
    .execute();
}

/** Records which occurrences the scanner reports for this target. Occurrences of static rules are derived from the graph. */
export async function recordSightings(
  { db, scope, scanTargetId }: ReconciliationContext,
  ids: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO fine_grained_issue_sightings (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scanTargetId}, id FROM unnest(${ids}::text[]) AS id
    ON CONFLICT (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id) DO NOTHING`.execute(db);
  await sql`
    DELETE FROM fine_grained_issue_sightings
    WHERE ${inWorkspace('fine_grained_issue_sightings', scope)} AND scan_target_id = ${scanTargetId}
      AND fine_grained_issue_id <> ALL(${ids}::text[])`.execute(db);
}
