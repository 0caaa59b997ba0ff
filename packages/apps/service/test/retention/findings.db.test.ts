/**
 * Random histories of scans and triage, from which old occurrences, history entries and scans are removed.
 *
 * @module-tag long
 */
import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { IssueStatus, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyRetention, occurrenceRetention } from '../../src/domains/findings/index.ts';
import { scanRetention } from '../../src/domains/scans/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type DatabaseKind, describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { createScan } from '../findings/workspace.ts';
import { recount } from '../histories/recount.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';

const DAY = 24 * 3_600_000;
const START = Date.parse('2026-03-01T05:00:00Z');
const RULES = ['acme.one', 'acme.two'];
const FINDINGS = RULES.flatMap((rule_id) => ['a', 'b', 'c'].map((fingerprint) => ({ rule_id, fingerprint })));

const step = fc.record({
  found: fc.subarray(FINDINGS),
  triaged: fc.option(
    fc.record({
      rule: fc.constantFrom(...RULES),
      status: fc.constantFrom<IssueStatus>('open', 'in_progress', 'suppressed', 'resolved'),
    }),
  ),
  /** Which occurrence is assigned to a user, or suppressed, alone. */
  alone: fc.option(fc.record({ index: fc.nat(5), isSuppressed: fc.boolean() })),
  /** How many days before its time everything is removed. */
  keptDays: fc.option(fc.integer({ min: 0, max: 6 })),
});

interface Occurrence {
  id: string;
  issue: string;
  resolved: string | null;
  sighted: boolean;
}

interface Scan {
  id: string;
  finished: string;
  current: boolean;
}

interface Entry {
  issue: string;
  changed: string;
  kind: string;
  before: object;
  after: object;
}

describeOnDatabases('the retention of findings', (kind) => {
  let database: Database;
  let count = 0;
  const removed = { occurrences: 0, entries: 0, scans: 0 };

  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  it('removes exactly what is old, and keeps counts, issues and the results of their history', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      count += 1;
      const workspace = await ScannedWorkspace.create(database, `tenant-${count}`);
      for (const [index, { found, triaged, alone, keptDays }] of steps.entries()) {
        const at = START + index * DAY;
        const id = await workspace.scan(createDocument(found), new Date(at).toISOString());
        await setEnd(workspace, id, new Date(at).toISOString());
        if (triaged) await triage(workspace, triaged.rule, triaged.status, new Date(at + 1).toISOString());
        if (alone) await triageAlone(workspace, alone, index, new Date(at + 1).toISOString());
        if (keptDays !== null) await removeBefore(workspace, new Date(at + 2 - keptDays * DAY).toISOString());
      }
    });
    await fc.assert(property, { numRuns: runs(kind), endOnFailure: true });
    expect(Math.min(...Object.values(removed)), JSON.stringify(removed)).toBeGreaterThan(0);
  });

  async function removeBefore(workspace: ScannedWorkspace, before: string): Promise<void> {
    const isOld = (timestamp: string | null) => timestamp !== null && Date.parse(timestamp) < Date.parse(before);
    const [occurrences, scans, entries, issues] = await readAll(workspace);
    const kept = occurrences.filter(
      ({ id, issue, resolved, sighted }) =>
        sighted ||
        !isOld(resolved) ||
        !occurrences.some(
          (other) =>
            other.issue === issue &&
            (other.resolved === null || `${toOrder(other.resolved)} ${other.id}` > `${toOrder(resolved)} ${id}`),
        ),
    );
    for (const rule of [occurrenceRetention, historyRetention, scanRetention]) {
      for await (const _ of rule.remove(database, before));
      expect(await rule.count(database, before)).toBe(0);
    }
    const after = await readAll(workspace);
    expect(after[0]).toEqual(kept);
    expect(after[1]).toEqual(scans.filter(({ finished, current }) => current || !isOld(finished)));
    expect(after[3]).toEqual(issues);
    for (const [issue, own] of Map.groupBy(entries, (entry) => entry.issue)) {
      const old = own.filter(({ changed }) => isOld(changed));
      const rest = after[2].filter((entry) => entry.issue === issue);
      expect(rest).toHaveLength(own.length - Math.max(0, old.length - 1));
      expect(Object.assign({}, ...rest.map((entry) => entry.after))).toEqual(
        Object.assign({}, ...own.map((entry) => entry.after)),
      );
      if (old.length > 1) expect(rest[0]).toMatchObject({ kind: 'recorded', before: {}, changed: old.at(-1)?.changed });
    }
    const { issues: _, ...counts } = await recount(workspace);
    for (const [name, { stored, recounted }] of Object.entries(counts)) expect(stored, name).toEqual(recounted);
    removed.occurrences += occurrences.length - after[0].length;
    removed.scans += scans.length - after[1].length;
    removed.entries += entries.length - after[2].length;
  }
});

