import { type Client, createView, deleteView, exportView, getViewExport, listAgents } from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStory } from '../../src/demo/seed.ts';
import { STORY_WORKSPACE } from '../../src/demo/story.ts';
import { DATABASES } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const PLACE = { tenant_id: STORY_WORKSPACE.tenantId, workspace_id: STORY_WORKSPACE.workspaceId };
const MANY = 1201;
const LEVELS: ('autonomous' | 'supervised')[] = ['autonomous', 'supervised'];

describe.each(DATABASES)('exports on %s', (kind) => {
  let service: TestService;
  let token: string;
  let client: Client;

  beforeAll(async () => {
    service = await startService(kind);
    await seedStory(service.database);
    await service.database.system((db) =>
      sql`INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, labels, details, first_seen_at, last_seen_at)
        SELECT ${PLACE.tenant_id}, ${PLACE.workspace_id}, 'many-' || one, 'location', 'many-' || one, 'Many ' || (one % 100),
          '{code}', '{}', jsonb_build_object('file_path', 'f', 'location_type', 'file'), now(), now()
        FROM generate_series(1, ${MANY}::integer) AS one`.execute(db),
    );
    token = await service.key([STORY_WORKSPACE]);
    client = service.client(token);
  });
  afterAll(() => service?.close());

  const download = (id: string, format = 'csv') => service.send(`/views/${id}/download?format=${format}`, { token });

  /** Exports a view and waits for its end. */
  async function exported(view: Parameters<typeof createView>[1]['body']) {
    const { id } = await createView(client, { body: view });
    const { export_workflow_id } = await exportView(client, { id });
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const state = await getViewExport(client, { id, export_workflow_id });
      if (state.export_status === 'completed') {
        expect(state.export_path).toBe(`/views/${id}/export/${export_workflow_id}/download`);
        return { id, export_workflow_id, path: `${id}/export/${export_workflow_id}` };
      }
      expect(['queued', 'running']).toContain(state.export_status);
      expect(state.export_path).toBe('');
    }
    throw new Error('The export did not end.');
  }

  test('hold what the list shows, in its order', async () => {
    const columns = ['aispm_object_id', 'aispm_friendly_name', 'total_issues_count', 'labels', 'description'];
    const filters = { autonomy_level: LEVELS, sort: 'last_seen_at' as const, order: 'DESC' as const };
    const { path } = await exported({ name: 'Busy Agenten – Ü 1', entity: 'agents', filters, columns });
    const { items } = await listAgents(client, { ...PLACE, ...filters });
    expect(items.length).toBeGreaterThan(1);
    const response = await download(path, 'ndjson');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="busy-agenten-u-1.ndjson"');
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => Object.entries(JSON.parse(line)))).toEqual(
      items.map((item) => columns.map((column) => [column, item[column as keyof typeof item]])),
    );
  });

  test('have every row once, however many parts there are', async () => {
    const { path } = await exported({
      name: 'many',
      entity: 'locations',
      filters: { name: 'Many ' },
      columns: ['location_id'],
    });
    const response = await download(path);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toBe('location_id');
    expect(rows).toHaveLength(MANY);
    expect(new Set(rows).size).toBe(MANY);
  });

  test('write assets by the columns of their table', async () => {
    const { path } = await exported({ name: 'assets', entity: 'assets', columns: ['asset_name', 'ai_object_count'] });
    const lines = (await (await download(path)).text()).trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(1)) expect(line).toMatch(/^.+,\d+$/);
  });

  test('have a head also without rows', async () => {
    const { path } = await exported({
      name: '=',
      entity: 'agents',
      filters: { name: 'nothing like it' },
      columns: ['platform'],
    });
    const response = await download(path);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="export.csv"');
    expect(await response.text()).toBe('platform\r\n');
    expect(await (await download(path, 'ndjson')).text()).toBe('');
  });

  test('are one at a time, and go with their view', async () => {
    const { id } = await createView(client, { body: { name: 'once', entity: 'agents' } });
    // As if a worker had it.
    const row = { tenant_id: PLACE.tenant_id, workspace_id: PLACE.workspace_id, view_id: id };
    await service.database.system((db) =>
      db
        .insertInto('view_exports')
        .values({
          ...row,
          export_workflow_id: `busy-${id}`,
          export_status: 'running',
          lease_owner: 'x',
          lease_expires_at: '2999-01-01T00:00:00Z',
        })
        .execute(),
    );
    const started = await Promise.all([exportView(client, { id }), exportView(client, { id })]);
    expect(started.map((one) => one.export_workflow_id)).toEqual([`busy-${id}`, `busy-${id}`]);
    const early = await download(`${id}/export/busy-${id}`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    const other = await createView(client, { body: { name: 'other', entity: 'agents' } });
    expect((await download(`${other.id}/export/busy-${id}`)).status).toBe(404);
    await deleteView(client, { id });
    expect((await download(`${id}/export/busy-${id}`)).status).toBe(404);
  });

  test('expire, and failed ones have no file', async () => {
    const { path, export_workflow_id } = await exported({ name: 'old', entity: 'agents' });
    const set = (columns: object) =>
      service.database.system((db) =>
        db.updateTable('view_exports').set(columns).where('export_workflow_id', '=', export_workflow_id).execute(),
      );
    await set({ expires_at: new Date(Date.now() - 1000).toISOString() });
    expect((await download(path)).status).toBe(410);
    await set({ export_status: 'failed', expires_at: null });
    const failed = await download(path);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([409, null]);
  });
});
