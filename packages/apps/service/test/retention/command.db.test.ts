import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { applyRetention, RETENTION_RULES } from '../../src/composition/retention.ts';
import { SETTINGS } from '../../src/composition/settings.ts';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { runHere } from '../run-command.ts';
import { startService, type TestService } from '../service.ts';

const WORKSPACE = { tenantId: 'acme', workspaceId: 'main', userId: 'ann' };
const ALL = Object.fromEntries(RETENTION_RULES.map(({ variable }) => [variable, '1']));

let url: string;
let service: TestService | undefined;

beforeAll(async () => {
  url = await freshPostgresUrl();
  await withDatabase(seed);
});
afterEach(() => service?.close());

it('retention --dry-run counts what retention removes, and nothing after it was removed', async () => {
  const environment = { DATABASE_URL: url, ...ALL };
  const trial = await runHere(['retention', '--dry-run'], environment);
  expect(trial).toMatchObject({ code: 0, err: '' });
  const lines = trial.out.trimEnd().split('\n');
  expect(lines).toHaveLength(RETENTION_RULES.length);
  for (const [index, { name }] of RETENTION_RULES.entries()) {
    expect(lines[index]).toMatch(new RegExp(`^${name}: [1-9]\\d* from before \\d{4}-\\d\\d-\\d\\d would be removed$`));
  }
  const isConversation = 'WHERE conversation IS NOT NULL';
  const results = await count('evaluation_run_results');
  expect(await count('evaluation_run_results', isConversation)).toBeGreaterThan(0);

  const content = trial.out.split('\n')[1];
  const done = await runHere(['retention'], environment);
  // Contents are gone with their interactions.
  const expected = trial.out.replace(content ?? '', content?.replace(/: \d+/, ': 0') ?? '').replaceAll('would be ', '');
  expect(done).toEqual({ code: 0, err: '', out: expected });
  const again = await runHere(['retention'], environment);
  expect(again.out).toBe(done.out.replaceAll(/: \d+ /g, ': 0 '));
  for (const table of ['llm_interactions', 'llm_interaction_keys', 'llm_interaction_total_hours', 'view_exports']) {
    expect(await count(table), table).toBe(0);
  }
  expect(await count('scans', 'WHERE NOT is_current')).toBe(0);
  expect(await count('scans')).toBeGreaterThan(0);
  expect(await count('evaluation_run_results')).toBe(results);
  expect(await count('evaluation_run_results', isConversation)).toBe(0);
});

it('retention keeps everything forever by default', async () => {
  const { out } = await runHere(['retention'], {
    DATABASE_URL: url,
    RETAIN_EXPORTS_DAYS: '0',
    RETAIN_CHANGES_DAYS: '0',
  });
  expect(out.trimEnd().split('\n')).toEqual(
    RETENTION_RULES.map(({ name, variable }) => `${name}: kept forever (${variable} is 0)`),
  );
});

it('every type of data has a setting in days, and only exports and changes expire by default', () => {
  const settings = RETENTION_RULES.map(({ variable }) => SETTINGS.find(({ name }) => name === variable));
  expect(settings.map((setting) => setting?.default)).toEqual(['0', '0', '0', '0', '30', '0', '0', '0', '90']);
});

it.each([
  [['retention', '--dryrun'], {}, /Unknown option '--dryrun'/],
  [['retention', 'now'], {}, /only accepts --dry-run/],
  [['retention'], { RETAIN_SCANS_DAYS: '-1' }, /RETAIN_SCANS_DAYS must be >= 0, got -1/],
  [['retention'], { RETAIN_SCANS_DAYS: '36501' }, /RETAIN_SCANS_DAYS must be <= 36500/],
  [['retention'], { RETAIN_SCANS_DAYS: '90d' }, /RETAIN_SCANS_DAYS must be integer/],
])('%j with %j is rejected', async (args, environment, message) => {
  const { code, err } = await runHere(args, environment as Record<string, string>);
  expect(err).toMatch(message);
  expect(code).toBe(2);
});

it('every process removes a limited number of rows at a time, until none are left', async () => {
  service = await startService('postgres', { retainConversationsDays: 1, retainScansDays: 1 });
  await seed(service.database);
  const { database, service: running } = service;
  // Each scan is a separate transaction.
  await database.system((db) =>
    sql`INSERT INTO scans (tenant_id, workspace_id, scan_id, scan_target_id, scan_type, trigger, status, target, tool_name, tool_version,
        created_at, started_at, finished_at)
      SELECT tenant_id, workspace_id, 'old-' || number, scan_target_id, scan_type, 'manual', 'failed', target, 't', '1', day, day, day
      FROM (SELECT * FROM scan_targets LIMIT 1) AS target, generate_series(1, 150) AS number,
        (SELECT timestamptz '2026-01-01T00:00:00Z' AS day) AS past`.execute(db),
  );
  const left = () => countIn(database, 'scans', "WHERE scan_id LIKE 'old-%'");
  await applyRetention.run(running.services);
  const afterOne = await left();
  expect(afterOne).toBeGreaterThan(0);
  expect(afterOne).toBeLessThan(150);
  await applyRetention.run(running.services);
  expect(await left()).toBe(0);
});

/** Fills a workspace with the sample data, and with old exports and a history. */
async function seed(database: Database): Promise<void> {
  await ensureWorkspace(database, WORKSPACE);
  await seedSampleData(database, WORKSPACE);
  await database.system(async (db) => {
    await sql`INSERT INTO view_exports (tenant_id, workspace_id, export_workflow_id, view_id, export_status, created_at, finished_at,
        view_name, entity, filters, columns)
      SELECT tenant_id, workspace_id, 'old', id, 'completed', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', name, entity, filters, columns
      FROM views LIMIT 1`.execute(db);
    await sql`INSERT INTO changes (tenant_id, workspace_id, position, occurred_at, kind, subject_id)
      VALUES (${WORKSPACE.tenantId}, ${WORKSPACE.workspaceId}, 1000, '2026-01-01T00:00:00Z', 'rule_changed', 'old')`.execute(
      db,
    );
    // Two resolved occurrences of one issue that no scan reports.
    await sql`DELETE FROM fine_grained_issue_sightings`.execute(db);
    await sql`UPDATE fine_grained_issues SET status = 'resolved', resolved_at = '2026-10-01T00:00:00Z'
      WHERE issue_id = (SELECT issue_id FROM fine_grained_issues GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`.execute(
      db,
    );
  });
}

async function withDatabase<R>(use: (database: Database) => Promise<R>): Promise<R> {
  const database = openDatabase(testPostgres(url, 2));
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

function count(table: string, where = ''): Promise<number> {
  return withDatabase((database) => countIn(database, table, where));
}

async function countIn(database: Database, table: string, where: string): Promise<number> {
  const { rows } = await database.system((db) =>
    sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table)} ${sql.raw(where)}`.execute(db),
  );
  return rows[0]?.count ?? 0;
}
