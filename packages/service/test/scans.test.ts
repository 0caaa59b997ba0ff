/** What scans do to the inventory and to findings. */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import type { ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';

const workspace = { tenantId: 'acme', workspaceId: 'main' };
const T = '/tenants/acme/workspaces/main';

/** A code scan of a repository with an agent, its model and an MCP server without authentication. */
function document(changes: Partial<ScanDocument> = {}): ScanDocument {
  return {
    scan_type: 'code',
    target: 'github.com/acme/desk',
    tool_name: 'desk-scan',
    tool_version: '1',
    branch: 'main',
    commit_sha: 'a'.repeat(40),
    objects: [
      {
        key: 'repo',
        stable_key: 'github.com/acme/desk',
        object_type: 'asset',
        aispm_friendly_name: 'desk',
        asset_type: 'repository',
      },
      {
        key: 'agent',
        stable_key: 'desk#agent',
        object_type: 'agent',
        aispm_friendly_name: 'Desk',
        owners: ['team@acme.example'],
        guardrails: [{ guardrail_id: 'g', name: 'Guard', direction: 'both' }],
      },
      {
        key: 'server',
        stable_key: 'com.acme/gateway',
        object_type: 'mcp_server',
        aispm_friendly_name: 'Gateway',
        server_name: 'com.acme/gateway',
        transport: 'streamable-http',
        url: 'https://gateway.acme.example/mcp',
        auth_type: 'none',
      },
    ],
    edges: [
      { from_key: 'agent', edge: 'mcp_servers', to_key: 'server' },
      { from_key: 'place', edge: 'mcp_servers', to_key: 'server' },
    ],
    locations: [
      {
        key: 'place',
        stable_key: 'mcp.json#gateway',
        aispm_friendly_name: 'mcp.json',
        location_type: 'config',
        file_path: 'mcp.json',
        start_line: 3,
      },
    ],
    rules: [
      {
        rule_id: 'desk-scan.todo',
        rule_name: 'To do',
        rule_description: 'Something is left to do.',
        object_types: ['agent'],
        source: 'external',
        severity: 'low',
      },
    ],
    occurrences: [{ fingerprint: 'f1', rule_id: 'desk-scan.todo', object_key: 'agent', message: 'Finish this.' }],
    ...changes,
  } as ScanDocument;
}

describe.each(DATABASES)('scans on %s', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    token = await service.key([workspace], 'ann@acme.example');
  });
  afterAll(() => service.close());

  const get = async (path: string) => {
    const { status, body } = await getJson(service, path, token);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const post = (body: unknown) =>
    service.send(`/scans${T}`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Hands a document in and waits for its end. */
  async function scan(body: ScanDocument) {
    const answer = await post(body);
    const queued = (await answer.json()) as { scan_id: string };
    expect(answer.status, JSON.stringify(queued)).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/v1/scans${T}/${queued.scan_id}`);
    for (let tries = 0; tries < 200; tries += 1) {
      const now = await get(`/scans${T}/${queued.scan_id}`);
      if (now.finished_at !== null) return now;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('The scan did not end.');
  }

  test('a first scan brings objects, relations and findings', async () => {
    const done = await scan(document());
    expect(done).toMatchObject({
      status: 'completed',
      progress: 1,
      is_current: true,
      has_ai_objects: true,
      ai_object_count: 2,
      num_detections: 2,
      num_resolutions: 0,
    });
    const { items: results } = await get(`/scans${T}/${done.scan_id}/results`);
    expect(results.map((one: any) => [one.result_kind, one.change, one.object_type])).toEqual([
      ['object', 'new', 'asset'],
      ['object', 'new', 'agent'],
      ['object', 'new', 'mcp_server'],
      ['issue', 'new', 'agent'],
      ['issue', 'new', 'mcp_server'],
    ]);
    const { items: issues } = await get(`/issues${T}`);
    expect(issues.map((one: any) => [one.rule_id, one.status, one.definitive_severity])).toEqual([
      ['mcp-server-without-auth', 'open', 'high'],
      ['desk-scan.todo', 'open', 'low'],
    ]);
    const { items: servers } = await get(`/aispm-mcp-servers${T}`);
    expect(servers[0]).toMatchObject({
      server_version: null,
      packages: [],
      agent_count: 1,
      total_issues_count: 1,
      high_issues_count: 1,
    });
    const asset = await get(`/assets${T}/${done.asset_id}`);
    const cells = Object.fromEntries(asset.header.map((name: string, index: number) => [name, asset.rows[0][index]]));
    expect(cells).toMatchObject({
      ai_object_count: 2,
      total_issues_count: 2,
      last_scan_id: done.scan_id,
      commit_sha: 'a'.repeat(40),
    });
  });

  test('the same document again changes nothing and makes another scan', async () => {
    const before = (await get(`/fine-grained-issues${T}`)).items;
    const done = await scan(document());
    const { items: results } = await get(`/scans${T}/${done.scan_id}/results`);
    expect(new Set(results.map((one: any) => one.change))).toEqual(new Set(['unchanged']));
    const after = (await get(`/fine-grained-issues${T}`)).items;
    const lasting = ({ scan_id, last_seen_at, ...rest }: any) => rest;
    expect(after.map(lasting)).toEqual(before.map(lasting));
    expect((await get(`/scans${T}?is_current=true`)).items.map((one: any) => one.scan_id)).toEqual([done.scan_id]);
  });
});
