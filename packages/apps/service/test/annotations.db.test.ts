/** Labels and owners: those of scans, and those that users set. */
import type { ObjectUpdate, ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from './databases/databases.ts';
import { ScannedWorkspace } from './histories/scanned-workspace.ts';
import { getJson, startService, type TestService } from './service.ts';

/** Each object type with the path of its records, and the fields that its scanned objects require. */
const TYPES = [
  { type: 'agent', path: 'aispm-agents', fields: {} },
  { type: 'model', path: 'aispm-models', fields: { model_name: 'm', provider_name: 'p' } },
  { type: 'tool', path: 'aispm-tools', fields: { tool_name: 't', tool_source: 'code', tool_kind: 'function' } },
  {
    type: 'mcp_server',
    path: 'aispm-mcp-servers',
    fields: { server_name: 'com.acme/s', transport: 'stdio', auth_type: 'none' },
  },
] as const;

describeOnDatabases('labels and owners', (kind) => {
  let service: TestService;
  let workspace: ScannedWorkspace;
  let token: string;
  let minute = 0;

  beforeAll(async () => {
    service = await startService(kind, { runsWorker: false });
  });
  afterAll(() => service.close());

  let count = 0;
  beforeEach(async () => {
    workspace = await ScannedWorkspace.create(service.database, `tenant-${++count}`);
    token = await service.key([workspace.scope]);
  });

  /** Scans one object. */
  const scan = (reported: Record<string, unknown>, { type, fields }: (typeof TYPES)[number] = TYPES[0]) => {
    const object = { key: 'o', stable_key: `o-${type}`, object_type: type, aispm_friendly_name: 'O', ...fields };
    const document = {
      scan_type: 'code',
      trigger: 'api',
      target: 'github.com/acme/o',
      tool_name: 'scanner',
      tool_version: '1',
      objects: [{ ...object, ...reported }],
      edges: [],
      locations: [],
      occurrences: [],
    } as unknown as ScanDocument;
    const now = new Date(Date.UTC(2026, 10, 1, 0, minute++)).toISOString();
    return workspace.scan(document, now);
  };
  const list = (path: string, query = '') =>
    getJson(service, `/${path}/tenants/${workspace.scope.tenantId}/workspaces/main${query}`, token);
  const read = async (path = 'aispm-agents') => (await list(path)).body.items[0];
  const patch = async (change: ObjectUpdate, headers: Record<string, string> = {}, path = 'aispm-agents') => {
    const { aispm_object_id: id } = await read(path);
    return service.send(`/${path}/tenants/${workspace.scope.tenantId}/workspaces/main/${id}`, {
      method: 'PATCH',
      token,
      body: JSON.stringify(change),
      headers: { 'content-type': 'application/json', ...headers },
    });
  };

  it.each(TYPES)('set by a user survive a scan that reports others, for $path', async (type) => {
    await scan({ labels: { team: 'scanned', tier: '1' }, owners: ['scanner@acme.example'] }, type);
    const changed = await patch({ labels: { team: 'mine' }, owners: ['me@acme.example'] }, {}, type.path);
    expect([changed.status, await changed.json()]).toEqual([
      200,
      expect.objectContaining({ labels: { team: 'mine', tier: '1' }, owners: ['me@acme.example'] }),
    ]);
    await scan({ labels: { team: 'rescanned', tier: '2', zone: 'eu' }, owners: ['other@acme.example'] }, type);
    expect(await read(type.path)).toMatchObject({
      labels: { team: 'mine', tier: '2', zone: 'eu' },
      owners: ['me@acme.example'],
    });
  });

  it('follow the scans if no user has changed them', async () => {
    await scan({ labels: { team: 'a', tier: '1' }, owners: ['a@acme.example'] });
    await patch({ labels: { reviewed: 'yes' } });
    await scan({ labels: { team: 'b' }, owners: ['b@acme.example'] });
    expect(await read()).toMatchObject({ labels: { reviewed: 'yes', team: 'b' }, owners: ['b@acme.example'] });
  });

  it('stay removed once a user has removed them', async () => {
    await scan({ labels: { team: 'a', tier: '1' } });
    await patch({ labels: { team: null } });
    await scan({ labels: { team: 'b', tier: '1' } });
    expect((await read()).labels).toEqual({ tier: '1' });
    await patch({ labels: { mine: 'x' } });
    await patch({ labels: { mine: null }, owners: [] });
    await scan({ labels: { mine: 'of the scanner' }, owners: ['scanner@acme.example'] });
    expect(await read()).toMatchObject({ labels: {}, owners: [] });
  });

  it('can be set again after they were removed', async () => {
    await scan({ labels: { team: 'a' } });
    await patch({ labels: { team: null } });
    await patch({ labels: { team: 'c' } });
    expect((await read()).labels).toEqual({ team: 'c' });
  });

  it('are not affected by the removal of a label that never existed', async () => {
    await scan({});
    await patch({ labels: { team: null } });
    await scan({ labels: { team: 'a' } });
    expect((await read()).labels).toEqual({ team: 'a' });
  });

  it('keep their entity tag when a scan reports the same values', async () => {
    await scan({ labels: { team: 'a' } });
    const get = async () => {
      const { aispm_object_id: id } = await read();
      return service.send(`/aispm-agents/tenants/${workspace.scope.tenantId}/workspaces/main/${id}`, { token });
    };
    const before = (await get()).headers.get('etag') ?? '';
    await scan({ labels: { team: 'a' } });
    expect((await get()).headers.get('etag')).toBe(before);
    const changed = await patch({ labels: { team: 'b' } }, { 'if-match': before });
    expect(changed.status).toBe(200);
    expect((await get()).headers.get('etag')).toBe(changed.headers.get('etag'));
    const rejected = await patch({ labels: { team: 'c' } }, { 'if-match': before });
    expect([rejected.status, (await read()).labels]).toEqual([412, { team: 'b' }]);
    expect((await patch({ labels: { team: 'c' } }, { 'if-match': '*' })).status).toBe(200);
  });

  it('are limited to 100 labels', async () => {
    const labels = (prefix: string, length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`${prefix}${index}`, 'x']));
    await scan({ labels: labels('scanned', 60) });
    expect((await patch({ labels: labels('own', 40) })).status).toBe(200);
    const rejected = await patch({ labels: { another: 'x' } });
    expect([rejected.status, await rejected.json()]).toEqual([
      422,
      expect.objectContaining({ details: { 'body/labels': expect.stringContaining('101') } }),
    ]);
    // A scan that reports more doesn't displace those of a user.
    await scan({ labels: labels('scanned', 100) });
    const { labels: present } = await read();
    expect([Object.keys(present).length, present]).toEqual([100, expect.objectContaining(labels('own', 40))]);
  });

  it('filter objects by owner, whether a user or a scan set the owner', async () => {
    await scan({ owners: ['a@acme.example'] });
    await patch({ owners: ['b@acme.example'] });
    expect((await list('aispm-agents', '?owner=b@acme.example')).body.items).toHaveLength(1);
    expect((await list('aispm-agents', '?owner=a@acme.example')).body.items).toEqual([]);
  });

  it('affect the rules: an owner set by a user counts as an owner', async () => {
    await scan({ owners: [] });
    const issues = async () =>
      (await list('issues', '?rule_id=agent-without-owner')).body.items.map((item: { status: string }) => item.status);
    expect(await issues()).toEqual(['open']);
    await patch({ owners: ['me@acme.example'] });
    await scan({ owners: [] });
    expect(await issues()).toEqual(['resolved']);
  });
});
