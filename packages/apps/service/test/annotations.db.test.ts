/** Labels and owners: those of scans, and those that users set. */
import type { ObjectUpdate, ObjectUpdateItem, ObjectUpdateOutcome, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

  /** Scans one object of each of some types, by default an agent. */
  const scan = (reported: Record<string, unknown>, ...types: (typeof TYPES)[number][]) => {
    const objects = (types.length === 0 ? [TYPES[0]] : types).map(({ type, fields }) => ({
      key: type,
      stable_key: `o-${type}`,
      object_type: type,
      aispm_friendly_name: 'O',
      ...fields,
      ...reported,
    }));
    const document = {
      scan_type: 'code',
      trigger: 'api',
      target: 'github.com/acme/o',
      tool_name: 'scanner',
      tool_version: '1',
      objects,
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

  describe('changed in a batch', () => {
    /** Scans one object of each type. @returns their identifiers, in the order of {@link TYPES} */
    const scanAll = async (reported: Record<string, unknown>) => {
      await scan(reported, ...TYPES);
      return Promise.all(TYPES.map(async ({ path }) => (await read(path)).aispm_object_id as string));
    };
    const update = async (updates: ObjectUpdateItem[]): Promise<ObjectUpdateOutcome> => {
      const { tenantId } = workspace.scope;
      const response = await service.send(`/aispm-objects/tenants/${tenantId}/workspaces/main`, {
        method: 'PATCH',
        token,
        body: JSON.stringify({ updates }),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(200);
      return response.json() as Promise<ObjectUpdateOutcome>;
    };
    const readAll = () =>
      Promise.all(
        TYPES.map(async ({ path }) => {
          const { labels, owners } = await read(path);
          return { labels, owners };
        }),
      );
    const numbered = (prefix: string, length: number) => Array.from({ length }, (_, index) => `${prefix}${index}`);

    it('are set on objects of all types, with the entity tags of the new versions', async () => {
      const ids = await scanAll({ labels: { team: 'a', tier: '1' }, owners: ['a', 'b'] });
      const change = { labels: { team: null, zone: 'eu' }, remove_owners: ['a'], add_owners: ['c', 'b'] };
      const { results, ...counts } = await update(ids.map((aispm_object_id) => ({ aispm_object_id, ...change })));
      expect(counts).toEqual({ updated_count: 4, rejected_count: 0 });
      expect(await readAll()).toEqual(TYPES.map(() => ({ labels: { tier: '1', zone: 'eu' }, owners: ['b', 'c'] })));
      for (const [index, { path }] of TYPES.entries()) {
        const { tenantId } = workspace.scope;
        const read = await service.send(`/${path}/tenants/${tenantId}/workspaces/main/${ids[index]}`, { token });
        expect(results[index]).toEqual({
          index,
          aispm_object_id: ids[index],
          status: 'updated',
          etag: read.headers.get('etag'),
        });
      }
    });

    it('are changed independently: the others stay as they are, with the reason', async () => {
      const [agent = '', model = '', tool = '', server = ''] = await scanAll({ owners: ['a'] });
      const { results, ...counts } = await update([
        { aispm_object_id: 'none', owners: [] },
        { aispm_object_id: agent, owners: ['new'], if_match: '"stale"' },
        { aispm_object_id: agent, owners: ['second'] },
        { aispm_object_id: model, labels: { a: 'x' }, add_owners: numbered('o', 50) },
        { aispm_object_id: tool, labels: { a: '\0' }, add_owners: ['b'] },
        { aispm_object_id: server, owners: [] },
      ]);
      expect(counts).toEqual({ updated_count: 1, rejected_count: 5 });
      expect(results.map(({ error }) => [error?.code, error?.reason, Object.keys(error?.details ?? {})])).toEqual([
        [404, 'not_found', []],
        [412, 'precondition_failed', []],
        [422, 'duplicate_key', ['body/updates/2/aispm_object_id']],
        [422, 'limit_exceeded', ['body/updates/3/add_owners']],
        [400, 'invalid_body', ['body/updates/4/labels/a']],
        [undefined, undefined, []],
      ]);
      const unchanged = { labels: {}, owners: ['a'] };
      expect(await readAll()).toEqual([unchanged, unchanged, unchanged, { labels: {}, owners: [] }]);
    });

    it('follow the scans unless an owner was added or removed', async () => {
      const [agent = '', model = ''] = await scanAll({ owners: ['a'] });
      await update([
        { aispm_object_id: agent, remove_owners: ['nobody'], add_owners: ['a'] },
        { aispm_object_id: model, remove_owners: ['a'] },
      ]);
      await scanAll({ owners: ['b'] });
      expect((await readAll()).map(({ owners }) => owners)).toEqual([['b'], [], ['b'], ['b']]);
    });

    it('are in the log of changes, once for each object with other values', async () => {
      const [agent = '', model = '', tool = ''] = await scanAll({ labels: { a: 'x' }, owners: ['a'] });
      const readLog = async () => {
        const { rows } = await workspace.read((db) =>
          sql<{ subject_id: string; object_type: string; changed_fields: string[] }>`
            SELECT subject_id, object_type, changed_fields FROM changes
            WHERE tenant_id = ${workspace.scope.tenantId} ORDER BY position`.execute(db),
        );
        return rows;
      };
      const before = (await readLog()).length;
      await update([
        { aispm_object_id: agent, labels: { a: 'y' }, add_owners: ['b'] },
        { aispm_object_id: model, labels: { a: 'x' }, owners: ['a'] },
        { aispm_object_id: tool, remove_owners: ['a'] },
        { aispm_object_id: tool, owners: ['late'] },
      ]);
      expect((await readLog()).slice(before).toSorted((a, b) => (a.object_type < b.object_type ? -1 : 1))).toEqual([
        { subject_id: agent, object_type: 'agent', changed_fields: ['labels', 'owners'] },
        { subject_id: tool, object_type: 'tool', changed_fields: ['owners'] },
      ]);
    });

    it('do not reach objects of other workspaces', async () => {
      const [agent = ''] = await scanAll({});
      workspace = await ScannedWorkspace.create(service.database, `tenant-${++count}`);
      token = await service.key([workspace.scope]);
      const { results } = await update([{ aispm_object_id: agent, owners: ['x'] }]);
      expect(results).toMatchObject([{ status: 'rejected', error: { code: 404, reason: 'not_found' } }]);
    });

    it('are all there after two batches in opposite orders at the same time', async () => {
      const ids = await scanAll({});
      const batch = (owner: string, order: readonly string[]) =>
        update(order.map((aispm_object_id) => ({ aispm_object_id, add_owners: [owner] })));
      await Promise.all(
        numbered('owner-', 8).map((owner, index) => batch(owner, index % 2 === 0 ? ids : ids.toReversed())),
      );
      for (const { owners } of await readAll()) expect(owners.toSorted()).toEqual(numbered('owner-', 8));
    });
  });
});
