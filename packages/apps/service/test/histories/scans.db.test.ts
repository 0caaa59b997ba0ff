/**
 * Random histories of scans and triage. A model predicts the status of each occurrence; all stored counts are recounted; the histogram
 * of each day is compared with the issues at its end.
 *
 * @module-tag long
 */

import { generateBuckets, SEVERITIES } from '@aispm/domain';
import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { IssueStatus, ScanDocument, Severity } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countIssues } from '../../src/domains/findings/histogram.ts';
import { issueList } from '../../src/domains/findings/issues/issues.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { countRows, querySelection } from '../../src/platform/lists/list.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { recount } from './recount.ts';
import { ScannedWorkspace } from './scanned-workspace.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T05:00:00Z');
const RULES = ['acme.one', 'acme.two', 'acme.three'] as const;
const STATUSES: IssueStatus[] = ['open', 'in_progress', 'suppressed', 'resolved'];

/** A finding of the scanner on one of two agents, which both targets contain. */
interface GeneratedFinding {
  rule: number;
  fingerprint: number;
  agent: number;
  severity: Severity | undefined;
  hasLocation: boolean;
}

interface ScanStep {
  kind: 'scan';
  target: number;
  hours: number;
  fails: boolean;
  agents: number[];
  findings: GeneratedFinding[];
  modelName: string;
}

interface TriageStep {
  kind: 'triage';
  rule: number;
  hours: number;
  status: IssueStatus;
}

type Step = ScanStep | TriageStep;

const hours = fc.integer({ min: 1, max: 60 });
// The fingerprint determines the object, so that both targets report the same object.
const finding: fc.Arbitrary<GeneratedFinding> = fc
  .record({
    rule: fc.nat({ max: RULES.length - 1 }),
    fingerprint: fc.nat({ max: 3 }),
    severity: fc.option(fc.constantFrom(...SEVERITIES), { nil: undefined }),
    hasLocation: fc.boolean(),
  })
  .map((generated) => ({ ...generated, agent: generated.fingerprint % 2 }));
const scanStep: fc.Arbitrary<ScanStep> = fc.record({
  kind: fc.constant('scan' as const),
  target: fc.nat({ max: 1 }),
  hours,
  fails: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  agents: fc.subarray([0, 1], { minLength: 1 }),
  findings: fc.uniqueArray(finding, { maxLength: 6, selector: ({ rule, fingerprint }) => `${rule} ${fingerprint}` }),
  modelName: fc.constantFrom('m-1', 'm-2'),
});
const triageStep: fc.Arbitrary<TriageStep> = fc.record({
  kind: fc.constant('triage' as const),
  rule: fc.nat({ max: RULES.length - 1 }),
  hours,
  status: fc.constantFrom(...STATUSES),
});
const history = fc.array(fc.oneof({ weight: 3, arbitrary: scanStep }, { weight: 2, arbitrary: triageStep }), {
  minLength: 3,
  maxLength: 12,
});

