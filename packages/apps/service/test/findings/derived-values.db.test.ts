/** What SQL derives from the occurrences of a workspace is what `@aispm/domain` derives from the same records. */
import {
  changeIssueStatus,
  countElements,
  countIssues,
  deriveIssueSeverity,
  FINDING_STATUSES,
  type FindingStatus,
  findHighest,
  findIssueStatus,
  type IssueSeverity,
  type IssueState,
  isUnresolved,
  type OccurrenceStatus,
  SEVERITIES,
  type Severity,
} from '@aispm/domain';
import fc from '@aispm/testing/properties';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockFindings, updateCounts } from '../../src/domains/findings/issues/update-counts.ts';
import { collectFindings } from '../../src/domains/findings/issues/update-issues.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { createScan } from './workspace.ts';

const RULES = ['one', 'other'];
const AGENTS = ['a', 'b', 'c'];

/** What triage and scans may give an occurrence. */
interface Given extends OccurrenceStatus {
  definitive_severity: Severity;
}

interface Occurrence extends Given {
  fine_grained_issue_id: string;
  issue_id: string;
  aispm_object_id: string;
  object_type: string;
  asset_id: string | null;
}

interface Issue extends IssueState, IssueSeverity {
  issue_id: string;
  base_severity: Severity;
  critical_element_count: number;
  high_element_count: number;
  total_affected_elements: number;
  fine_grained_issue_count: number;
}

const status: fc.Arbitrary<OccurrenceStatus> = fc.constantFrom<FindingStatus>(...FINDING_STATUSES).chain((name) =>
  fc.record({
    status: fc.constant(name),
    status_reason:
      name === 'suppressed'
        ? fc.constantFrom('false_positive' as const, 'accepted_risk' as const, 'duplicate' as const)
        : fc.constant(name === 'resolved' ? ('fixed' as const) : null),
  }),
);
const given: fc.Arbitrary<Given> = fc
  .tuple(status, fc.constantFrom(...SEVERITIES))
  .map(([own, definitive_severity]) => ({ ...own, definitive_severity }));

/** Occurrences of one severity have the same reason, so that any of the most severe ones gives it to the issue. */
const toReason = (severity: Severity) => `Rated ${severity}.`;

/** Returns what an issue has after its occurrences have changed. */
function deriveIssue(before: Issue, occurrences: readonly Occurrence[], now: string): Partial<Issue> {
  const next = findIssueStatus(occurrences.map((one) => one.status)) ?? 'resolved';
  const [first = null] = occurrences.flatMap((one) => (one.status === 'suppressed' ? one.status_reason : [])).sort();
  const reason = next === 'resolved' ? 'not_observed' : next === 'suppressed' ? first : null;
  const highest = findHighest(occurrences.filter(isUnresolved).map(({ definitive_severity }) => definitive_severity));
  const { total_priority_affected_elements: _, ...counts } = countElements(occurrences);
  return {
    ...before,
    ...changeIssueStatus(before, { status: next, reason, comment: null, userId: null }, now),
    ...deriveIssueSeverity(before, highest && { severity: highest, reason: toReason(highest) }),
    ...counts,
  };
}

describeOnDatabases('values derived from occurrences', (kind) => {
  let database: Database;
  let workspace: ScannedWorkspace;

  const listOccurrences = () =>
    workspace.read(async (db) => {
      const { rows } =
        await sql<Occurrence>`SELECT fine_grained_issue_id, issue_id, aispm_object_id, object_type, asset_id, status,
        status_reason, definitive_severity FROM fine_grained_issues ORDER BY fine_grained_issue_id`.execute(db);
      return rows;
    });
  const listIssues = () =>
    workspace.read(async (db) => {
      const { rows } =
        await sql<Issue>`SELECT issue_id, rules.severity AS base_severity, definitive_severity, severity_reason, status,
        status_reason, status_comment, status_changed_at, status_changed_by, resolved_at, reopened_at, reopen_count,
        critical_element_count, high_element_count, total_affected_elements, fine_grained_issue_count
        FROM issues JOIN rules USING (tenant_id, workspace_id, rule_id) ORDER BY issue_id`.execute(db);
      return rows;
    });
  const listObjects = () =>
    workspace.read(async (db) => {
      const { rows } = await sql<{ aispm_object_id: string; object_type: string }>`SELECT aispm_object_id, object_type,
        total_issues_count, critical_issues_count, high_issues_count, max_definitive_severity FROM objects`.execute(db);
      return rows;
    });
  const change = (occurrences: readonly Occurrence[], now: string) =>
    workspace.write(async (db) => {
      await lockFindings(db, workspace.scope);
      for (const { fine_grained_issue_id, status: name, status_reason, definitive_severity } of occurrences) {
        await sql`UPDATE fine_grained_issues SET status = ${name}, status_reason = ${status_reason},
          definitive_severity = ${definitive_severity}, severity_reason = ${toReason(definitive_severity)},
          resolved_at = ${name === 'resolved' ? now : null}::timestamptz
          WHERE fine_grained_issue_id = ${fine_grained_issue_id}`.execute(db);
      }
      await updateCounts(db, workspace.scope, now, collectFindings(occurrences));
    });

  beforeAll(async () => {
    database = await freshDatabase(kind);
    workspace = await ScannedWorkspace.create(database, 'derived');
    const document = createScan(RULES);
    const [asset, agent] = document.objects;
    if (!(asset && agent)) throw new Error('The document has no objects.');
    await workspace.scan(
      {
        ...document,
        objects: [asset, ...AGENTS.map((key) => ({ ...agent, key, stable_key: key, owners: ['ann'] }))],
        occurrences: AGENTS.flatMap((key) =>
          (document.occurrences ?? []).flatMap((one) =>
            [1, 2].map((number) => ({
              ...one,
              fingerprint: `${one.rule_id} ${key} ${number}`,
              object_key: key,
            })),
          ),
        ),
      },
      '2026-01-01T00:00:00.001Z',
    );
  });
  afterAll(() => database.close());

  it('are the same in SQL and in the functions that the mock uses', async () => {
    const known = await listOccurrences();
    expect(known).toHaveLength(AGENTS.length * RULES.length * 2);
    let seconds = 0;
    await fc.assert(
      fc.asyncProperty(fc.tuple(...known.map(() => given)), async (values) => {
        seconds += 1;
        const now = new Date(Date.UTC(2026, 1, 1, 0, 0, seconds, 1)).toISOString();
        const before = await listIssues();
        const occurrences = known.map((one, index) => ({ ...one, ...values[index] }));
        await change(occurrences, now);
        const ofIssue = (id: string) => occurrences.filter(({ issue_id }) => issue_id === id);
        expect(await listIssues()).toEqual(before.map((issue) => deriveIssue(issue, ofIssue(issue.issue_id), now)));
        for (const { aispm_object_id: id, object_type, ...counts } of await listObjects()) {
          const own = occurrences.filter(
            (one) => (object_type === 'asset' ? one.asset_id : one.aispm_object_id) === id,
          );
          expect(counts, id).toEqual(countIssues(own));
        }
      }),
      { numRuns: 40 },
    );
  });
});
