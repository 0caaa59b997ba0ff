import {
  type Client,
  createView,
  deleteView,
  exportView,
  getViewExport,
  listAgents,
  listViewExports,
  updateView,
} from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const WORKSPACE_PATH = { tenant_id: SAMPLE_WORKSPACE.tenantId, workspace_id: SAMPLE_WORKSPACE.workspaceId };
const LOCATION_COUNT = 1201;
const LEVELS: ('autonomous' | 'supervised')[] = ['autonomous', 'supervised'];

describeOnDatabases('exports of views', (kind) => {
  let service: TestService;
  let token: string;
  let client: Client;

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    await service.database.system((db) =>
      sql`INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, scanned_labels, details, first_seen_at, last_seen_at)
        SELECT ${WORKSPACE_PATH.tenant_id}, ${WORKSPACE_PATH.workspace_id}, 'many-' || n, 'location', 'many-' || n, 'Many ' || (n % 100),
          '{code}', '{}', jsonb_build_object('file_path', 'f', 'location_type', 'file'), now(), now()
        FROM generate_series(1, ${LOCATION_COUNT}::integer) AS n`.execute(db),
    );
    token = await service.key([SAMPLE_WORKSPACE]);
    client = service.client(token);
  });
  afterAll(() => service?.close());

  const download = (id: string, format = 'csv') => service.send(`/views/${id}/download?format=${format}`, { token });

  /** Exports a new view and waits until the export is completed. */
  async function exportNewView(view: Parameters<typeof createView>[1]['body']) {
    const { id } = await createView(client, { body: view });
    const { export_workflow_id } = await exportView(client, { id });
    const path = `${id}/export/${export_workflow_id}`;
    await vi.waitUntil(
      async () => {
        const { export_status, export_path } = await getViewExport(client, { id, export_workflow_id });
        expect(['queued', 'running', 'completed']).toContain(export_status);
        expect(export_path).toBe(export_status === 'completed' ? `/views/${path}/download` : '');
        return export_status === 'completed';
      },
      { timeout: TIMEOUT_MS },
    );
    return { id, export_workflow_id, path };
  }

  it('contain the rows of the list in its order', async () => {
    const columns = ['aispm_object_id', 'aispm_friendly_name', 'total_issues_count', 'labels', 'description'];
    const filters = { autonomy_level: LEVELS, sort: 'last_seen_at' as const, order: 'DESC' as const };
    const { path } = await exportNewView({ name: 'Busy Agenten – Ü 1', entity: 'agents', filters, columns });
    const { items } = await listAgents(client, { ...WORKSPACE_PATH, ...filters });
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

  it('contain every row once, in any number of parts', async () => {
    const { path } = await exportNewView({
      name: 'many',
      entity: 'locations',
      filters: { name: 'Many ' },
      columns: ['location_id'],
    });
    const response = await download(path);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toBe('location_id');
    expect(rows).toHaveLength(LOCATION_COUNT);
    expect(new Set(rows).size).toBe(LOCATION_COUNT);
  });

  it('contain the selected columns of assets', async () => {
    const { path } = await exportNewView({
      name: 'assets',
      entity: 'assets',
      columns: ['asset_name', 'ai_object_count'],
    });
    const lines = (await (await download(path)).text()).trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(1)) expect(line).toMatch(/^.+,\d+$/);
  });

  it('have a header line even without rows', async () => {
    const { path } = await exportNewView({
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

  it('run one at a time for each view, and are deleted with it', async () => {
    const { id } = await createView(client, { body: { name: 'once', entity: 'agents' } });
    // A worker seems to execute it.
    const row = { tenant_id: WORKSPACE_PATH.tenant_id, workspace_id: WORKSPACE_PATH.workspace_id, view_id: id };
    await service.database.system((db) =>
      db
        .insertInto('view_exports')
        .values({
          ...row,
          export_workflow_id: `busy-${id}`,
          view_name: 'once',
          entity: 'agents',
          filters: '{}' as never,
          columns: ['platform'],
          export_status: 'running',
          lease_owner: 'x',
          lease_expires_at: '2999-01-01T00:00:00Z',
        })
        .execute(),
    );
    const started = await Promise.all([exportView(client, { id }), exportView(client, { id })]);
    expect(started.map(({ export_workflow_id }) => export_workflow_id)).toEqual([`busy-${id}`, `busy-${id}`]);
    const early = await download(`${id}/export/busy-${id}`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    const other = await createView(client, { body: { name: 'other', entity: 'agents' } });
    expect((await download(`${other.id}/export/busy-${id}`)).status).toBe(404);
    await deleteView(client, { id });
    expect((await download(`${id}/export/busy-${id}`)).status).toBe(404);
  });

  it('say where and when to poll until they have ended', async () => {
    const { id } = await createView(client, { body: { name: 'polled', entity: 'agents' } });
    const started = await exportView.result(client, { id });
    if (started.status !== 200) throw new Error('The export was not started.');
    expect(Object.keys(started.data)).toEqual(['export_workflow_id', 'export_status', 'export_path']);
    const { export_workflow_id } = started.data;
    expect(started.headers.get('location')).toBe(`/api/v1/views/${id}/export/${export_workflow_id}`);
    expect(started.headers.get('retry-after')).toBe('1');
    const path = started.headers.get('location')?.replace('/api/v1', '') ?? '';
    await vi.waitUntil(
      async () => {
        const response = await service.send(path, { token });
        const { finished_at } = (await response.json()) as { finished_at: string | null };
        expect(response.headers.has('retry-after')).toBe(finished_at === null);
        return finished_at !== null;
      },
      { timeout: TIMEOUT_MS },
    );
  });

  it('are listed with their times, newest first', async () => {
    const { id, export_workflow_id } = await exportNewView({ name: 'history', entity: 'agents' });
    const second = await exportView(client, { id });
    const secondExport = { id, export_workflow_id: second.export_workflow_id };
    await vi.waitUntil(async () => (await getViewExport(client, secondExport)).finished_at !== null, {
      timeout: TIMEOUT_MS,
    });
    const { items, total } = await listViewExports(client, { id, include_total: true });
    expect(items.map((item) => item.export_workflow_id)).toEqual([second.export_workflow_id, export_workflow_id]);
    expect(total).toBe(2);
    for (const item of items) {
      expect(item).toEqual(await getViewExport(client, { id, export_workflow_id: item.export_workflow_id }));
      const { view_id, error_message, created_at, finished_at, expires_at } = item;
      expect([view_id, error_message]).toEqual([id, null]);
      expect(Date.parse(finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(created_at));
      expect(Date.parse(expires_at ?? '') - Date.parse(finished_at ?? '')).toBe(24 * 3600 * 1000);
    }
    const firstPage = await listViewExports(client, { id, page_size: 1 });
    const next = await listViewExports(client, { id, page_size: 1, cursor: firstPage.cursor });
    expect([...firstPage.items, ...next.items]).toEqual(items);
    await expect(listViewExports(client, { id: 'unknown' })).rejects.toMatchObject({ status: 404 });
  });

  it('keep the name, filters and columns of the time of their request', async () => {
    const { id, path } = await exportNewView({
      name: 'before',
      entity: 'locations',
      filters: { name: 'Many 7' },
      columns: ['location_id', 'aispm_friendly_name'],
    });
    const file = await (await download(path)).text();
    await updateView(client, { id, body: { name: 'after', filters: {}, columns: ['location_type'] } });
    const later = await download(path);
    expect(later.headers.get('content-disposition')).toBe('attachment; filename="before.csv"');
    expect(await later.text()).toBe(file);
    expect(file.split('\r\n')[0]).toBe('location_id,aispm_friendly_name');
  });

  it('expire, and have no file when they failed', async () => {
    const { path, export_workflow_id } = await exportNewView({ name: 'old', entity: 'agents' });
    const set = (columns: object) =>
      service.database.system((db) =>
        db.updateTable('view_exports').set(columns).where('export_workflow_id', '=', export_workflow_id).execute(),
      );
    await set({ expires_at: new Date(Date.now() - 1000).toISOString() });
    expect((await download(path)).status).toBe(410);
    await set({ export_status: 'failed', expires_at: null, error_message: 'Too large.' });
    const [id = ''] = path.split('/');
    expect(await getViewExport(client, { id, export_workflow_id })).toMatchObject({
      export_path: '',
      error_message: 'Too large.',
    });
    const failed = await download(path);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([409, null]);
  });
});
