/** What scans do to the inventory and to findings. */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import type { ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from './databases/databases.ts';
import { getJson, startService, type TestService } from './service.ts';
import { until } from './until.ts';

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
    const now = () => get(`/scans${T}/${queued.scan_id}`);
    await until(async () => (await now()).finished_at !== null);
    return now();
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

  const occurrence = async (fingerprint: string) =>
    (await get(`/fine-grained-issues${T}`)).items.find((one: any) => one.fingerprint === fingerprint);
  const issueOf = async (rule: string) => (await get(`/issues${T}?rule_id=${rule}`)).items[0];
  const triage = async (issueId: string, body: object) => {
    const answer = await service.send(`/issues${T}/${issueId}`, {
      method: 'PATCH',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };

  test('what is not seen any more is resolved, and opens when it is seen again', async () => {
    const gone = await scan(document({ occurrences: [] }));
    expect(gone).toMatchObject({ num_detections: 1, num_resolutions: 1 });
    expect((await get(`/scans${T}/${gone.scan_id}/results?change=absent`)).items).toHaveLength(1);
    expect(await occurrence('f1')).toMatchObject({ status: 'resolved', status_reason: 'not_observed' });
    const resolved = await issueOf('desk-scan.todo');
    expect(resolved).toMatchObject({
      status: 'resolved',
      status_reason: 'not_observed',
      status_changed_by: null,
      fine_grained_issue_count: 0,
      reopen_count: 0,
    });
    expect((await triage(resolved.issue_id, { status: 'open' })).status).toBe(422);

    const back = await scan(document());
    expect(
      (await get(`/scans${T}/${back.scan_id}/results?change=updated`)).items.map((one: any) => one.result_kind),
    ).toEqual(['issue']);
    expect(await issueOf('desk-scan.todo')).toMatchObject({
      status: 'open',
      resolved_at: null,
      reopen_count: 1,
      reopened_at: expect.any(String),
    });
  });

  test('a suppressed occurrence stays so, and a new one opens the issue', async () => {
    const { issue_id } = await issueOf('desk-scan.todo');
    expect((await triage(issue_id, { status: 'suppressed' })).body.details).toHaveProperty('body/status_reason');
    const suppressed = await triage(issue_id, {
      status: 'suppressed',
      status_reason: 'test_code',
      status_comment: 'Only tests.',
    });
    expect(suppressed).toMatchObject({
      status: 200,
      body: { status: 'suppressed', status_changed_by: 'ann@acme.example', status_comment: 'Only tests.' },
    });
    await scan(document());
    expect(await occurrence('f1')).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    await scan(document({ occurrences: [] }));
    expect(await occurrence('f1')).toMatchObject({ status: 'suppressed' });
    const [known] = document().occurrences;
    await scan(document({ occurrences: [known, { ...known, fingerprint: 'f2', severity: 'critical' }] as never }));
    expect(await occurrence('f1')).toMatchObject({ status: 'suppressed' });
    expect(await issueOf('desk-scan.todo')).toMatchObject({
      status: 'open',
      status_comment: null,
      definitive_severity: 'critical',
      base_severity: 'low',
      severity_reason: 'desk-scan rates it critical.',
      critical_element_count: 1,
      fine_grained_issue_count: 2,
      total_affected_elements: 1,
    });
  });

  test('a failed scan changes nothing and stays the one that failed', async () => {
    const before = await get(`/fine-grained-issues${T}`);
    const current = (await get(`/scans${T}?is_current=true`)).items;
    const failed = await scan(
      document({ objects: [], edges: [], locations: [], rules: [], occurrences: [], error_message: 'It broke.' }),
    );
    expect(failed).toMatchObject({ status: 'failed', error_message: 'It broke.', progress: 0, is_current: false });
    expect((await get(`/scans${T}/${failed.scan_id}/results`)).items).toEqual([]);
    expect(await get(`/fine-grained-issues${T}`)).toEqual(before);
    expect((await get(`/scans${T}?is_current=true`)).items).toEqual(current);
  });

  test('what is left out keeps its value, and null says that there is nothing', async () => {
    const server = (fields: object) =>
      document({
        objects: document().objects.map((one) => (one.key === 'server' ? { ...one, ...fields } : one)) as never,
      });
    await scan(server({ title: 'The gateway', server_version: '1.0' }));
    await scan(server({ title: null }));
    const [found] = (await get(`/aispm-mcp-servers${T}`)).items;
    expect(found).toMatchObject({ title: null, server_version: '1.0' });
  });

  test("the service's own rules follow the graph: a server that asks for credentials is put right", async () => {
    const safe = document({
      objects: document().objects.map((one) => (one.key === 'server' ? { ...one, auth_type: 'oauth2' } : one)) as never,
    });
    expect(await scan(safe)).toMatchObject({ num_resolutions: 1 });
    expect(await issueOf('mcp-server-without-auth')).toMatchObject({
      status: 'resolved',
      status_reason: 'not_observed',
    });
  });

  test('an object that no target shows is deleted, and lists leave it out', async () => {
    const { objects, edges, ...rest } = document();
    await scan({ ...rest, objects: objects.filter(({ key }) => key !== 'server'), edges: [] });
    expect((await get(`/aispm-mcp-servers${T}`)).items).toEqual([]);
    const [gone] = (await get(`/aispm-mcp-servers${T}?include_deleted=true`)).items;
    expect(gone).toMatchObject({ lifecycle_status: 'deleted', agent_count: 0, total_issues_count: 0 });
    await scan({ ...rest, objects, edges });
    expect((await get(`/aispm-mcp-servers${T}`)).items).toMatchObject([{ lifecycle_status: 'active', agent_count: 1 }]);
  });

  test('documents that contradict themselves are refused, place by place', async () => {
    const { edges, objects, locations, occurrences } = document();
    const wrong: [Partial<ScanDocument>, string][] = [
      [{ asset_id: 'nowhere' }, 'body/asset_id'],
      [{ edges: [...edges, { from_key: 'agent', edge: 'models', to_key: 'nothing' }] }, 'body/edges/2/to_key'],
      [{ edges: [{ from_key: 'agent', edge: 'agents', to_key: 'server' }] }, 'body/edges/0/edge'],
      [{ edges: [{ from_key: 'agent', edge: 'models', to_key: 'server' }] }, 'body/edges/0/edge'],
      [{ objects: [...objects, { ...objects[1], stable_key: 'other' }] as never }, 'body/objects/3/key'],
      [{ objects: [...objects, { ...objects[1], key: 'other' }] as never }, 'body/objects/3/stable_key'],
      [{ objects: objects.slice(1) }, 'body/locations/0/asset_key'],
      [{ locations: [{ ...locations[0], end_line: 1 }] as never }, 'body/locations/0/end_line'],
      [
        { rules: [], occurrences: [{ ...occurrences[0], rule_id: 'unknown.rule' }] as never },
        'body/occurrences/0/rule_id',
      ],
      [{ rules: [{ ...document().rules?.[0], rule_id: 'mcp-server-without-auth' }] as never }, 'body/rules/0/rule_id'],
      [{ occurrences: [occurrences[0], occurrences[0]] as never }, 'body/occurrences/1/fingerprint'],
      [
        { occurrences: [{ ...occurrences[0], llm_interaction_ids: ['nowhere'] }] as never },
        'body/occurrences/0/llm_interaction_ids/0',
      ],
      [{ error_message: 'It broke.' }, 'body/objects'],
    ];
    for (const [change, place] of wrong) {
      const answer = await post(document(change));
      const body = (await answer.json()) as { details: object };
      expect([answer.status, Object.keys(body.details)], JSON.stringify(body)).toEqual([
        422,
        expect.arrayContaining([place]),
      ]);
    }
  });

  test('scans of one target are processed in the order in which they came', async () => {
    const answers = [];
    for (let number = 0; number < 5; number += 1) {
      answers.push(await (await post(document({ tool_version: `v${number}` }))).json());
    }
    const ids = answers.map((one: any) => one.scan_id);
    const all = () => Promise.all(ids.map((id) => get(`/scans${T}/${id}`)));
    await until(async () => (await all()).every(({ finished_at }) => finished_at !== null));
    const done = await all();
    const ends = done.map(({ finished_at }) => Date.parse(finished_at));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(done.map(({ is_current }) => is_current)).toEqual([false, false, false, false, true]);
  });

  test('the histogram refuses windows that are reversed, ahead or too long', async () => {
    const status = async (query: string) => (await service.send(`/issue-histograms${T}?${query}`, { token })).status;
    expect(await status('start_time=2026-02-02T00:00:00Z&end_time=2026-02-01T00:00:00Z')).toBe(400);
    expect(await status('start_time=2999-02-01T00:00:00Z&end_time=2999-02-02T00:00:00Z')).toBe(400);
    expect(await status('start_time=2020-01-01T00:00:00Z&end_time=2021-12-31T00:00:00Z')).toBe(400);
    expect(await status('start_time=2020-01-01T00:00:00Z&end_time=2021-12-31T00:00:00Z&interval=week')).toBe(200);
    const leap = await get(`/issue-histograms${T}?start_time=2024-01-01T00:00:00Z&end_time=2024-12-31T23:59:59Z`);
    expect(leap.counts).toHaveLength(366);
  });
});