function createDocument({ target, fails, agents, findings, modelName }: ScanStep): ScanDocument {
  const base = { scan_type: 'code' as const, target: `repo-${target}`, tool_name: 'scanner', tool_version: '1' };
  if (fails)
    return { ...base, error_message: 'The scanner crashed.', objects: [], edges: [], locations: [], occurrences: [] };
  const reported = findings.filter(({ agent }) => agents.includes(agent));
  return {
    ...base,
    objects: [
      {
        key: 'repo',
        stable_key: `repo-${target}`,
        object_type: 'asset',
        aispm_friendly_name: `Repo ${target}`,
        asset_type: 'repository',
      },
      {
        key: 'model',
        stable_key: 'model',
        object_type: 'model',
        aispm_friendly_name: modelName,
        model_name: modelName,
        provider_name: 'acme',
        revision: null,
        deployment: 'embedded',
      },
      ...agents.map((agent) => ({
        key: `agent-${agent}`,
        stable_key: `agent-${agent}`,
        object_type: 'agent' as const,
        aispm_friendly_name: `Agent ${agent} in ${modelName}`,
        owners: [],
        autonomy_level: 'autonomous' as const,
      })),
    ],
    edges: agents.map((agent) => ({ from_key: `agent-${agent}`, edge: 'models' as const, to_key: 'model' })),
    locations: [
      { key: 'location', stable_key: 'a.py', aispm_friendly_name: 'a.py', location_type: 'file', file_path: 'a.py' },
    ],
    rules: RULES.map((rule_id) => ({
      rule_id,
      rule_name: rule_id,
      rule_description: '',
      object_types: ['agent'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: reported.map(({ rule, fingerprint, agent, severity, hasLocation }) => ({
      rule_id: RULES[rule] ?? '',
      fingerprint: `f${fingerprint}`,
      object_key: `agent-${agent}`,
      message: 'The agent violates the rule.',
      ...(severity && { severity }),
      ...(hasLocation && { location_key: 'location' }),
    })),
  };
}

/** Predicts the statuses of the scanner's findings. */
class Model {
  readonly statuses = new Map<string, IssueStatus>();
  /** The findings of the latest scan of each target. */
  readonly #reported = new Map<number, Set<string>>();

  scan(target: number, document: ScanDocument): void {
    if (document.error_message) return;
    const now = new Set(document.occurrences.map(({ rule_id, fingerprint }) => `${rule_id} ${fingerprint}`));
    const before = this.#reported.get(target) ?? new Set();
    this.#reported.set(target, now);
    for (const name of now) if ((this.statuses.get(name) ?? 'resolved') === 'resolved') this.statuses.set(name, 'open');
    for (const name of before) {
      const isStillReported = [...this.#reported.values()].some((names) => names.has(name));
      if (!isStillReported && this.statuses.get(name) !== 'suppressed') this.statuses.set(name, 'resolved');
    }
  }

  getIssueStatus(rule: string): IssueStatus | undefined {
    const statuses = [...this.statuses].filter(([name]) => name.startsWith(`${rule} `)).map(([, status]) => status);
    return STATUSES.find((status) => statuses.includes(status));
  }

  /** @returns whether the transition is allowed */
  triage(rule: string, to: IssueStatus): boolean {
    const from = this.getIssueStatus(rule);
    const transitions = {
      open: ['in_progress', 'suppressed'],
      in_progress: ['resolved', 'suppressed'],
      suppressed: ['open'],
      resolved: [],
    };
    if (from === undefined || !(from === to || (transitions[from] as IssueStatus[]).includes(to))) return false;
    if (from === to) return true;
    for (const [name, status] of this.statuses) {
      if (name.startsWith(`${rule} `) && status !== 'resolved') this.statuses.set(name, to);
    }
    return true;
  }
}

describeOnDatabases('histories of scans and triage', (kind) => {
  let database: Database;
  let runs = 0;

  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  it('keep all counts equal to the occurrences at any time', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        runs += 1;
        await play(await ScannedWorkspace.create(database, `tenant-${runs}`), steps);
      }),
      { numRuns: kind === 'postgres' && currentTier() === 'test:nightly' ? 12 : 6 },
    );
  });
});

async function play(workspace: ScannedWorkspace, steps: readonly Step[]): Promise<void> {
  const model = new Model();
  const snapshots: { at: number; unresolved: Set<string> }[] = [];
  let now = START;
  const last = new Map<number, ScanDocument>();
  for (const step of steps) {
    now += step.hours * HOUR;
    const at = new Date(now).toISOString();
    if (step.kind === 'scan') {
      const document = createDocument(step);
      await workspace.scan(document, at);
      model.scan(step.target, document);
      if (!step.fails) last.set(step.target, document);
    } else {
      const rule = RULES[step.rule] ?? '';
      const issue = (await listIssues(workspace)).find(({ rule_id }) => rule_id === rule);
      const isAllowed = model.triage(rule, step.status);
      if (issue) {
        const { status } = step;
        const update = status === 'suppressed' ? { status, status_reason: 'duplicate' as const } : { status };
        const isDone = await workspace.triage(issue.issue_id, update, at).then(
          () => true,
          () => false,
        );
        expect(isDone).toBe(isAllowed);
      }
    }
    const unresolved = (await listIssues(workspace)).filter(({ status }) => status !== 'resolved');
    snapshots.push({ at: now, unresolved: new Set(unresolved.map(({ issue_id }) => issue_id)) });
    for (const [name, { stored, recounted }] of Object.entries(await recount(workspace)))
      expect(stored, name).toEqual(recounted);
    expect(await readScannerStatuses(workspace)).toEqual(Object.fromEntries([...model.statuses].sort()));
  }
  await expectHistogram(workspace, snapshots, now + HOUR);
  await expectNoChange(workspace, last, now + 2 * HOUR);
}

async function listIssues(workspace: ScannedWorkspace) {
  const rows = await workspace.read((db) =>
    querySelection(issueList, db, 'all', { scope: workspace.scope, path: {} as never, filters: {} }, {}, (row) => row),
  );
  return rows as { issue_id: string; rule_id: string; status: string; definitive_severity: Severity }[];
}

async function readScannerStatuses(workspace: ScannedWorkspace): Promise<Record<string, string>> {
  const { rows } = await workspace.read((db) =>
    sql<{ name: string; status: string }>`
      SELECT rule_id || ' ' || fingerprint AS name, status FROM fine_grained_issues
      WHERE tenant_id = ${workspace.scope.tenantId} AND rule_id LIKE 'acme.%' ORDER BY 1`.execute(db),
  );
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
}

/** Expects each day to count the issues that were unresolved at its end, and the last day to count those of the list. */
async function expectHistogram(
  workspace: ScannedWorkspace,
  snapshots: readonly { at: number; unresolved: Set<string> }[],
  to: number,
): Promise<void> {
  const { scope } = workspace;
  const severities = new Map((await listIssues(workspace)).map((issue) => [issue.issue_id, issue.definitive_severity]));
  const buckets = [...generateBuckets(START, to, 'day')];
  const counts = await workspace.read((db) => countIssues(db, scope, buckets, {}));
  for (const [index, { last }] of buckets.entries()) {
    const state = snapshots.findLast(({ at }) => at <= Date.parse(last))?.unresolved ?? new Set();
    const severitiesAtEnd = [...state].map((id) => severities.get(id as string));
    const critical = severitiesAtEnd.filter((severity) => severity === 'critical').length;
    const high = severitiesAtEnd.filter((severity) => severity === 'high').length;
    expect(counts[index], last).toMatchObject({ critical, high, other: severitiesAtEnd.length - critical - high });
  }
  for (const status of ['open', 'in_progress', 'suppressed'] as const) {
    const [total, bucket] = await workspace.read(async (db) => [
      await countRows(issueList, db, { scope, path: {} as never, filters: { status: [status] } }),
      (await countIssues(db, scope, buckets, { status: [status] })).at(-1),
    ]);
    expect((bucket?.critical ?? 0) + (bucket?.high ?? 0) + (bucket?.other ?? 0), status).toBe(total);
  }
}

/** Expects no change when the last document of each target is submitted again. */
async function expectNoChange(
  workspace: ScannedWorkspace,
  last: ReadonlyMap<number, ScanDocument>,
  at: number,
): Promise<void> {
  const { tenantId } = workspace.scope;
  // If two targets report different names of an object, the latest scan determines the name.
  for (const document of last.values()) await workspace.scan(document, new Date(at).toISOString());
  const newest = [...last.values()].at(-1);
  if (!newest) return;
  const readPersistent = () =>
    workspace.read(async (db) => {
      const { rows } = await sql`
        SELECT to_jsonb(o) - '{scan_id,last_seen_at,updated_at}'::text[] AS row FROM fine_grained_issues AS o WHERE tenant_id = ${tenantId}
        UNION ALL
        SELECT to_jsonb(o) - '{last_seen_at,updated_at,last_scan_id,last_scanned_at}'::text[] FROM objects AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) - '{last_seen_at,updated_at,etag}'::text[] FROM issues AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) - '{last_seen_at}'::text[] FROM edges AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) FROM issue_history AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) FROM issue_periods AS o WHERE tenant_id = ${tenantId}
        ORDER BY 1`.execute(db);
      return rows;
    });
  const before = await readPersistent();
  const again = await workspace.scan(newest, new Date(at + HOUR).toISOString());
  expect(await readPersistent()).toEqual(before);
  const changes = await workspace.read((db) =>
    sql<{
      change: string;
    }>`SELECT DISTINCT change FROM scan_results WHERE tenant_id = ${tenantId} AND scan_id = ${again}`.execute(db),
  );
  expect(changes.rows).toEqual([{ change: 'unchanged' }]);
}