function runs(kind: DatabaseKind): number {
  return kind === 'postgres' && currentTier() === 'test:nightly' ? 12 : 4;
}

function toOrder(timestamp: string | null): string {
  return new Date(timestamp ?? 0).toISOString();
}

function createDocument(found: typeof FINDINGS): ScanDocument {
  const document = createScan(RULES, 'high');
  const [template] = document.occurrences;
  return { ...document, occurrences: found.map((one) => ({ ...(template as object), ...one })) } as ScanDocument;
}

/** A scan ends when the database says so, which is later than the history. */
async function setEnd(workspace: ScannedWorkspace, id: string, at: string): Promise<void> {
  await workspace.write((db) =>
    sql`UPDATE scans SET started_at = ${at}::timestamptz, finished_at = ${at}::timestamptz WHERE scan_id = ${id}`.execute(
      db,
    ),
  );
}

async function triage(workspace: ScannedWorkspace, rule: string, status: IssueStatus, now: string): Promise<void> {
  const { rows } = await workspace.read((db) =>
    sql<{ id: string }>`SELECT issue_id AS id FROM issues
      WHERE tenant_id = ${workspace.scope.tenantId} AND rule_id = ${rule}`.execute(db),
  );
  const reason = status === 'suppressed' ? { status_reason: 'test_code' as const } : {};
  // A transition that isn't allowed changes nothing.
  for (const { id } of rows) await workspace.triage(id, { status, ...reason } as never, now).catch(() => {});
}

async function triageAlone(
  workspace: ScannedWorkspace,
  { index, isSuppressed }: { index: number; isSuppressed: boolean },
  day: number,
  now: string,
): Promise<void> {
  const { rows } = await workspace.read((db) =>
    sql<{ id: string }>`SELECT fine_grained_issue_id AS id FROM fine_grained_issues
      WHERE tenant_id = ${workspace.scope.tenantId} ORDER BY issue_id, fingerprint`.execute(db),
  );
  const { id } = rows[index % rows.length] ?? {};
  const update = isSuppressed
    ? ({ status: 'suppressed', status_reason: 'test_code' } as const)
    : { assignee: `user-${day}` };
  // A transition that isn't allowed changes nothing.
  if (id) await workspace.triageOccurrence(id, update, now).catch(() => {});
}

/** Reads occurrences, ended scans, the history and the issues of a workspace. */
function readAll(workspace: ScannedWorkspace): Promise<[Occurrence[], Scan[], Entry[], object[]]> {
  const { tenantId } = workspace.scope;
  return workspace.read(async (db) => {
    const { rows: occurrences } = await sql<Occurrence>`
      SELECT fine_grained_issue_id AS id, issue_id AS issue, resolved_at AS resolved, EXISTS (
        SELECT FROM fine_grained_issue_sightings AS s
        WHERE s.tenant_id = ${tenantId} AND s.fine_grained_issue_id = o.fine_grained_issue_id
      ) AS sighted
      FROM fine_grained_issues AS o WHERE tenant_id = ${tenantId} ORDER BY 1`.execute(db);
    const { rows: scans } = await sql<Scan>`
      SELECT scan_id AS id, finished_at AS finished, is_current AS current FROM scans
      WHERE tenant_id = ${tenantId} AND finished_at IS NOT NULL ORDER BY position`.execute(db);
    const { rows: entries } = await sql<Entry>`
      SELECT issue_id AS issue, changed_at AS changed, kind, before, after FROM issue_history
      WHERE tenant_id = ${tenantId} ORDER BY position`.execute(db);
    const { rows: issues } = await sql<object>`
      SELECT * FROM issues WHERE tenant_id = ${tenantId} ORDER BY issue_id`.execute(db);
    return [occurrences, scans, entries, issues];
  });
}
