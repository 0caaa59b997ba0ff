/** Every list that a view can show can be exported. */
import { createView, exportView, getViewExport } from '@aispm/client';
import type { ViewEntity } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { findViewedList, toRecord } from '../../src/domains/views/viewed-lists.ts';
import { getSchema, OPERATIONS } from '../../src/platform/contract/contract.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';

const ENTITIES = getSchema('ViewEntity').enum as ViewEntity[];

const ORDERS = ['ASC', 'DESC'] as const;

describeOnDatabases('the export of a view', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service?.close());

  /** Exports all columns of a new view, and returns the rows of the file. */
  async function exportRows(view: { entity: ViewEntity; filters: object }): Promise<Record<string, unknown>[]> {
    const client = service.client(token);
    const { id } = await createView(client, { body: { name: view.entity, ...view } as never });
    const started = await exportView(client, { id });
    const read = () => getViewExport(client, { id, export_workflow_id: started.export_workflow_id });
    await expect.poll(async () => (await read()).finished_at).not.toBe(null);
    const { error_message, export_path } = await read();
    expect(error_message).toBe(null);
    const file = await (await service.send(`${export_path}?format=ndjson`, { token })).text();
    return file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** Returns the rows of the list with the columns of the file, on one page. */
  async function listRows(entity: ViewEntity, filters: object): Promise<Record<string, unknown>[]> {
    const { operation, columns } = findViewedList(entity);
    const path = (OPERATIONS.get(operation)?.path ?? '')
      .replace('{tenant_id}', SAMPLE_WORKSPACE.tenantId)
      .replace('{workspace_id}', SAMPLE_WORKSPACE.workspaceId);
    const query = new URLSearchParams({ page_size: '100', ...filters });
    const { status, body } = await getJson(service, `${path}?${query}`, token);
    expect(status).toBe(200);
    expect(body.cursor ?? '').toBe('');
    const records = (body.items ?? body.rows).map(toRecord);
    return records.map((record: Record<string, unknown>) =>
      Object.fromEntries(columns.map((column) => [column, record[column] ?? null])),
    );
  }

  it.for(ENTITIES)('of %s has the rows of the list in its order', async (entity) => {
    const isSorted = Object.hasOwn(findViewedList(entity).filters, 'order');
    for (const order of ORDERS) {
      const filters = isSorted ? { order } : {};
      const rows = await listRows(entity, filters);
      expect(rows.length).toBeGreaterThan(1);
      expect(await exportRows({ entity, filters })).toEqual(rows);
    }
  });
});
