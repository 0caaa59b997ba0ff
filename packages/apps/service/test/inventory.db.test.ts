import { listAgents } from '@aispm/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE, sampleData } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { describeOnDatabases } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

describeOnDatabases('the inventory', (kind) => {
  let service: TestService;
  let token: string;
  const get = (path: string) => getJson(service, path, token);
  const names = async (path: string) =>
    (await get(path)).body.items.map((item: { aispm_friendly_name: string }) => item.aispm_friendly_name);

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it('returns every record once over all pages of a list', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAgents(service.client(token), {
        tenant_id: SAMPLE_WORKSPACE.tenantId,
        workspace_id: SAMPLE_WORKSPACE.workspaceId,
        page_size: 1,
        ...(cursor && { cursor }),
      });
      seen.push(...page.items.map(({ aispm_friendly_name }) => aispm_friendly_name));
      cursor = page.cursor;
    } while (cursor);
    expect(seen).toEqual(['Claims Triage', 'Customs Desk', 'Document Reader', 'Shipment Tracker']);
  });

  it.each([
    ['aispm-agents', sampleData.agents],
    ['aispm-models', sampleData.models],
    ['aispm-tools', sampleData.tools],
    ['aispm-mcp-servers', sampleData.mcpServers],
  ])('%s: returns the records of the sample data', async (entity, records) => {
    for (const record of records) {
      expect(await get(`/${entity}${T}/${record.aispm_object_id}`)).toEqual({ status: 200, body: record });
    }
    const { body } = await get(`/${entity}${T}?include_total=true`);
    expect(body).toEqual({ items: body.items, cursor: '', page_size: 50, total: records.length });
  });

  it('locations: returns the records of the sample data', async () => {
    for (const record of sampleData.locations) {
      expect(await get(`/locations${T}/${record.location_id}`)).toEqual({ status: 200, body: record });
    }
    expect(await names(`/locations${T}?sort=file_path`)).toEqual([
      'erp-bridge, layer 5',
      'claims-triage.ipynb, cell 7',
      'mcp.json',
      'agent.ts',
      'agent.py',
      'embed.py',
    ]);
    expect(await names(`/locations${T}?name=SRC/`)).toEqual(['agent.py', 'agent.ts', 'embed.py']);
  });

  it('assets: returns a table', async () => {
    const [desk] = sampleData.assets.filter(({ asset_name }) => asset_name === 'customs-desk');
    const { body } = await get(`/assets${T}/${desk?.asset_id}`);
    expect(body).toEqual({
      header: Object.keys(desk ?? {}),
      rows: [Object.values(desk ?? {})],
      cursor: '',
      total: 1,
      total_sampling: 1,
    });
    const list = await get(`/assets${T}?has_issues=true&page_size=1`);
    expect(list.body).toMatchObject({ total: 2, total_sampling: 4, rows: [expect.any(Array)] });
    expect(list.body.cursor).not.toBe('');
  });

  it.each([
    ['framework=langgraph&framework=none', ['Customs Desk', 'Document Reader']],
    ['owner=tomas.reyes@haldenfreight.example', ['Customs Desk', 'Document Reader']],
    ['autonomy_level=autonomous', ['Customs Desk', 'Document Reader']],
    ['name=DESK', ['Customs Desk']],
    ['name=%25', []],
    ['severity=critical', []],
    ['has_issues=false&name=claims', ['Claims Triage']],
    ['updated_since=2999-01-01T00:00:00Z', []],
  ])('filters agents by %s', async (query, expected) => {
    expect(await names(`/aispm-agents${T}?${query}`)).toEqual(expected);
  });

  it.each(['ASC', 'DESC'])('sorts records with equal values by their identifiers (%s)', async (order) => {
    const seen: { max_definitive_severity: string | null; aispm_object_id: string }[] = [];
    let cursor = '';
    do {
      const { body } = await get(
        `/aispm-tools${T}?sort=max_definitive_severity&order=${order}&page_size=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.items);
      cursor = body.cursor;
    } while (cursor);
    const ranks = seen.map(({ max_definitive_severity }) => (max_definitive_severity === null ? 0 : 1));
    expect(ranks).toEqual(ranks.toSorted((a, b) => (order === 'ASC' ? a - b : b - a)));
    for (const rank of [0, 1]) {
      const ids = seen.filter((_, index) => ranks[index] === rank).map(({ aispm_object_id }) => aispm_object_id);
      expect(ids).toEqual(ids.toSorted());
    }
    expect(new Set(seen.map(({ aispm_object_id }) => aispm_object_id)).size).toBe(sampleData.tools.length);
  });

  it('rejects a cursor of another list, filter or order', async () => {
    const { body } = await get(`/aispm-tools${T}?page_size=1`);
    const cursor = encodeURIComponent(body.cursor);
    expect((await get(`/aispm-tools${T}?page_size=3&cursor=${cursor}`)).status).toBe(200);
    for (const other of [
      `/aispm-models${T}?cursor=${cursor}`,
      `/aispm-tools${T}?cursor=${cursor}&name=a`,
      `/aispm-tools${T}?cursor=${cursor}&order=DESC`,
      `/aispm-tools${T}?cursor=${cursor}x`,
      `/aispm-tools${T}?cursor=x`,
    ]) {
      expect(await get(other)).toMatchObject({
        status: 400,
        body: { code: 400, details: { 'query/cursor': expect.any(String) } },
      });
    }
  });

  it('responds with 404 for an unknown identifier', async () => {
    expect(await get(`/aispm-agents${T}/none`)).toMatchObject({ status: 404, body: { code: 404 } });
    // So is the identifier of another object type.
    expect((await get(`/aispm-agents${T}/${sampleData.models[0]?.aispm_object_id}`)).status).toBe(404);
  });
});
