/** With state, every write of the contract has one entry in the audit log, and so has each read of message content. */
import { createMock } from '@aispm/mock';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sendSample } from './sample.ts';
import { BASE, ORIGIN, operations } from './support.ts';

type Entry = Record<string, unknown>;

const WORKSPACE = { tenant_id: 'halden-freight', workspace_id: 'production' };
const SCOPE = `tenants/${WORKSPACE.tenant_id}/workspaces/${WORKSPACE.workspace_id}`;
const mock = await createMock({ stateful: true });
const writes = operations.filter(({ method }) => method.toLowerCase() !== 'get');

beforeEach(async () => {
  await mock.fetch(`${ORIGIN}/__mock/reset`, { method: 'POST' });
});

async function call(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return mock.fetch(`${BASE}/${path}`, { headers: { authorization: 'Bearer me', ...headers } });
}

async function listEntries(): Promise<Entry[]> {
  const response = await call(`audit-entries/${SCOPE}?page_size=100`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: Entry[] }).items;
}

/** Returns the entries that an action adds, newest first. */
async function record(action: () => Promise<unknown>): Promise<Entry[]> {
  const before = (await listEntries()).length;
  await action();
  const after = await listEntries();
  return after.slice(0, after.length - before);
}

it.each(writes.map((operation) => [operation.iid ?? '', operation] as const))(
  '%s has one entry when it succeeds, and none when it is rejected',
  async (action, operation) => {
    let status = 0;
    const added = await record(async () => {
      ({ status } = await sendSample(mock, operation, 'me'));
    });
    const entry = { kind: 'write', action, source: 'api', failure_reason: null, count: 1 };
    expect(added).toEqual(status < 300 ? [expect.objectContaining(entry)] : []);
  },
);

it('most sample writes succeed', async () => {
  const statuses: number[] = [];
  for (const operation of writes) statuses.push((await sendSample(mock, operation, 'me')).status);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(writes.length / 2);
});

it('a read of message content has an entry with its request, and no other read has one', async () => {
  const { items } = (await (await call(`aispm-llm-interactions/${SCOPE}`)).json()) as { items: Entry[] };
  const id = String(items[0]?.llm_interaction_id);
  const path = `aispm-llm-interactions/${SCOPE}/${id}`;
  expect(await record(() => call(path))).toEqual([]);
  const headers = { 'x-request-id': 'reads-content' };
  expect(await record(() => call(`${path}?include_content=true`, headers))).toMatchObject([
    { kind: 'content_read', action: 'getLlmInteraction', object_ids: [id], request_id: 'reads-content' },
  ]);
});

it('a request that is repeated with the same Idempotency-Key has one entry', async () => {
  const operation = operations.find(({ iid }) => iid === 'createView');
  const [example] = operation?.request?.body?.contents?.[0]?.examples ?? [];
  const send = () =>
    mock.fetch(`${BASE}/views`, {
      method: 'POST',
      headers: { authorization: 'Bearer me', 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify(example && 'value' in example ? example.value : {}),
    });
  const added = await record(async () => {
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
  });
  expect(added).toMatchObject([{ action: 'createView', object_ids: [expect.any(String)] }]);
});

it('entries of the same millisecond are listed newest first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { authorization: 'Bearer me', 'content-type': 'application/json' };
  const created: string[] = [];
  for (let number = 0; number < 10; number += 1) {
    const body = JSON.stringify({ name: `Scanner ${number}`, access: 'write', workspaces: [WORKSPACE] });
    const response = await mock.fetch(`${BASE}/api-keys`, { method: 'POST', headers, body });
    created.unshift(((await response.json()) as { id: string }).id);
  }
  expect((await listEntries()).slice(0, 10).map(({ object_ids }) => object_ids)).toEqual(created.map((id) => [id]));
});

it('an entry can be read, and contains the created record and the API key of the request', async () => {
  const body = { name: 'Scanner', access: 'admin', workspaces: [WORKSPACE] };
  const post = (path: string, token: string, content: object) =>
    mock.fetch(`${BASE}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
  const key = (await (await post('api-keys', 'me', body)).json()) as { id: string; secret: string; user_id: string };
  const created = (await (await post('api-keys', key.secret, body)).json()) as { id: string };
  const [newest, first] = await listEntries();
  expect(first).toMatchObject({ action: 'createApiKey', object_ids: [key.id], api_key_id: null });
  expect(newest).toMatchObject({ object_ids: [created.id], api_key_id: key.id, user_id: key.user_id });
  const read = await call(`audit-entries/${SCOPE}/${newest?.audit_entry_id}`);
  expect(await read.json()).toEqual(newest);
  expect(JSON.stringify(await listEntries())).not.toContain(key.secret);
});
