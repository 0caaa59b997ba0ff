/**
 * Random histories of scans and triage. A plain model tells what has to become of each occurrence; every number that is kept is
 * counted again from scratch; the histogram of each day is compared with what was true at its end.
 */
import type { IssueStatus, ScanDocument, Severity } from '@aispm/types';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { bucketsOf } from '../../src/findings/buckets.ts';
import { countIssues } from '../../src/findings/histogram.ts';
import { issueList } from '../../src/findings/issues.ts';
import { count, onRows } from '../../src/lists/list.ts';
import { DATABASES, freshDatabase } from '../databases/databases.ts';
import { Workspace } from './processing.ts';
import { recount } from './recount.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T05:00:00Z');
const RULES = ['acme.one', 'acme.two', 'acme.three'] as const;
const SEVERITIES: Severity[] = ['critical', 'high', 'medium', 'low', 'info'];
const STATUSES: IssueStatus[] = ['open', 'in_progress', 'suppressed', 'resolved'];

/** Something that a scanner may find: on one of two agents, which both targets know. */
interface Spot {
  rule: number;
  fingerprint: number;
  agent: number;
  severity: Severity | undefined;
  hasPlace: boolean;
}

interface ScanStep {
  kind: 'scan';
  target: number;
  hours: number;
  fails: boolean;
  agents: number[];
  spots: Spot[];
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
// The object of a finding follows from its fingerprint, so that two targets mean the same by it.
const spot: fc.Arbitrary<Spot> = fc
  .record({
    rule: fc.nat({ max: RULES.length - 1 }),
    fingerprint: fc.nat({ max: 3 }),
    severity: fc.option(fc.constantFrom(...SEVERITIES), { nil: undefined }),
    hasPlace: fc.boolean(),
  })
  .map((one) => ({ ...one, agent: one.fingerprint % 2 }));
const scanStep: fc.Arbitrary<ScanStep> = fc.record({
  kind: fc.constant('scan' as const),
  target: fc.nat({ max: 1 }),
  hours,
  fails: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  agents: fc.subarray([0, 1], { minLength: 1 }),
  spots: fc.uniqueArray(spot, { maxLength: 6, selector: ({ rule, fingerprint }) => `${rule} ${fingerprint}` }),
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

function documentOf({ target, fails, agents, spots, modelName }: ScanStep): ScanDocument {
  const base = { scan_type: 'code' as const, target: `repo-${target}`, tool_name: 'scanner', tool_version: '1' };
  if (fails) return { ...base, error_message: 'It broke.', objects: [], edges: [], locations: [], occurrences: [] };
  const found = spots.filter(({ agent }) => agents.includes(agent));
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
      { key: 'place', stable_key: 'a.py', aispm_friendly_name: 'a.py', location_type: 'file', file_path: 'a.py' },
    ],
    rules: RULES.map((rule_id) => ({
      rule_id,
      rule_name: rule_id,
      rule_description: '',
      object_types: ['agent'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: found.map(({ rule, fingerprint, agent, severity, hasPlace }) => ({
      rule_id: RULES[rule] ?? '',
      fingerprint: `f${fingerprint}`,
      object_key: `agent-${agent}`,
      message: 'Something is wrong.',
      ...(severity && { severity }),
      ...(hasPlace && { location_key: 'place' }),
    })),
  };
}

/** What has to become of the scanner's findings, in the plainest words. */
class Model {
  readonly statuses = new Map<string, IssueStatus>();
  /** What the last scan of each target showed. */
  readonly #shown = new Map<number, Set<string>>();

  scan(target: number, document: ScanDocument): void {
    if (document.error_message) return;
    const now = new Set(document.occurrences.map(({ rule_id, fingerprint }) => `${rule_id} ${fingerprint}`));
    const before = this.#shown.get(target) ?? new Set();
    this.#shown.set(target, now);
    for (const name of now) if ((this.statuses.get(name) ?? 'resolved') === 'resolved') this.statuses.set(name, 'open');
    for (const name of before) {
      const isStillShown = [...this.#shown.values()].some((names) => names.has(name));
      if (!isStillShown && this.statuses.get(name) !== 'suppressed') this.statuses.set(name, 'resolved');
    }
  }

  statusOf(rule: string): IssueStatus | undefined {
    const own = [...this.statuses].filter(([name]) => name.startsWith(`${rule} `)).map(([, status]) => status);
    return STATUSES.find((status) => own.includes(status));
  }

  /** @returns whether the move is allowed */
  triage(rule: string, to: IssueStatus): boolean {
    const from = this.statusOf(rule);
    const moves = {
      open: ['in_progress', 'suppressed'],
      in_progress: ['resolved', 'suppressed'],
      suppressed: ['open'],
      resolved: [],
    };
    if (from === undefined || !(from === to || (moves[from] as IssueStatus[]).includes(to))) return false;
    if (from === to) return true;
    for (const [name, status] of this.statuses) {
      if (name.startsWith(`${rule} `) && status !== 'resolved') this.statuses.set(name, to);
    }
    return true;
  }
}

describe.each(DATABASES)('histories on %s', (kind) => {
  let database: Database;
  let runs = 0;

  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  test('every count follows from the occurrences, at every time', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        runs += 1;
        await play(await Workspace.make(database, `tenant-${runs}`), steps);
      }),
      { numRuns: kind === 'postgres' ? 12 : 4, seed: 20260301 },
    );
  });
});

async function play(workspace: Workspace, steps: readonly Step[]): Promise<void> {
  const model = new Model();
  const moments: { at: number; unresolved: Set<string> }[] = [];
  let now = START;
  const last = new Map<number, ScanDocument>();
  for (const step of steps) {
    now += step.hours * HOUR;
    const at = new Date(now).toISOString();
    if (step.kind === 'scan') {
      const document = documentOf(step);
      await workspace.scan(document, at);
      model.scan(step.target, document);
      if (!step.fails) last.set(step.target, document);
    } else {
      const rule = RULES[step.rule] ?? '';
      const issue = (await issues(workspace)).find(({ rule_id }) => rule_id === rule);
      const isAllowed = model.triage(rule, step.status);
      if (issue) {
        const update = {
          status: step.status,
          ...(step.status === 'suppressed' && { status_reason: 'duplicate' as const }),
        };
        const isDone = await workspace.triage(issue.issue_id, update, at).then(
          () => true,
          () => false,
        );
        expect(isDone).toBe(isAllowed);
      }
    }
    const standing = (await issues(workspace)).filter(({ status }) => status !== 'resolved');
    moments.push({ at: now, unresolved: new Set(standing.map(({ issue_id }) => issue_id)) });
    for (const [name, { kept, counted }] of Object.entries(await recount(workspace)))
      expect(kept, name).toEqual(counted);
    expect(await scannerStatuses(workspace)).toEqual(Object.fromEntries([...model.statuses].sort()));
  }
  await expectHistogram(workspace, moments, now + HOUR);
  await expectNothingNew(workspace, last, now + 2 * HOUR);
}

async function issues(workspace: Workspace) {
  const rows = await workspace.read((db) =>
    onRows(issueList, db, 'all', { scope: workspace.scope, path: {} as never, filters: {} }, {}, (found) => found),
  );
  return rows as { issue_id: string; rule_id: string; status: string; definitive_severity: Severity }[];
}

async function scannerStatuses(workspace: Workspace): Promise<Record<string, string>> {
  const { rows } = await workspace.read((db) =>
    sql<{ name: string; status: string }>`
      SELECT rule_id || ' ' || fingerprint AS name, status FROM fine_grained_issues
      WHERE tenant_id = ${workspace.scope.tenantId} AND rule_id LIKE 'acme.%' ORDER BY 1`.execute(db),
  );
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
}

/** Each day counts what was not resolved at its end, and the last one what the list shows. */
async function expectHistogram(
  workspace: Workspace,
  moments: readonly { at: number; unresolved: Set<string> }[],
  to: number,
): Promise<void> {
  const { scope } = workspace;
  const severities = new Map((await issues(workspace)).map((issue) => [issue.issue_id, issue.definitive_severity]));
  const buckets = [...bucketsOf(START, to, 'day')];
  const counts = await workspace.read((db) => countIssues(db, scope, buckets, {}));
  for (const [index, { last }] of buckets.entries()) {
    const state = moments.findLast(({ at }) => at <= Date.parse(last))?.unresolved ?? new Set();
    const found = [...state].map((id) => severities.get(id as string));
    const critical = found.filter((one) => one === 'critical').length;
    const high = found.filter((one) => one === 'high').length;
    expect(counts[index], last).toMatchObject({ critical, high, other: found.length - critical - high });
  }
  for (const status of ['open', 'in_progress', 'suppressed'] as const) {
    const [total, bucket] = await workspace.read(async (db) => [
      await count(issueList, db, { scope, path: {} as never, filters: { status: [status] } }),
      (await countIssues(db, scope, buckets, { status: [status] })).at(-1),
    ]);
    expect((bucket?.critical ?? 0) + (bucket?.high ?? 0) + (bucket?.other ?? 0), status).toBe(total);
  }
}

/** The last document of each target, sent again, changes nothing that lasts. */
async function expectNothingNew(
  workspace: Workspace,
  last: ReadonlyMap<number, ScanDocument>,
  at: number,
): Promise<void> {
  const { tenantId } = workspace.scope;
  // Of two targets that name an object differently, the one that is sent last has the word.
  for (const document of last.values()) await workspace.scan(document, new Date(at).toISOString());
  const newest = [...last.values()].at(-1);
  if (!newest) return;
  const lasting = () =>
    workspace.read(async (db) => {
      const { rows } = await sql`
        SELECT to_jsonb(o) - '{scan_id,last_seen_at,updated_at}'::text[] AS row FROM fine_grained_issues AS o WHERE tenant_id = ${tenantId}
        UNION ALL
        SELECT to_jsonb(o) - '{last_seen_at,updated_at,last_scan_id,last_scanned_at}'::text[] FROM objects AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) - '{last_seen_at,updated_at}'::text[] FROM issues AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) - '{last_seen_at}'::text[] FROM edges AS o WHERE tenant_id = ${tenantId}
        UNION ALL SELECT to_jsonb(o) FROM issue_periods AS o WHERE tenant_id = ${tenantId}
        ORDER BY 1`.execute(db);
      return rows;
    });
  const before = await lasting();
  const again = await workspace.scan(newest, new Date(at + HOUR).toISOString());
  expect(await lasting()).toEqual(before);
  const changes = await workspace.read((db) =>
    sql<{
      change: string;
    }>`SELECT DISTINCT change FROM scan_results WHERE tenant_id = ${tenantId} AND scan_id = ${again}`.execute(db),
  );
  expect(changes.rows).toEqual([{ change: 'unchanged' }]);
}
