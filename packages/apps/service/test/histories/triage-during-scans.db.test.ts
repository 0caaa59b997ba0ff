/**
 * Triage and labels of users between the statements of a scan, at every place: no one waits while the scan is prepared, and the result
 * is that of the same changes one after the other.
 *
 * @module-tag long
 */

import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { IssueUpdate, Labels, ObjectUpdate, ScanDocument, ScannedOccurrence, Severity } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { updateObject } from '../../src/domains/inventory/update-object.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { ApiError } from '../../src/platform/http/errors/errors.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { openInterleaved, type Statement } from './interleaving.ts';
import { recount } from './recount.ts';
import { ScannedWorkspace } from './scanned-workspace.ts';
import { readState } from './state.ts';

const RULES = ['acme.one', 'acme.two', 'changed-tool-schema', 'agent-without-owner'];
const START = Date.parse('2026-03-01T00:00:00Z');
/**
 * Changes are made before every 13th statement, and at night before each. Neither even nor a multiple of three, because scans and updates
 * alternate.
 */
const IS_NIGHTLY = currentTier() === 'test:nightly';
const STRIDE = IS_NIGHTLY ? 1 : 13;
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

/** What a scan finds in a generated workspace. */
interface Findings {
  /** Which agents there are, of 0 to 2; the others are absent. Occurrences are on the first two. */
  agents: number[];
  hasOwners: boolean;
  labels: Labels;
  schemaVersion: number;
  description: string;
  occurrences: { rule: number; fingerprint: number; severity?: Severity | undefined; hasLocation: boolean }[];
}

/** A change by a user. */
type Change =
  | { kind: 'issue'; rule: string; update: IssueUpdate }
  | { kind: 'batch'; rules: string[]; update: IssueUpdate }
  | { kind: 'object'; agent: number; update: ObjectUpdate };

/** A change before a statement of the scan, which are counted from 0, or before an attempt starts to take effect. */
interface Step {
  before: number | 'effect';
  change: Change;
}

