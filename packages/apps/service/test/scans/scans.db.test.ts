/** The effects of scans on the inventory and on findings. */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import type { ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const workspace = { tenantId: 'acme', workspaceId: 'main' };
const T = '/tenants/acme/workspaces/main';

/** How long to wait for the end of a scan on a busy machine. */
const WAIT = { timeout: TIMEOUT_MS, interval: 20 };

/** Creates a code scan of a repository with an agent and an MCP server without authentication. */
function createDocument(changes: Partial<ScanDocument> = {}): ScanDocument {
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
      { from_key: 'config', edge: 'mcp_servers', to_key: 'server' },
    ],
    locations: [
      {
        key: 'config',
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

describeOnDatabases('a scan', (kind) => {
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

  /** Submits a document and waits until the scan has finished. */
  async function scan(body: ScanDocument) {
    const response = await post(body);
    const queued = (await response.json()) as { scan_id: string };
    expect(response.status, JSON.stringify(queued)).toBe(202);
    expect(response.headers.get('location')).toBe(`/api/v1/scans${T}/${queued.scan_id}`);
    return vi.waitFor(async () => {
      const current = await get(`/scans${T}/${queued.scan_id}`);
      expect(current.finished_at).not.toBeNull();
      return current;
    }, WAIT);
  }

  it('creates objects, relations and findings', async () => {
    const finished = await scan(createDocument());
    expect(finished).toMatchObject({
      status: 'completed',
      progress: 1,
      is_current: true,
      has_ai_objects: true,
      ai_object_count: 2,
      detection_count: 2,
      resolution_count: 0,
    });
    const { items: results } = await get(`/scans${T}/${finished.scan_id}/results`);
    expect(results.map((item: any) => [item.result_kind, item.change, item.object_type])).toEqual([
      ['object', 'new', 'asset'],
      ['object', 'new', 'agent'],
      ['object', 'new', 'mcp_server'],
      ['issue', 'new', 'agent'],
      ['issue', 'new', 'mcp_server'],
    ]);
    expect(results.map((item: any) => item.aispm_friendly_name)).toEqual([
      'desk',
      'Desk',
      'Gateway',
      'Desk',
      'Gateway',
    ]);
    const { items: issues } = await get(`/issues${T}`);
    expect(issues.map((item: any) => [item.rule_id, item.status, item.definitive_severity])).toEqual([
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
    const asset = await get(`/assets${T}/${finished.asset_id}`);
    const cells = Object.fromEntries(asset.header.map((name: string, index: number) => [name, asset.rows[0][index]]));
    expect(cells).toMatchObject({
      ai_object_count: 2,
      total_issues_count: 2,
      last_scan_id: finished.scan_id,
      commit_sha: 'a'.repeat(40),
    });
  });

  it('only changes the current scan when the same document is submitted again', async () => {
    const before = (await get(`/fine-grained-issues${T}`)).items;
    const finished = await scan(createDocument());
    const { items: results } = await get(`/scans${T}/${finished.scan_id}/results`);
    expect(new Set(results.map((item: any) => item.change))).toEqual(new Set(['unchanged']));
    const after = (await get(`/fine-grained-issues${T}`)).items;
    const withoutScan = ({ scan_id, last_seen_at, updated_at, ...rest }: any) => rest;
    expect(after.map(withoutScan)).toEqual(before.map(withoutScan));
    expect((await get(`/scans${T}?is_current=true`)).items.map((item: any) => item.scan_id)).toEqual([
      finished.scan_id,
    ]);
  });

  const findOccurrence = async (fingerprint: string) =>
    (await get(`/fine-grained-issues${T}`)).items.find((item: any) => item.fingerprint === fingerprint);
  const findIssue = async (rule: string) => (await get(`/issues${T}?rule_id=${rule}`)).items[0];
  const triage = async (issueId: string, body: object) => {
    const response = await service.send(`/issues${T}/${issueId}`, {
      method: 'PATCH',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as any };
  };

  it('resolves a finding that is absent, and reopens it when it returns', async () => {
    const absent = await scan(createDocument({ occurrences: [] }));
    expect(absent).toMatchObject({ detection_count: 1, resolution_count: 1 });
    expect((await get(`/scans${T}/${absent.scan_id}/results?change=absent`)).items).toHaveLength(1);
    expect(await findOccurrence('f1')).toMatchObject({ status: 'resolved', status_reason: 'not_observed' });
    const resolved = await findIssue('desk-scan.todo');
    expect(resolved).toMatchObject({
      status: 'resolved',
      status_reason: 'not_observed',
      status_changed_by: null,
      fine_grained_issue_count: 0,
      reopen_count: 0,
    });
    expect((await triage(resolved.issue_id, { status: 'open' })).status).toBe(422);

    const returned = await scan(createDocument());
    expect(
      (await get(`/scans${T}/${returned.scan_id}/results?change=updated`)).items.map((item: any) => item.result_kind),
    ).toEqual(['issue']);
    expect(await findIssue('desk-scan.todo')).toMatchObject({
      status: 'open',
      resolved_at: null,
      reopen_count: 1,
      reopened_at: expect.any(String),
    });
  });

  it('keeps suppressed occurrences, and reopens their issue for a new occurrence', async () => {
    const { issue_id } = await findIssue('desk-scan.todo');
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
    await scan(createDocument());
    expect(await findOccurrence('f1')).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    await scan(createDocument({ occurrences: [] }));
    expect(await findOccurrence('f1')).toMatchObject({ status: 'suppressed' });
    const [known] = createDocument().occurrences;
    await scan(
      createDocument({ occurrences: [known, { ...known, fingerprint: 'f2', severity: 'critical' }] as never }),
    );
    expect(await findOccurrence('f1')).toMatchObject({ status: 'suppressed' });
    expect(await findIssue('desk-scan.todo')).toMatchObject({
      status: 'open',
      status_comment: null,
      definitive_severity: 'critical',
      base_severity: 'low',
      severity_reason: 'desk-scan rates it critical.',
      critical_element_count: 1,
      fine_grained_issue_count: 2,
      total_affected_elements: 1,
    });
    // Without the new one, what is left is suppressed, and says why.
    await scan(createDocument());
    expect(await findIssue('desk-scan.todo')).toMatchObject({
      status: 'suppressed',
      status_reason: 'test_code',
      status_changed_by: null,
      definitive_severity: 'low',
      critical_element_count: 0,
      fine_grained_issue_count: 1,
    });
  });

  it('changes nothing when the scanner failed', async () => {
    const before = await get(`/fine-grained-issues${T}`);
    const current = (await get(`/scans${T}?is_current=true`)).items;
    const failed = await scan(
      createDocument({
        objects: [],
        edges: [],
        locations: [],
        rules: [],
        occurrences: [],
        error_message: 'The scanner crashed.',
      }),
    );
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: 'The scanner crashed.',
      progress: 0,
      is_current: false,
    });
    expect((await get(`/scans${T}/${failed.scan_id}/results`)).items).toEqual([]);
    expect(await get(`/fine-grained-issues${T}`)).toEqual(before);
    expect((await get(`/scans${T}?is_current=true`)).items).toEqual(current);
  });

  it('keeps the values of omitted fields, and clears those of null fields', async () => {
    const server = (fields: object) =>
      createDocument({
        objects: createDocument().objects.map((object) =>
          object.key === 'server' ? { ...object, ...fields } : object,
        ) as never,
      });
    await scan(server({ title: 'The gateway', server_version: '1.0' }));
    await scan(server({ title: null }));
    const [found] = (await get(`/aispm-mcp-servers${T}`)).items;
    expect(found).toMatchObject({ title: null, server_version: '1.0' });
  });

  it('resolves the finding of a static rule when the object meets the rule', async () => {
    const safe = createDocument({
      objects: createDocument().objects.map((object) =>
        object.key === 'server' ? { ...object, auth_type: 'oauth2' } : object,
      ) as never,
    });
    expect(await scan(safe)).toMatchObject({ resolution_count: 1 });
    expect(await findIssue('mcp-server-without-auth')).toMatchObject({
      status: 'resolved',
      status_reason: 'not_observed',
    });
  });

  it('deletes an object that no target shows, and omits it from lists', async () => {
    const { objects, edges, ...rest } = createDocument();
    await scan({ ...rest, objects: objects.filter(({ key }) => key !== 'server'), edges: [] });
    expect((await get(`/aispm-mcp-servers${T}`)).items).toEqual([]);
    const [deleted] = (await get(`/aispm-mcp-servers${T}?include_deleted=true`)).items;
    expect(deleted).toMatchObject({ lifecycle_status: 'deleted', agent_count: 0, total_issues_count: 0 });
    await scan({ ...rest, objects, edges });
    expect((await get(`/aispm-mcp-servers${T}`)).items).toMatchObject([{ lifecycle_status: 'active', agent_count: 1 }]);
  });

  it('accepts findings without an object, a location or a described rule, and regions without characters', async () => {
    const target = 'github.com/acme/bare';
    const document = {
      scan_type: 'code',
      target,
      tool_name: 'bare-scan',
      tool_version: '1',
      objects: [
        {
          key: 'repo',
          stable_key: target,
          object_type: 'asset',
          aispm_friendly_name: 'bare',
          asset_type: 'repository',
        },
      ],
      edges: [],
      locations: [
        {
          key: 'point',
          stable_key: 'a.ts#point',
          aispm_friendly_name: 'a.ts',
          location_type: 'file',
          file_path: 'a.ts',
          start_line: 1,
          end_line: 1,
          start_column: 1,
          end_column: 0,
        },
      ],
      rules: [{ rule_id: 'bare-scan.r1', object_types: [], source: 'external', severity: 'low' }],
      occurrences: [
        { fingerprint: 'nowhere', rule_id: 'bare-scan.r1', message: 'Something is wrong.' },
        { fingerprint: 'somewhere', rule_id: 'bare-scan.r1', location_key: 'point', message: 'Something is missing.' },
      ],
    } as ScanDocument;
    expect(await scan(document)).toMatchObject({ status: 'completed', detection_count: 2 });
    expect(await get(`/rules${T}/bare-scan.r1`)).toMatchObject({
      rule_name: 'bare-scan.r1',
      rule_description: 'bare-scan.r1',
    });
    const { items } = await get(`/fine-grained-issues${T}?rule_id=bare-scan.r1`);
    const byFingerprint = new Map<string, any>(items.map((item: any) => [item.fingerprint, item]));
    expect(byFingerprint.get('nowhere')).toMatchObject({ object_type: 'asset', aispm_friendly_name: 'bare' });
    expect(byFingerprint.get('nowhere').location).toBeNull();
    expect(byFingerprint.get('somewhere')).toMatchObject({
      object_type: 'location',
      location: { start_column: 1, end_column: 0 },
    });
    const unknownAsset = await post({
      ...document,
      objects: [],
      locations: [],
      occurrences: document.occurrences.slice(0, 1),
    });
    expect(unknownAsset.status).toBe(422);
    expect(Object.keys(((await unknownAsset.json()) as any).details)).toEqual(['body/occurrences/0/object_key']);
  });

  it('rejects contradictory documents with the location of each violation', async () => {
    const { edges, objects, locations, occurrences } = createDocument();
    const contradictory: [Partial<ScanDocument>, string][] = [
      [{ asset_id: 'nowhere' }, 'body/asset_id'],
      [{ edges: [...edges, { from_key: 'agent', edge: 'models', to_key: 'nothing' }] }, 'body/edges/2/to_key'],
      [{ edges: [{ from_key: 'agent', edge: 'agents', to_key: 'server' }] }, 'body/edges/0/edge'],
      [{ edges: [{ from_key: 'agent', edge: 'models', to_key: 'server' }] }, 'body/edges/0/edge'],
      [{ objects: [...objects, { ...objects[1], stable_key: 'other' }] as never }, 'body/objects/3/key'],
      [{ objects: [...objects, { ...objects[1], key: 'other' }] as never }, 'body/objects/3/stable_key'],
      [{ objects: objects.slice(1) }, 'body/locations/0/asset_key'],
      [{ locations: [{ ...locations[0], end_line: 1 }] as never }, 'body/locations/0/end_line'],
      [{ locations: [{ ...locations[0], start_column: 5, end_column: 3 }] as never }, 'body/locations/0/end_column'],
      [
        { rules: [], occurrences: [{ ...occurrences[0], rule_id: 'unknown.rule' }] as never },
        'body/occurrences/0/rule_id',
      ],
      [
        { rules: [{ ...createDocument().rules?.[0], rule_id: 'mcp-server-without-auth' }] as never },
        'body/rules/0/rule_id',
      ],
      [{ occurrences: [occurrences[0], occurrences[0]] as never }, 'body/occurrences/1/fingerprint'],
      [
        { occurrences: [{ ...occurrences[0], llm_interaction_ids: ['nowhere'] }] as never },
        'body/occurrences/0/llm_interaction_ids/0',
      ],
      [{ error_message: 'The scanner crashed.' }, 'body/objects'],
    ];
    for (const [change, location] of contradictory) {
      const response = await post(createDocument(change));
      const body = (await response.json()) as { details: object };
      expect([response.status, Object.keys(body.details)], JSON.stringify(body)).toEqual([
        422,
        expect.arrayContaining([location]),
      ]);
    }
  });

  it('processes the scans of one target in the order of submission', async () => {
    const submitted = [];
    for (let number = 0; number < 5; number += 1) {
      submitted.push(await (await post(createDocument({ tool_version: `v${number}` }))).json());
    }
    const ids = submitted.map((item: any) => item.scan_id);
    const all = () => Promise.all(ids.map((id) => get(`/scans${T}/${id}`)));
    await vi.waitFor(async () => {
      expect((await all()).every(({ finished_at }) => finished_at !== null)).toBe(true);
    }, WAIT);
    // Read again: while they ended, each was read in its own state.
    const finished = await all();
    const ends = finished.map(({ finished_at }) => Date.parse(finished_at));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(finished.map(({ is_current }) => is_current)).toEqual([false, false, false, false, true]);
  });

  it('rejects histogram windows that are reversed, in the future or too long', async () => {
    const status = async (query: string) => (await service.send(`/issue-histograms${T}?${query}`, { token })).status;
    expect(await status('start_time=2026-02-02T00:00:00Z&end_time=2026-02-01T00:00:00Z')).toBe(400);
    expect(await status('start_time=2999-02-01T00:00:00Z&end_time=2999-02-02T00:00:00Z')).toBe(400);
    expect(await status('start_time=2020-01-01T00:00:00Z&end_time=2021-12-31T00:00:00Z')).toBe(400);
    expect(await status('start_time=2020-01-01T00:00:00Z&end_time=2021-12-31T00:00:00Z&interval=week')).toBe(200);
    const leap = await get(`/issue-histograms${T}?start_time=2024-01-01T00:00:00Z&end_time=2024-12-31T23:59:59Z`);
    expect(leap.counts).toHaveLength(366);
  });
});
