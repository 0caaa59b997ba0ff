/** With state, the log of changes tells what requests, scans and jobs have changed. */
import { createMock } from '@aispm/mock';
import type { Change } from '@aispm/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE, ORIGIN, operations } from './support.ts';

type Json = Record<string, unknown>;

const mock = await createMock({ stateful: true, now: false });
const T = '/tenants/halden-freight/workspaces/production';
const START = Date.parse('2026-11-20T12:00:00Z');
/** The last change of the examples. */
const LAST = '0000000000000012';

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const response = await mock.fetch(`${BASE}${path}`, {
    method,
    headers: { authorization: 'Bearer me', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

async function send(method: string, path: string, body?: unknown): Promise<Json> {
  const response = await call(method, path, body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
}

/** Lists the changes after one. */
async function listAfter(after: string): Promise<Change[]> {
  return (await send('GET', `/changes${T}?page_size=100&after=${after}`)).items as Change[];
}

/** Lets the jobs of the examples end. @returns the last change */
async function endJobs(): Promise<string> {
  for (const list of [`/scans${T}`, `/eval/evaluation-runs${T}`, '/views']) await send('GET', list);
  later(10);
  return String((await listAfter(LAST)).at(-1)?.change_id);
}

/** Returns the first record of a list. */
async function first(list: string): Promise<Json> {
  return ((await send('GET', `${list}${T}?page_size=1`)).items as Json[])[0] as Json;
}

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

/** Returns the document of the example, which finds what is known, with another tool of its agent that breaks a rule. */
function createScan(): Json {
  const operation = operations.find(({ iid }) => iid === 'submitScan');
  const [example] = operation?.request?.body?.contents?.[0]?.examples ?? [];
  const document = (example && 'value' in example ? example.value : {}) as { objects: Json[]; edges: Json[] };
  const names = { key: 'tool', stable_key: 'tool', aispm_friendly_name: 'New', tool_name: 'new' };
  const tool = { ...names, object_type: 'tool', tool_source: 'function', tool_kind: 'tool' };
  const rule = {
    rule_id: 'acme.new',
    rule_name: 'New rule',
    severity: 'high',
    object_types: ['tool'],
    source: 'external',
  };
  return {
    ...document,
    objects: [...document.objects, tool],
    edges: [...document.edges, { from_key: 'triage', edge: 'tools', to_key: 'tool' }],
    rules: [rule],
    occurrences: [{ rule_id: 'acme.new', fingerprint: 'new', object_key: 'tool', message: 'It is new.' }],
  };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
  await mock.fetch(`${ORIGIN}/__mock/reset`, { method: 'POST' });
});
afterEach(() => void vi.useRealTimers());

describe('the log of changes', () => {
  it('starts with the changes of the examples', async () => {
    expect(await listAfter(LAST)).toEqual([]);
    expect(await listAfter('0000000000000010')).toMatchObject([{ kind: 'scan_ended' }, { kind: 'export_ended' }]);
  });

  it('has labels and owners that a request changes, with the name that the object has now', async () => {
    const { aispm_object_id: id, aispm_friendly_name: name } = await first('/aispm-agents');
    await send('PATCH', `/aispm-agents${T}/${id}`, { labels: { team: 'red' }, owners: ['ann'] });
    await send('PATCH', `/aispm-agents${T}/${id}`, { labels: { team: 'red' } });
    expect(await listAfter(LAST)).toEqual([
      {
        change_id: '0000000000000013',
        occurred_at: '2026-11-20T12:00:00.000Z',
        kind: 'object_changed',
        subject_id: id,
        subject_name: name,
        object_type: 'agent',
        edge: null,
        target_id: null,
        target_name: null,
        definitive_severity: null,
        status: null,
        changed_fields: ['labels', 'owners'],
        scan_id: null,
      },
    ]);
    mock.data.agents.update(String(id), { aispm_friendly_name: 'Renamed' });
    expect(await listAfter(LAST)).toMatchObject([
      { subject_name: 'Renamed' },
      { subject_name: 'Renamed', changed_fields: ['aispm_friendly_name'] },
    ]);
  });

  it('has each object that a batch changes, and none that it rejects', async () => {
    const { aispm_object_id: id } = await first('/aispm-models');
    const labels = { team: 'red' };
    await send('PATCH', `/aispm-objects${T}`, {
      updates: [
        { aispm_object_id: id, labels },
        { aispm_object_id: 'unknown', labels },
      ],
    });
    expect(await listAfter(LAST)).toMatchObject([{ kind: 'object_changed', subject_id: id, object_type: 'model' }]);
  });

  it('has issues that are assigned, begun and resolved', async () => {
    const { issue_id: id } = await first('/issues');
    for (const update of [{ assignee: 'ann' }, { status: 'in_progress' }, { status: 'resolved' }])
      await send('PATCH', `/issues${T}/${id}`, update);
    const changes = await listAfter(LAST);
    expect(changes).toMatchObject([
      { kind: 'issue_changed', subject_id: id, status: 'open', changed_fields: ['assignee'] },
      { kind: 'issue_changed', subject_id: id, status: 'in_progress' },
      {
        kind: 'issue_resolved',
        subject_id: id,
        status: 'resolved',
        changed_fields: expect.arrayContaining(['status']),
      },
    ]);
    expect(new Set(changes.map(({ definitive_severity }) => definitive_severity))).toEqual(new Set(['critical']));
  });

  it('has what a scan finds, before its end', async () => {
    const before = await endJobs();
    const document = createScan();
    const { scan_id } = await send('POST', `/scans${T}`, document);
    expect(await listAfter(before)).toEqual([]);
    later(10);
    const changes = await listAfter(before);
    expect(new Set(changes.map((change) => change.scan_id))).toEqual(new Set([scan_id]));
    expect(changes.at(-1)).toMatchObject({ kind: 'scan_ended', subject_id: scan_id, status: 'completed' });
    const found = changes.map(({ kind, subject_name, target_name }) => [kind, subject_name, target_name]);
    expect(new Set(found)).toEqual(
      new Set([
        ['object_appeared', 'New', null],
        ['relation_appeared', 'Claims Triage', 'New'],
        ['issue_opened', 'New rule', null],
        ['scan_ended', document.target, null],
      ]),
    );
    expect(found).toHaveLength(4);
    const last = String(changes.at(-1)?.change_id);
    const again = await send('POST', `/scans${T}`, document);
    later(10);
    expect((await listAfter(last)).map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
      ['scan_ended', again.scan_id],
    ]);
  });

  it('has runs and exports that end', async () => {
    const before = await endJobs();
    const { id } = await first('/eval/agent-evaluations');
    const { id: run } = await send('POST', `/eval/agent-evaluations${T}/${id}/run`);
    const [view] = (await send('GET', '/views')).items as Json[];
    const { export_workflow_id } = await send('POST', `/views/${view?.id}/export`);
    later(10);
    const changes = await listAfter(before);
    const ended = changes.map(({ kind, subject_id, status, subject_name }) => ({
      ...{ kind, subject_id, status, subject_name },
    }));
    expect(ended).toContainEqual({
      kind: 'run_ended',
      subject_id: run,
      status: 'completed',
      subject_name: expect.any(String),
    });
    expect(ended).toContainEqual({
      kind: 'export_ended',
      subject_id: export_workflow_id,
      status: 'completed',
      subject_name: view?.name,
    });
    later(10);
    expect(await listAfter(String(changes.at(-1)?.change_id))).toEqual([]);
  });

  it('has objects and relations that a test adds and removes', async () => {
    await listAfter(LAST);
    const agent = mock.data.agents.create({ aispm_friendly_name: 'Late' });
    const appeared = await listAfter(LAST);
    expect(appeared).toContainEqual(expect.objectContaining({ kind: 'object_appeared', subject_name: 'Late' }));
    mock.data.agents.delete(agent.aispm_object_id);
    expect(await listAfter(String(appeared.at(-1)?.change_id))).toMatchObject([
      { kind: 'object_disappeared', subject_id: agent.aispm_object_id, subject_name: null },
    ]);
  });

  it('belongs to one workspace and one token', async () => {
    const { issue_id: id } = await first('/issues');
    await send('PATCH', `/issues${T}/${id}`, { assignee: 'ann' });
    const other = await mock.fetch(`${BASE}/changes/tenants/halden-freight/workspaces/staging?after=${LAST}`, {
      headers: { authorization: 'Bearer me' },
    });
    expect(((await other.json()) as Json).items).toEqual([]);
    const stranger = await mock.fetch(`${BASE}/changes${T}?after=${LAST}`, {
      headers: { authorization: 'Bearer other' },
    });
    expect(((await stranger.json()) as Json).items).toEqual([]);
  });

  it('survives a snapshot', async () => {
    const { issue_id: id } = await first('/issues');
    await send('PATCH', `/issues${T}/${id}`, { assignee: 'ann' });
    const changes = await listAfter(LAST);
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    mock.reset();
    mock.restore(snapshot);
    expect(await listAfter(LAST)).toEqual(changes);
    await send('PATCH', `/issues${T}/${id}`, { assignee: 'bob' });
    expect(await listAfter('0000000000000013')).toMatchObject([{ change_id: '0000000000000014' }]);
  });

  it('says what it no longer has, and rejects a change that it has never had', async () => {
    const list = (query: string) => call('GET', `/changes${T}?page_size=1&${query}`);
    const gone = { status: 410, body: { code: 410, reason: 'changes_removed' } };
    expect(await list('after=0000000000000013')).toMatchObject(gone);
    expect(await list('since=2026-01-01T00:00:00Z')).toMatchObject({ status: 200 });
    // The log keeps the last thousand changes, and those of the examples.
    const lists = await Promise.all(
      ['/aispm-agents', '/aispm-models', '/aispm-tools', '/aispm-mcp-servers'].map((path) => send('GET', path + T)),
    );
    const ids = lists.flatMap(({ items }) => (items as Json[]).map(({ aispm_object_id }) => aispm_object_id));
    const change = (some: readonly unknown[], number: string) =>
      send('PATCH', `/aispm-objects${T}`, {
        updates: some.map((aispm_object_id) => ({ aispm_object_id, labels: { number } })),
      });
    const rounds = Math.ceil(1_001 / ids.length);
    for (let number = 1; number <= rounds; number += 1) await change(ids, String(number));
    later(1);
    await change(ids.slice(0, 1), 'last');
    // The first change after those of the examples is gone.
    const last = 12 + rounds * ids.length + 1;
    const toId = (position: number) => String(position).padStart(16, '0');
    expect(await list(`after=${toId(13)}`)).toMatchObject(gone);
    expect(await list(`after=${toId(last - 1_001)}`)).toMatchObject(gone);
    expect(await list('since=2026-01-01T00:00:00Z')).toMatchObject(gone);
    expect(await list('since=2026-11-20T12:00:01Z')).toMatchObject({ body: { items: [{ change_id: toId(last) }] } });
    expect(await list(`after=${toId(last - 1_000)}`)).toMatchObject({
      body: { items: [{ change_id: toId(last - 999) }] },
    });
    const webhook = '01a1e3c9-52d0-7f4b-9a6e-0c3d81b7e254';
    const replay = (since: string) => call('POST', `/webhooks${T}/${webhook}/replay`, { since });
    expect(await replay('2026-01-01T00:00:00Z')).toMatchObject(gone);
    expect(await replay('2026-11-20T12:00:01Z')).toMatchObject({ status: 200 });
  });
});