function createDocument(target: string, findings: Findings): ScanDocument {
  const { agents, hasOwners, labels, schemaVersion, description, occurrences } = findings;
  return {
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      { key: 'repo', stable_key: target, object_type: 'asset', aispm_friendly_name: target, asset_type: 'repository' },
      ...agents.map((agent) => ({
        key: `agent-${agent}`,
        stable_key: `agent-${agent}`,
        object_type: 'agent' as const,
        aispm_friendly_name: `Agent ${agent}`,
        description,
        owners: hasOwners ? ['ann@acme.example'] : [],
        labels,
      })),
      {
        key: 'tool',
        stable_key: 'tool',
        object_type: 'tool',
        aispm_friendly_name: 'Search',
        tool_name: 'search',
        tool_source: 'function',
        tool_kind: 'tool',
        input_schema: { type: 'object', title: `Version ${schemaVersion}` },
      },
    ],
    edges: agents.map((agent) => ({ from_key: `agent-${agent}`, edge: 'tools' as const, to_key: 'tool' })),
    locations: [
      {
        key: 'place',
        stable_key: 'a.py',
        aispm_friendly_name: `a.py in ${target}`,
        location_type: 'file',
        file_path: 'a.py',
      },
    ],
    rules: RULES.slice(0, 2).map((rule_id) => ({
      rule_id,
      rule_name: rule_id,
      rule_description: description,
      object_types: ['agent', 'location'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: occurrences.flatMap(({ rule, fingerprint, severity, hasLocation }): ScannedOccurrence[] => {
      const agent = fingerprint % 3;
      const affected = agent === 2 ? { location_key: 'place' } : { object_key: `agent-${agent}` };
      if (agent < 2 && !agents.includes(agent)) return [];
      return [
        {
          rule_id: RULES[rule] as string,
          fingerprint: `${rule} ${fingerprint}`,
          message: `Finding ${rule} ${fingerprint}`,
          ...affected,
          ...(severity && { severity }),
          ...(hasLocation && { location_key: 'place' }),
        },
      ];
    }),
  };
}

/** What happened while a scan was processed. */
interface Observed {
  /** The changes in the order in which they took effect, each with whether it was accepted; `scan` is the scan. */
  order: ('scan' | Change)[];
  accepted: boolean[];
  /** Changes that waited although the scan had not yet begun to take effect. */
  waitedEarly: Change[];
  statements: number;
  attempts: number;
}

/** Makes a change. @returns whether it was accepted */
async function make(workspace: ScannedWorkspace, change: Change, now: string): Promise<boolean> {
  const { scope } = workspace;
  try {
    if (change.kind === 'issue') await workspace.triage(await findIssue(workspace, change.rule), change.update, now);
    else if (change.kind === 'batch') {
      const ids = await Promise.all(change.rules.map((rule) => findIssue(workspace, rule)));
      const outcome = await workspace.triageAll(
        ids.map((issue_id) => ({ issue_id, ...change.update })),
        now,
      );
      return outcome.rejected_count === 0;
    } else {
      await workspace.write(async (db) => {
        const { rows } = await sql<{ id: string }>`
          SELECT aispm_object_id AS id FROM objects
          WHERE tenant_id = ${scope.tenantId} AND stable_key = ${`agent-${change.agent}`}`.execute(db);
        await updateObject(db, { scope, type: 'agent', id: rows[0]?.id ?? 'none' }, change.update, undefined);
      });
    }
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function findIssue(workspace: ScannedWorkspace, rule: string): Promise<string> {
  const { rows } = await workspace.read((db) =>
    sql<{ issue_id: string }>`
      SELECT issue_id FROM issues WHERE tenant_id = ${workspace.scope.tenantId} AND rule_id = ${rule}`.execute(db),
  );
  return rows[0]?.issue_id ?? 'none';
}

/** Triage and labels before the scan, which it keeps. */
const EARLIER: readonly Change[] = [
  { kind: 'issue', rule: 'acme.two', update: { status: 'suppressed', status_reason: 'duplicate' } },
  { kind: 'issue', rule: 'changed-tool-schema', update: { status: 'in_progress' } },
  { kind: 'issue', rule: 'agent-without-owner', update: { status: 'in_progress' } },
  {
    kind: 'issue',
    rule: 'acme.one',
    update: { status_comment: 'Known.', assignee: 'ann@acme.example', due_at: '2026-04-01T00:00:00Z' },
  },
  { kind: 'object', agent: 0, update: { labels: { area: 'sales', team: 'a' } } },
];

/** Creates a workspace with two scans, and some triage. */
async function prepare(
  database: Database,
  name: string,
  [first, other]: readonly Findings[],
): Promise<ScannedWorkspace> {
  const workspace = await ScannedWorkspace.create(database, name);
  const schema = { ...(first as Findings), schemaVersion: 0 };
  await workspace.scan(createDocument('one', schema), at(0));
  await workspace.scan(createDocument('two', other as Findings), at(1));
  await workspace.scan(createDocument('one', first as Findings), at(2));
  for (const [index, change] of EARLIER.entries()) await make(workspace, change, at(3 + index));
  return workspace;
}

describe('triage during scans', () => {
  let url: string;
  let database: Database;
  let runs = 0;

  beforeAll(async () => {
    url = await freshPostgresUrl();
    database = openDatabase(testPostgres(url, 5));
  });
  afterAll(() => database.close());

  /** Returns whether a statement waits for a lock. */
  const isSomeoneWaiting = async () => {
    const { rows } = await database.system((db) =>
      sql<{ waits: boolean }>`
        SELECT EXISTS (
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        ) AS waits`.execute(db),
    );
    return rows[0]?.waits === true;
  };

  /** Processes a scan, with changes between its statements. @param failsBefore the statement before which its connection fails once */
  async function observe(
    workspace: ScannedWorkspace,
    document: ScanDocument,
    steps: readonly Step[],
    failsBefore = Number.POSITIVE_INFINITY,
  ): Promise<Observed> {
    const remaining = steps
      .filter(({ before }) => before !== 'effect')
      .toSorted((a, b) => Number(a.before) - Number(b.before));
    const atEffect = steps.filter(({ before }) => before === 'effect');
    const observed: Observed = { order: [], accepted: [], waitedEarly: [], statements: 0, attempts: 0 };
    let hasFailed = false;
    let isTakingEffect = false;
    let running: Promise<void> = Promise.resolve();
    let done: Change[] = [];
    let committed: number | undefined;
    let position = 0;
    const start = async ({ change }: Step) => {
      position += 1;
      const now = at(20 + position);
      let isDone = false;
      running = running
        .then(() => make(workspace, change, now))
        .then((isAccepted) => {
          observed.accepted.push(isAccepted);
          done = [...done, change];
          isDone = true;
        });
      await vi.waitUntil(async () => isDone || (await isSomeoneWaiting()), { interval: 2, timeout: TIMEOUT_MS });
      if (!isDone && !isTakingEffect) observed.waitedEarly.push(change);
    };
    const before = async ({ sql: text, parameters }: Statement) => {
      if (observed.statements >= failsBefore && !hasFailed) {
        hasFailed = true;
        throw new Error('The connection failed.');
      }
      if (text.startsWith('BEGIN')) {
        observed.attempts += 1;
        isTakingEffect = false;
        committed = undefined;
      }
      // The scan locks the target when it starts to take effect.
      if (text.includes('scan_targets') && text.includes('for no key update')) {
        isTakingEffect = true;
        for (const next of atEffect.splice(0, 1)) await start(next);
      }
      for (let next = remaining[0]; next && Number(next.before) <= observed.statements; next = remaining[0]) {
        remaining.shift();
        await start(next);
      }
      observed.statements += 1;
      if (parameters.some((value) => String(value).startsWith('findings '))) committed ??= done.length;
    };
    const interleaved = openInterleaved(url, before);
    const scanning = new ScannedWorkspace(interleaved, workspace.scope.tenantId);
    const scanId = await workspace.submit(document, at(9));
    const lease = await workspace.claim(scanId);
    const attempt = () => scanning.processClaimed(scanId, lease, at(10));
    try {
      await attempt().catch((error) => {
        if (!hasFailed) throw error;
        return attempt();
      });
    } finally {
      await running;
      await interleaved.close();
    }
    for (const step of remaining.splice(0)) await start(step);
    await running;
    const place = committed ?? 0;
    observed.order = [...done.slice(0, place), 'scan', ...done.slice(place)];
    return observed;
  }

  /** What the same changes lead to one after the other, by setup, document and order. */
  const serial = new Map<string, Promise<{ accepted: boolean[]; state: Awaited<ReturnType<typeof readState>> }>>();

  /** Makes the same changes one after the other. */
  async function replay(setup: readonly Findings[], document: ScanDocument, order: Observed['order']) {
    const workspace = await prepare(database, `serial-${runs}`, setup);
    const accepted: boolean[] = [];
    for (const change of order) {
      if (change === 'scan') await workspace.scan(document, at(10));
      else accepted.push(await make(workspace, change, at(20 + accepted.length + 1)));
    }
    return { accepted, state: await readState(workspace) };
  }

  async function expectSerial(
    setup: readonly Findings[],
    scanned: Findings,
    steps: readonly Step[],
    failsBefore?: number,
  ): Promise<Observed> {
    runs += 1;
    const document = createDocument('one', scanned);
    const workspace = await prepare(database, `beside-${runs}`, setup);
    const observed = await observe(workspace, document, steps, failsBefore);
    expect(observed.waitedEarly, 'changes that waited before the scan took effect').toEqual([]);
    for (const [name, { stored, recounted }] of Object.entries(await recount(workspace)))
      expect(stored, name).toEqual(recounted);
    const key = JSON.stringify([setup, scanned, observed.order]);
    const replayed = serial.get(key) ?? replay(setup, document, observed.order);
    serial.set(key, replayed);
    const { accepted, state } = await replayed;
    expect(observed.accepted).toEqual(accepted);
    expect(await readState(workspace)).toEqual(state);
    return observed;
  }

  const findings = fc.record<Findings>({
    agents: fc.subarray([0, 1], { minLength: 1 }),
    hasOwners: fc.boolean(),
    labels: fc.constantFrom<Labels>({}, { team: 'scan' }, { team: 'scan', area: 'scan' }),
    schemaVersion: fc.nat({ max: 2 }),
    description: fc.constantFrom('one', 'two'),
    occurrences: fc.uniqueArray(
      fc.record({
        rule: fc.nat({ max: 1 }),
        fingerprint: fc.nat({ max: 4 }),
        severity: fc.option(fc.constantFrom<Severity>('critical', 'high', 'low'), { nil: undefined }),
        hasLocation: fc.boolean(),
      }),
      { maxLength: 6, selector: ({ rule, fingerprint }) => `${rule} ${fingerprint}` },
    ),
  });
  const issueUpdate = fc.constantFrom<IssueUpdate>(
    { status: 'in_progress' },
    { status: 'resolved', status_comment: 'Done.' },
    { status: 'suppressed', status_reason: 'false_positive' },
    { status: 'suppressed', status_reason: 'duplicate' },
    { status: 'open' },
    { assignee: 'bo@acme.example', due_at: null },
    { status_comment: 'In review.', due_at: '2026-05-01T00:00:00Z' },
  );
  const change = fc.oneof<fc.Arbitrary<Change>[]>(
    fc.record({ kind: fc.constant('issue' as const), rule: fc.constantFrom(...RULES), update: issueUpdate }),
    fc.record({
      kind: fc.constant('batch' as const),
      rules: fc.subarray(RULES, { minLength: 1 }),
      update: issueUpdate,
    }),
    fc.record({
      kind: fc.constant('object' as const),
      agent: fc.nat({ max: 1 }),
      update: fc.constantFrom<ObjectUpdate>(
        { labels: { team: 'b' } },
        { labels: { team: null } },
        { labels: { area: 'support' } },
        { owners: ['bo@acme.example'] },
        { owners: [] },
      ),
    }),
  );
  const step = fc.record<Step>({ before: fc.nat({ max: 80 }), change });

  const BEFORE: Findings = {
    agents: [0, 1],
    hasOwners: false,
    labels: {},
    schemaVersion: 1,
    description: 'one',
    occurrences: [0, 1, 2, 3].map((fingerprint) => ({
      rule: fingerprint % 2,
      fingerprint,
      severity: 'high',
      hasLocation: true,
    })),
  };
  const AFTER: Findings = {
    ...BEFORE,
    agents: [0],
    labels: { team: 'scan' },
    schemaVersion: 2,
    description: 'two',
    occurrences: [0, 2, 4].map((fingerprint) => ({ rule: 0, fingerprint, severity: 'critical', hasLocation: false })),
  };
  /** A new agent uses the tool, and another occurrence is on an agent that existed. */
  const MORE: Findings = {
    ...BEFORE,
    agents: [0, 1, 2],
    occurrences: [...BEFORE.occurrences, { rule: 0, fingerprint: 3, hasLocation: false }],
  };
  const CHANGES: Change[] = [
    { kind: 'issue', rule: 'changed-tool-schema', update: { status: 'resolved' } },
    { kind: 'object', agent: 0, update: { owners: ['bo@acme.example'] } },
    { kind: 'issue', rule: 'agent-without-owner', update: { status: 'resolved' } },
    { kind: 'batch', rules: ['acme.one', 'acme.two'], update: { status: 'in_progress' } },
    { kind: 'issue', rule: 'acme.one', update: { status_comment: 'In review.', due_at: '2026-05-01T00:00:00Z' } },
    { kind: 'object', agent: 0, update: { labels: { area: null } } },
  ];

  it('does not wait while a scan is prepared, and has the same result before any statement', async () => {
    const setup = [BEFORE, { ...BEFORE, agents: [0] }];
    for (let before = 0, statements = 1; before < statements; before += STRIDE) {
      const steps = CHANGES.map((each) => ({ before, change: each }));
      const observed = await expectSerial(setup, before % 2 === 0 ? AFTER : MORE, steps);
      statements = Math.max(statements, observed.statements);
    }
  });

  it('keeps triage that does not outdate the scan, before any statement', async () => {
    const updates: IssueUpdate[] = [
      { status: 'in_progress' },
      { status: 'suppressed', status_reason: 'false_positive' },
      { status: 'open' },
    ];
    // Only this target has the second agent, so that its occurrences are resolved unless they are suppressed.
    const setup = [BEFORE, { ...BEFORE, agents: [0] }];
    for (let before = 0, statements = 1; before < statements; before += STRIDE) {
      const update = updates[before % updates.length] as IssueUpdate;
      const triage: Change = { kind: 'batch', rules: ['acme.one', 'acme.two'], update };
      const observed = await expectSerial(setup, AFTER, [{ before, change: triage }]);
      expect(observed.attempts).toBe(1);
      statements = observed.statements;
    }
  });

  it('takes effect at the third attempt when users outdate the first two', async () => {
    const steps = [['bo@acme.example'], [], ['bo@acme.example']].map(
      (owners): Step => ({
        before: 'effect',
        change: { kind: 'object', agent: 0, update: { owners } },
      }),
    );
    const { attempts } = await expectSerial([BEFORE, BEFORE], AFTER, steps);
    expect(attempts).toBe(3);
  });

  it('has the same result for any changes between any statements, and after a failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        findings,
        findings,
        findings,
        fc.array(step, { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat({ max: 70 }), { nil: undefined }),
        async (first, other, scanned, steps, failsBefore) => {
          await expectSerial([first, other], scanned, steps, failsBefore);
        },
      ),
      { numRuns: IS_NIGHTLY ? 25 : 8 },
    );
  });
});
