/**
 * Random histories of updates of issues and occurrences, settings of rules, batches and scans: replaying the recorded history of an issue from its first entry gives its values
 * at any time.
 */

import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { Issue, IssueHistoryEntry, IssueUpdate, IssueUpdateItem, RuleUpdate, Severity } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectIssues } from '../../src/domains/findings/issues/issues.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { ApiError } from '../../src/platform/http/errors/errors.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { createScan } from '../findings/workspace.ts';
import { ScannedWorkspace } from './scanned-workspace.ts';

const START = Date.parse('2026-03-01T05:00:00Z');
const RULES = ['acme.one', 'acme.two', 'acme.three'];

type Step =
  | { kind: 'scan'; rules: string[]; severity: Severity }
  | { kind: 'triage' | 'occurrence'; rule: string; update: IssueUpdate }
  | { kind: 'settings'; rule: string; update: RuleUpdate }
  | { kind: 'batch'; updates: { rule: string; update: IssueUpdate }[] };

const fields = {
  status_comment: fc.option(fc.constantFrom('One', 'Two')),
  assignee: fc.option(fc.constantFrom('ann', 'ben')),
  due_at: fc.option(fc.constantFrom('2027-01-01T00:00:00Z', '2027-06-01T00:00:00.25+02:00')),
};
const rule = fc.constantFrom(...RULES);
const update: fc.Arbitrary<IssueUpdate> = fc.oneof(
  fc.record(fields, { requiredKeys: [] }),
  fc.record(
    { ...fields, status: fc.constantFrom('open' as const, 'in_progress' as const, 'resolved' as const) },
    { requiredKeys: ['status'] },
  ),
  fc.record(
    {
      ...fields,
      status: fc.constant('suppressed' as const),
      status_reason: fc.constantFrom('duplicate' as const, 'test_code' as const),
    },
    { requiredKeys: ['status', 'status_reason'] },
  ),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('scan' as const),
    rules: fc.subarray(RULES),
    severity: fc.constantFrom<Severity>('critical', 'high', 'low'),
  }),
  fc.record({ kind: fc.constantFrom('triage' as const, 'occurrence' as const), rule, update }),
  fc.record({
    kind: fc.constant('settings' as const),
    rule,
    update: fc.record(
      {
        is_enabled: fc.boolean(),
        severity_override: fc.option(fc.constantFrom<Severity>('critical', 'medium')),
        settings_reason: fc.constant('Does not apply'),
      },
      { requiredKeys: ['settings_reason'] },
    ),
  }),
  fc.record({
    kind: fc.constant('batch' as const),
    updates: fc.array(fc.record({ rule, update }), { minLength: 1, maxLength: 4 }),
  }),
);

async function readIssues(workspace: ScannedWorkspace): Promise<Issue[]> {
  return (await workspace.read((db) => selectIssues(db, workspace.scope).execute())) as unknown as Issue[];
}

/** Reads the history of an issue, oldest first. */
async function readHistory(workspace: ScannedWorkspace, issueId: string): Promise<IssueHistoryEntry[]> {
  const { rows } = await workspace.read((db) =>
    sql<IssueHistoryEntry>`
      SELECT * FROM issue_history WHERE tenant_id = ${workspace.scope.tenantId} AND issue_id = ${issueId}
      ORDER BY position`.execute(db),
  );
  return rows;
}

function expectRejection(error: unknown): void {
  expect(error).toBeInstanceOf(ApiError);
}

/** Returns the occurrence of a rule. */
async function findOccurrence(workspace: ScannedWorkspace, ruleId: string): Promise<string> {
  const { rows } = await workspace.read((db) =>
    sql<{ id: string }>`SELECT fine_grained_issue_id AS id FROM fine_grained_issues
      WHERE tenant_id = ${workspace.scope.tenantId} AND rule_id = ${ruleId}`.execute(db),
  );
  return rows[0]?.id ?? 'unknown';
}

async function play(workspace: ScannedWorkspace, current: Step, at: string): Promise<void> {
  if (current.kind === 'scan') {
    await workspace.scan(createScan(current.rules, current.severity), at);
    return;
  }
  if (current.kind === 'settings') {
    await workspace.changeRule(current.rule, current.update, at);
    return;
  }
  if (current.kind === 'occurrence') {
    await workspace
      .triageOccurrence(await findOccurrence(workspace, current.rule), current.update, at)
      .catch(expectRejection);
    return;
  }
  const ids = new Map((await readIssues(workspace)).map((issue) => [issue.rule_id, issue.issue_id]));
  const getId = (name: string) => ids.get(name) ?? 'unknown';
  if (current.kind === 'batch') {
    const updates = current.updates.map((item) => ({ issue_id: getId(item.rule), ...item.update }) as IssueUpdateItem);
    await workspace.triageAll(updates, at);
  } else {
    // A transition that isn't allowed changes nothing.
    await workspace.triage(getId(current.rule), current.update, at).catch(expectRejection);
  }
}

/** Expects the history of each issue to lead to its values, and its times to those of the status. */
async function expectHistories(workspace: ScannedWorkspace): Promise<number> {
  let count = 0;
  for (const issue of await readIssues(workspace)) {
    const history = await readHistory(workspace, issue.issue_id);
    const [first, ...changes] = history;
    count += changes.length;
    expect(first).toMatchObject({ kind: 'created', before: {} });
    const values: Record<string, unknown> = { ...first?.after };
    for (const { before, after } of changes) {
      expect(values).toMatchObject(before);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      Object.assign(values, after);
    }
    expect(issue).toMatchObject(values);
    const lastStatus = changes.findLast(({ after }) => 'status' in after);
    expect(issue.status_changed_at).toBe(lastStatus?.changed_at ?? null);
    expect(issue.status_changed_by).toBe(lastStatus?.changed_by ?? null);
    expect(history.map(({ changed_at }) => changed_at)).toEqual(history.map(({ changed_at }) => changed_at).toSorted());
  }
  return count;
}

describeOnDatabases('the history of issues', (kind) => {
  let database: Database;
  let runs = 0;

  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  it('results in the values of the issue when all entries are applied', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        runs += 1;
        const workspace = await ScannedWorkspace.create(database, `tenant-${runs}`);
        await workspace.scan(createScan(RULES), new Date(START).toISOString());
        for (const [index, current] of steps.entries()) {
          await play(workspace, current, new Date(START + (index + 1) * 60_000).toISOString());
          count += await expectHistories(workspace);
        }
      }),
      { numRuns: currentTier() === 'test:nightly' ? 10 : 5 },
    );
    expect(count).toBeGreaterThan(100);
  });
});
