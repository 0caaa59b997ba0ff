import {
  ApiError,
  type Client,
  createView,
  deleteView,
  exportView,
  getView,
  getViewExport,
  listViews,
  updateView,
} from '@aispm/client';
import type { ViewEntity } from '@aispm/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViewedList } from '../../src/domains/views/viewed-lists.ts';
import { getSchema } from '../../src/platform/contract/contract.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

describeOnDatabases('views', (kind) => {
  let service: TestService;
  let client: Client;

  beforeAll(async () => {
    service = await startService(kind);
    client = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'main' }]));
  });
  afterAll(() => service?.close());

  it('are created, listed and deleted', async () => {
    const body = {
      name: 'beta 100%',
      entity: 'issues' as const,
      filters: { severity: ['critical'] },
      columns: ['issue_id'],
    };
    const view = await createView(client, { body });
    expect(view).toMatchObject(body);
    expect(view.updated_at).toBe(view.created_at);
    expect(await getView(client, { id: view.id })).toEqual(view);
    const other = await createView(client, { body: { name: 'Alpha', entity: 'agents' } });
    expect(other.columns).toEqual(findViewedList('agents').columns);
    expect(other.filters).toEqual({});
    expect((await listViews(client, {})).items).toEqual([other, view]);
    expect((await listViews(client, { name: 'A 100%' })).items).toEqual([view]);
    expect((await listViews(client, { entity: ['agents', 'rules'] })).items).toEqual([other]);
    await deleteView(client, { id: view.id });
    await expect(deleteView(client, { id: view.id })).rejects.toMatchObject({ status: 404 });
    await expect(getView(client, { id: view.id })).rejects.toMatchObject({ status: 404 });
  });

  it('can be renamed, and get other filters and columns', async () => {
    const created = await createView(client, { body: { name: 'old', entity: 'issues', filters: { status: 'open' } } });
    const { id } = created;
    const renamed = await updateView(client, { id, body: { name: 'new' } });
    expect(renamed).toEqual({ ...created, name: 'new', updated_at: renamed.updated_at });
    expect(Date.parse(renamed.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));
    const body = { filters: { severity: ['critical'] }, columns: ['status', 'issue_id'] };
    expect(await updateView(client, { id, body })).toMatchObject({ name: 'new', ...body });
    expect(await updateView(client, { id, body: { filters: {} } })).toMatchObject({
      filters: {},
      columns: body.columns,
    });
    expect((await listViews(client, { name: 'new' })).items).toEqual([await getView(client, { id })]);
    for (const [wrong, location] of [
      [{ columns: ['colour'] }, 'body/columns/0'],
      [{ filters: { colour: 'red' } }, 'body/filters/colour'],
    ] as const) {
      const error = await updateView(client, { id, body: wrong as never }).catch((thrown) => thrown);
      expect([error.status, Object.keys(error.body.details)]).toEqual([422, [location]]);
    }
    await expect(updateView(client, { id: 'unknown', body: { name: 'x' } })).rejects.toMatchObject({ status: 404 });
  });

  it('are only changed and deleted in the version of If-Match', async () => {
    const created = await createView.result(client, { body: { name: 'versions', entity: 'agents' } });
    if (created.status !== 201) throw new Error('The view was not created.');
    const { id } = created.data;
    const version = created.headers.get('etag') ?? '';
    const changed = await updateView.result(client, { id, 'If-Match': version, body: { name: 'mine' } });
    const next = changed.headers.get('etag') ?? '';
    expect(next).not.toBe(version);
    expect((await getView.result(client, { id })).headers.get('etag')).toBe(next);
    const late = updateView(client, { id, 'If-Match': version, body: { name: 'late' } });
    await expect(late).rejects.toMatchObject({ status: 412 });
    await expect(deleteView(client, { id, 'If-Match': version })).rejects.toMatchObject({ status: 412 });
    expect((await getView(client, { id })).name).toBe('mine');
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        updateView.result(client, { id, 'If-Match': next, body: { name: `race ${index}` } }).then(
          ({ status }) => status as number,
          (error: ApiError) => error.status,
        ),
      ),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(412)]);
    await deleteView(client, { id, 'If-Match': '*' });
  });

  it('belong to one workspace', async () => {
    const { id } = await createView(client, { body: { name: 'mine', entity: 'agents' } });
    const stranger = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'other' }]));
    await expect(getView(stranger, { id })).rejects.toMatchObject({ status: 404 });
    await expect(deleteView(stranger, { id })).rejects.toMatchObject({ status: 404 });
    await expect(updateView(stranger, { id, body: { name: 'x' } })).rejects.toMatchObject({ status: 404 });
    expect((await listViews(stranger, {})).items).toEqual([]);
  });

  it('belong to the selected workspace, which their paths select again', async () => {
    const workspaces = ['first', 'second'].map((workspaceId) => ({ tenantId: 'switch', workspaceId }));
    const token = await service.key(workspaces);
    const switching = service.client(token);
    const second = { tenant_id: 'switch', workspace_id: 'second' };
    const response = await service.send('/views?tenant_id=switch&workspace_id=second', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'there', entity: 'agents' }),
    });
    const view = (await response.json()) as { id: string };
    expect((await listViews(switching, {})).items).toEqual([]);
    expect((await listViews(switching, second)).items).toEqual([view]);
    await expect(getView(switching, { id: view.id })).rejects.toMatchObject({ status: 404 });
    const location = response.headers.get('location')?.replace('/api/v1', '') ?? '';
    expect(await (await service.send(location, { token })).json()).toEqual(view);

    const { export_workflow_id } = await exportView(switching, { id: view.id, ...second });
    const readExport = () => getViewExport(switching, { id: view.id, export_workflow_id, ...second });
    await expect.poll(async () => (await readExport()).export_status).toBe('completed');
    const { export_path } = await readExport();
    expect((await service.send(export_path, { token })).status).toBe(200);
  });

  it('keep their cursors when the default workspace is selected', async () => {
    for (const name of ['a', 'b']) await createView(client, { body: { name, entity: 'agents' } });
    const { cursor } = await listViews(client, { page_size: 1 });
    const next = await listViews(client, { page_size: 1, cursor, tenant_id: 'acme', workspace_id: 'main' });
    expect(next.items).toHaveLength(1);
  });

  it.each([
    [{ entity: 'issues', columns: ['issue_id', 'owner'] }, 'body/columns/1'],
    [{ entity: 'issues', filters: { colour: 'red' } }, 'body/filters/colour'],
    [{ entity: 'issues', filters: { page_size: 10 } }, 'body/filters/page_size'],
    [{ entity: 'issues', filters: { severity: ['urgent'] } }, 'body/filters/severity'],
    [{ entity: 'agents', filters: { has_issues: 'maybe' } }, 'body/filters/has_issues'],
    [{ entity: 'agents', filters: { sort: 'colour' } }, 'body/filters/sort'],
    [{ entity: 'evaluations', filters: { page: 2 } }, 'body/filters/page'],
    [{ entity: 'llm_interactions', filters: { start_time: 'yesterday' } }, 'body/filters/start_time'],
  ] as const)('are rejected for %j', async (view, location) => {
    const error = await createView(client, { body: { name: 'wrong', ...view } as never }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(422);
    expect(Object.keys(error.body.details)).toEqual([location]);
  });

  it('accept the filters of the list', async () => {
    const filters = {
      has_issues: 'true',
      severity: 'high',
      sort: 'last_seen_at',
      order: 'DESC',
      updated_since: '2026-01-01T00:00:00Z',
    };
    const view = await createView(client, { body: { name: 'right', entity: 'agents', filters } });
    expect(view.filters).toEqual(filters);
  });
});

describe('the lists of views', () => {
  it('have columns and filters', () => {
    for (const entity of getSchema('ViewEntity').enum as ViewEntity[]) {
      expect(findViewedList(entity).columns.length, entity).toBeGreaterThan(3);
      expect(Object.keys(findViewedList(entity).filters).length, entity).toBeGreaterThan(1);
    }
  });
});
