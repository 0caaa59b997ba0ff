/** Seeds the rules, issues and occurrences of the sample data, and the counts derived from them. */

import { SEVERITIES } from '@aispm/domain';
import { fingerprintViolation } from '@aispm/rules';
import { sql } from 'kysely';
import { insertEntries } from '../domains/findings/index.ts';
import type { Db } from '../platform/database/dialect.ts';
import { json } from '../platform/database/json.ts';
import { inWorkspace } from '../platform/database/rows.ts';
import { parseETag } from '../platform/http/etag.ts';
import { type Keys, type SampleData, toWorkspace } from './sample-data.ts';
import { findStableKey } from './stable-keys.ts';

type Finding = Omit<SampleData['occurrences'][number], 'location' | 'evidence'>;

/** Inserts the findings and their counts. Objects and scans must exist. */
export async function seedFindings(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await insertRules(db, keys, sampleData);
  await insertIssues(db, keys, sampleData);
  await insertOccurrences(db, keys, sampleData);
  await countElements(db, keys);
  await countIssues(db, keys);
}

async function insertRules(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await db
    .insertInto('rules')
    .values(
      sampleData.rules.map((rule) => ({
        ...keys,
        rule_id: rule.rule_id,
        rule_name: rule.rule_name,
        rule_description: rule.rule_description,
        object_types: rule.object_types,
        source: rule.source,
        severity: rule.severity ?? 'info',
        tags: json(rule.tags ?? {}),
        remediation: rule.remediation ? json(rule.remediation) : null,
        ...(rule.updated_at !== undefined && { created_at: rule.updated_at, updated_at: rule.updated_at }),
      })),
    )
    // The built-in rules already exist; they get the creation times from the sample data.
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'workspace_id', 'rule_id'])
        .doUpdateSet(({ ref }) => ({ created_at: ref('excluded.created_at'), updated_at: ref('excluded.updated_at') })),
    )
    .execute();
}

async function insertIssues(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await db
    .insertInto('issues')
    .values(
      sampleData.issues.map((issue) => ({
        ...keys,
        issue_id: issue.issue_id,
        rule_id: issue.rule_id,
        definitive_severity: issue.definitive_severity,
        severity_reason: issue.severity_reason,
        status: issue.status,
        status_reason: issue.status_reason,
        status_comment: issue.status_comment,
        status_changed_at: issue.status_changed_at,
        status_changed_by: issue.status_changed_by,
        assignee: issue.assignee,
        due_at: issue.due_at,
        object_types: issue.object_types,
        critical_element_count: issue.critical_element_count,
        high_element_count: issue.high_element_count,
        total_affected_elements: issue.total_affected_elements,
        fine_grained_issue_count: issue.fine_grained_issue_count,
        first_seen_at: issue.first_seen_at,
        last_seen_at: issue.last_seen_at,
        resolved_at: issue.resolved_at,
        reopened_at: issue.reopened_at,
        reopen_count: issue.reopen_count,
        created_at: issue.created_at,
        updated_at: issue.updated_at,
        etag: parseETag(issue.etag),
      })),
    )
    .execute();
  await db
    .insertInto('issue_periods')
    .values(
      sampleData.issues.map(({ issue_id, first_seen_at, resolved_at }) => ({
        ...keys,
        issue_id,
        opened_at: first_seen_at,
        resolved_at,
      })),
    )
    .execute();
  await insertEntries(db, toWorkspace(keys), sampleData.issueHistory);
}

async function insertOccurrences(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await db
    .insertInto('fine_grained_issues')
    .values(
      sampleData.occurrences.map(({ location, evidence, ...occurrence }) => ({
        ...keys,
        ...occurrence,
        subject_id: findSubject(sampleData, occurrence),
        location_id: location?.location_id ?? null,
        evidence: json(evidence),
        created_at: occurrence.first_seen_at,
        updated_at: occurrence.updated_at,
      })),
    )
    .execute();
}

/** Finds the agent whose use of an object causes a finding; null if the finding is only about the object. */
function findSubject(
  sampleData: SampleData,
  { rule_id, object_type, aispm_object_id, fingerprint }: Finding,
): string | null {
  const records = new Map(
    [...sampleData.agents, ...sampleData.tools, ...sampleData.mcpServers].map((record) => [
      record.aispm_object_id,
      record,
    ]),
  );
  const toKey = (id: string) => {
    const record = records.get(id);
    return record && findStableKey({ id, type: record.object_type, name: record.aispm_friendly_name, record });
  };
  const objectKey = toKey(aispm_object_id);
  if (objectKey === undefined) return null;
  const agent = sampleData.agents.find(({ aispm_object_id: id }) => {
    return fingerprintViolation(rule_id, object_type, objectKey, [toKey(id) ?? '']) === fingerprint;
  });
  return agent?.aispm_object_id ?? null;
}

/** Counts the occurrences of each issue by object and by asset. */
async function countElements(db: Db, keys: Keys): Promise<void> {
  await sql`
    INSERT INTO issue_elements (tenant_id, workspace_id, issue_id, role, aispm_object_id, object_type, occurrence_count,
      critical_count, high_count, medium_count, low_count, info_count, active_critical_count, active_high_count)
    SELECT tenant_id, workspace_id, issue_id, role, element_id, element_type, count(*),
      count(*) FILTER (WHERE unresolved AND definitive_severity = 'critical'),
      count(*) FILTER (WHERE unresolved AND definitive_severity = 'high'),
      count(*) FILTER (WHERE unresolved AND definitive_severity = 'medium'),
      count(*) FILTER (WHERE unresolved AND definitive_severity = 'low'),
      count(*) FILTER (WHERE unresolved AND definitive_severity = 'info'),
      count(*) FILTER (WHERE active AND definitive_severity = 'critical'),
      count(*) FILTER (WHERE active AND definitive_severity = 'high')
    FROM fine_grained_issues,
      LATERAL (VALUES ('object', aispm_object_id, object_type), ('asset', asset_id, 'asset'))
        AS element (role, element_id, element_type),
      LATERAL (SELECT status <> 'resolved' AS unresolved, status NOT IN ('resolved', 'suppressed') AS active) AS state
    WHERE ${inWorkspace('fine_grained_issues', toWorkspace(keys))} AND element_id IS NOT NULL
    GROUP BY tenant_id, workspace_id, issue_id, role, element_id, element_type`.execute(db);
}

/** Counts the issues of each object; for an asset, the issues of its contents. */
async function countIssues(db: Db, keys: Keys): Promise<void> {
  await sql`
    UPDATE objects SET total_issues_count = counts.total, critical_issues_count = counts.critical,
      high_issues_count = counts.high, max_definitive_severity = counts.max_severity,
      critical_occurrence_count = counts.critical_occurrences, high_occurrence_count = counts.high_occurrences
    FROM (
      SELECT aispm_object_id AS id, count(*) AS total, count(*) FILTER (WHERE severity_rank = 5) AS critical,
        count(*) FILTER (WHERE severity_rank = 4) AS high, sum(critical_count) AS critical_occurrences,
        sum(high_count) AS high_occurrences,
        (ARRAY[${sql.join(SEVERITIES.map((severity) => sql.lit(severity)))}])[max(severity_rank)] AS max_severity
      FROM issue_elements
      WHERE ${inWorkspace('issue_elements', toWorkspace(keys))} AND unresolved_count > 0
        AND role = CASE object_type WHEN 'asset' THEN 'asset' ELSE 'object' END
      GROUP BY aispm_object_id
    ) AS counts
    WHERE ${inWorkspace('objects', toWorkspace(keys))} AND aispm_object_id = counts.id`.execute(db);
}
