/**
 * The upgrade of a database of the first release: what it stored is in the responses of this release, and work that waited is done.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConnector, prepareDatabase } from '../../src/composition/database.ts';
import { createService, type Service, startWorker, type Worker } from '../../src/composition/service.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Connector } from '../../src/platform/database/drivers/connection.ts';
import { embedded } from '../../src/platform/database/drivers/embedded.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';
import type { Settings } from '../../src/platform/services/settings.ts';
import { describeOnDatabases, freshPostgresUrl } from '../databases/databases.ts';

/** The last migration of the first release. */
const FIRST_RELEASE = '0008_dashboard';
const KEY = 'aispm_0123456789abcdef01_firstReleaseFirstReleaseFirstReleaseFirstRe';
const T = 'tenants/acme/workspaces/production';

/** Creates the schema and the data of the first release, which recorded its migrations in its own table. */
async function createFirstRelease(connector: Connector): Promise<void> {
  const database = openDatabase(connector);
  const migrations = readSqlMigrations().filter(({ name }) => name <= FIRST_RELEASE);
  await database.system(async (_, connection) => {
    for (const { sql } of migrations) await connection.execute(sql);
    await connection.execute(`
      CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now());
      ${migrations.map(({ name }) => `INSERT INTO migrations (name) VALUES ('${name}');`).join('')}`);
    await connection.execute(`BEGIN; ${readFileSync(join(import.meta.dirname, 'first-release.sql'), 'utf8')} COMMIT`);
  });
  // The embedded database is in memory, and continues with the next connection.
  if (database.isShared) await database.close();
}

describeOnDatabases('a database of the first release', (kind) => {
  let settings: Settings;
  let service: Service;
  let worker: Worker | undefined;
  let baseUrl: string;

  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
  const get = async (path: string): Promise<any> => {
    const response = await fetch(`${baseUrl}/${path}`, { headers: { authorization: `Bearer ${KEY}` } });
    const text = await response.text();
    expect([response.status, path, response.ok || text]).toEqual([200, path, true]);
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  };

  beforeAll(async () => {
    const databaseUrl = kind === 'embedded' ? '' : await freshPostgresUrl('empty');
    // The scan that waits would change what the tests read.
    settings = readSettings({
      LOG_LEVEL: 'silent',
      PORT: '0',
      RATE_LIMIT: '0',
      RUN_WORKER: 'false',
      DATABASE_URL: databaseUrl,
    });
    const shared = embedded({});
    const connect = () => (kind === 'embedded' ? shared : createConnector(settings));
    await createFirstRelease(connect());
    service = await createService(settings, await prepareDatabase(connect()));
    baseUrl = `${await service.server.listen({ host: '127.0.0.1', port: 0 })}/api/v1`;
  });
  afterAll(async () => {
    await worker?.close();
    await service?.close();
  });

  it('keeps its objects, with labels, owners and relations', async () => {
    expect(await get(`aispm-agents/${T}/agent-1`)).toMatchObject({
      aispm_friendly_name: 'Freight desk',
      labels: { team: 'freight' },
      owners: ['Ann'],
      framework: 'langgraph',
      max_definitive_severity: 'critical',
      first_seen_at: '2026-03-01T05:00:02Z',
    });
    expect((await get(`aispm-agents/${T}?framework=langgraph`)).items).toHaveLength(1);
    expect((await get(`aispm-agents/${T}/agent-1/models`)).items).toMatchObject([{ aispm_object_id: 'model-1' }]);
    expect((await get(`aispm-models/${T}/model-1/agents`)).items).toMatchObject([{ aispm_object_id: 'agent-1' }]);
    expect(await get('aispm-dashboard')).toMatchObject({
      aispm_objects_counts: expect.arrayContaining([
        expect.objectContaining({ object_type: 'agent', total_inventory_count: 1, critical_issues_count: 1 }),
      ]),
    });
  });

  it('keeps its findings, whose history starts with their state', async () => {
    expect(await get(`issues/${T}/issue-1`)).toMatchObject({
      status: 'in_progress',
      status_comment: 'Ann fixes it.',
      status_changed_by: 'ann',
      critical_element_count: 1,
      assignee: null,
    });
    const history: { kind: string }[] = (await get(`issues/${T}/issue-1/history`)).items;
    expect(history.filter(({ kind }) => kind === 'recorded')).toMatchObject([
      { kind: 'recorded', changed_at: '2026-03-01T06:00:00Z', after: { status: 'in_progress' } },
    ]);
    expect((await get(`fine-grained-issues/${T}?issue_id=issue-1`)).items).toMatchObject([
      { fine_grained_issue_id: 'occurrence-1', message: 'The prompt is logged.' },
    ]);
  });

  it('keeps its evaluations, runs and results', async () => {
    expect(await get(`eval/agent-evaluations/${T}/attached-1`)).toMatchObject({
      evaluation_name: 'Tariffs',
      schedule: 'monthly',
      latest_run_id: 'run-1',
      latest_scored_run_id: 'run-1',
      score_trend: [0.8],
    });
    expect((await get(`eval/evaluations/${T}?name=Tariffs`)).items).toMatchObject([{ id: 'evaluation-1' }]);
    const runs = await get(`eval/evaluation-runs/${T}?agent_evaluation_id=attached-1`);
    expect(runs.items).toMatchObject([{ id: 'run-1', status: 'completed', updated_at: '2026-03-01T07:00:02Z' }]);
  });

  it('counts its interactions by the minute', async () => {
    // The hour before the one in which the data was created.
    const hour = new Date((await get(`aispm-llm-interactions/${T}/interaction-7`)).started_at);
    hour.setUTCMinutes(0, 0, 0);
    const at = (minute: number) => new Date(hour.getTime() + minute * 60_000).toISOString();
    const window = `start_time=${at(10)}&end_time=${at(29.5)}`;
    const counts = await get(`aispm-llm-interactions-dash/${T}/counts?${window}`);
    expect(counts).toMatchObject({ total: 20, ok: 0, blocked: 20 });
    expect(await get(`aispm-llm-interactions/${T}/interaction-7`)).toMatchObject({ agent_id: 'agent-1' });
  });

  it('keeps its views, files and stored entries', async () => {
    expect(await get('views/view-1')).toMatchObject({ name: 'Agents', entity: 'agents' });
    expect(await get('views/view-1/export/export-1/download')).toContain('agent-1,Freight desk');
    const { value } = await get('client-storage/users/console/layout/home');
    expect(JSON.stringify(value)).toBe('{"b":1,"a":[2]}');
  });

  it('keeps its keys, which can write but not manage keys', async () => {
    const send = (method: string, path: string, body: object) =>
      fetch(`${baseUrl}/${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send('PATCH', `issues/${T}/issue-1`, { assignee: 'ben' })).status).toBe(200);
    expect((await send('POST', 'api-keys', { name: 'New', workspaces: [] })).status).toBe(403);
  });

  it('processes the queued scan', async () => {
    worker = await startWorker(settings, service.services.database);
    await expect.poll(async () => (await get(`scans/${T}/scan-2`)).status).toBe('completed');
    // It no longer contains the model.
    expect(await get(`scans/${T}/scan-2`)).toMatchObject({ is_current: true, ai_object_count: 1 });
    expect((await get(`aispm-agents/${T}/agent-1/models`)).items).toEqual([]);
  });
});
