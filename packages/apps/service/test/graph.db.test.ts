import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE, sampleData } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { getSchema } from '../src/platform/contract/contract.ts';
import { describeOnDatabases } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

/** The path and the edges of each object type. */
const EDGES_BY_TYPE = {
  agent: { path: 'aispm-agents', edges: getSchema('AgentEdge').enum },
  model: { path: 'aispm-models', edges: getSchema('ModelEdge').enum },
  tool: { path: 'aispm-tools', edges: getSchema('ToolEdge').enum },
  mcp_server: { path: 'aispm-mcp-servers', edges: getSchema('McpServerEdge').enum },
  asset: { path: 'assets', edges: getSchema('AssetEdge').enum },
  location: { path: 'locations', edges: getSchema('LocationEdge').enum },
} as Record<string, { path: string; edges: string[] }>;

interface Related {
  aispm_object_id: string;
  aispm_friendly_name: string;
  object_type: string;
}

describeOnDatabases('the graph', (kind) => {
  let service: TestService;
  let token: string;
  const get = (path: string) => getJson(service, path, token);

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it('lists every relation in both directions', async () => {
    const objects = await service.database.system((db) =>
      db.selectFrom('objects').select(['aispm_object_id', 'object_type']).execute(),
    );
    const forward = new Set<string>();
    const backward = new Set<string>();
    for (const { aispm_object_id, object_type } of objects) {
      const { path, edges } = EDGES_BY_TYPE[object_type] as { path: string; edges: string[] };
      for (const edge of edges) {
        const { status, body } = await get(`/${path}${T}/${aispm_object_id}/${edge}?page_size=100`);
        expect(status, `${path}/${edge}`).toBe(200);
        for (const related of body.items as Related[]) {
          expect(`${related.object_type}s`).toBe(edge.replace(/^(sub|parent)_/, ''));
          const inverse = { sub_agents: 'parent_agents', parent_agents: 'sub_agents' }[edge] ?? `${object_type}s`;
          forward.add(`${aispm_object_id} ${edge} ${related.aispm_object_id}`);
          backward.add(`${related.aispm_object_id} ${inverse} ${aispm_object_id}`);
        }
      }
    }
    expect(forward.size).toBeGreaterThan(60);
    expect(forward).toEqual(backward);
  });

  it('pages through related objects, with their issue counts', async () => {
    const desk = sampleData.agents.find(({ aispm_friendly_name }) => aispm_friendly_name === 'Customs Desk');
    const first = await get(`/aispm-agents${T}/${desk?.aispm_object_id}/tools?page_size=1&include_total=true`);
    expect(first.body).toMatchObject({
      total: 2,
      items: [{ aispm_friendly_name: 'File declaration', edge: 'tools', evidence: 'both', high_issues_count: 1 }],
    });
    const second = await get(
      `/aispm-agents${T}/${desk?.aispm_object_id}/tools?page_size=1&cursor=${encodeURIComponent(first.body.cursor)}`,
    );
    expect(second.body).toMatchObject({ cursor: '', items: [{ aispm_friendly_name: 'Look up tariff' }] });
  });

  it('rejects an unknown edge and names the known ones', async () => {
    const { status, body } = await get(`/aispm-models${T}/${sampleData.models[0]?.aispm_object_id}/tools`);
    expect(status).toBe(400);
    expect(body.message).toContain('agents, assets, locations');
  });

  it('responds with 404 for an unknown object', async () => {
    expect((await get(`/aispm-agents${T}/none/tools`)).status).toBe(404);
    expect((await get(`/aispm-agents${T}/${sampleData.models[0]?.aispm_object_id}/tools`)).status).toBe(404);
  });

  it('returns an empty list for an agent without sub-agents', async () => {
    const reader = sampleData.agents.find(({ aispm_friendly_name }) => aispm_friendly_name === 'Document Reader');
    expect(await get(`/aispm-agents${T}/${reader?.aispm_object_id}/sub_agents`)).toEqual({
      status: 200,
      body: { items: [], cursor: '', page_size: 50 },
    });
  });
});
