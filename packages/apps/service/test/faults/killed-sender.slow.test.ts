/**
 * The process that sends events is killed: the next one sends everything that no receiver has accepted.
 *
 * @module-tag nightly
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, createWebhook, getScan, submitScan } from '@aispm/client';
import type { ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { persistentDatabase } from './persistent-database.ts';
import { type Program, serveProgram } from './program.ts';

const PATH = { tenant_id: 't1', workspace_id: 'w1' };
const MODELS = 50;

const createDocument = (count: number): ScanDocument => ({
  scan_type: 'code',
  target: 'github.com/acme/desk',
  tool_name: 'desk-scan',
  tool_version: '1',
  objects: Array.from({ length: count }, (_, index) => ({
    key: `m${index}`,
    stable_key: `test/m${index}`,
    object_type: 'model' as const,
    aispm_friendly_name: `Model ${index}`,
    model_name: `m${index}`,
    provider_name: 'test',
  })),
  edges: [],
  locations: [],
  occurrences: [],
});

describeOnDatabases('a process that is killed while it sends events', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-killed-sender-'));
  const running: Program[] = [];
  afterAll(async () => {
    await Promise.all(running.map((program) => program.end('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses no event, and keeps the order of each object', async () => {
    const persistent = await persistentDatabase(kind, folder, 'data');
    const receiver = await startReceiver();
    const serve = async (): Promise<Client> => {
      const program = await serveProgram({ ...persistent.settings, OUTGOING_HOSTS: '127.0.0.1:*' });
      running.push(program);
      return createClient({ baseUrl: program.baseUrl, token: persistent.token });
    };
    const scan = async (client: Client, count: number) => {
      const { scan_id: id } = await submitScan(client, { ...PATH, body: createDocument(count) });
      await vi.waitUntil(async () => (await getScan(client, { ...PATH, id })).finished_at !== null, {
        timeout: TIMEOUT_MS,
      });
    };
    /** Identifiers of the events that were accepted, in their order, and the object and kind of each. */
    const accepted = new Map<string, { object: unknown; type: string }>();
    let limit = 10;
    receiver.respond = ({ headers, event }) => {
      // Afterwards, the receiver hangs, as if it had crashed too.
      if (accepted.size >= limit) return new Promise<number>(() => {});
      const id = String(headers['webhook-id']);
      if (!accepted.has(id)) accepted.set(id, { object: event.data.object_id, type: event.type });
      return 204;
    };

    const first = await serve();
    const kinds = ['object.appeared', 'object.disappeared'] as const;
    await createWebhook(first, { ...PATH, body: { name: 'Store', url: receiver.url, kinds: [...kinds] } });
    await scan(first, MODELS);
    await scan(first, 0);
    await scan(first, MODELS);
    await vi.waitUntil(() => receiver.received.length > limit, { timeout: TIMEOUT_MS });
    await running.at(-1)?.end('SIGKILL');
    expect(accepted.size).toBe(10);

    // Instead of waiting for it.
    const database = persistent.open();
    await database.system((db) => sql`UPDATE webhooks SET lease_expires_at = now()`.execute(db));
    await database.close();
    limit = Number.POSITIVE_INFINITY;
    await serve();
    await vi.waitUntil(() => accepted.size === 3 * MODELS, { timeout: TIMEOUT_MS });
    const byObject = Map.groupBy(accepted.values(), ({ object }) => object);
    expect(byObject.size).toBe(MODELS);
    for (const events of byObject.values()) {
      expect(events.map(({ type }) => type)).toEqual(['object.appeared', 'object.disappeared', 'object.appeared']);
    }
    await receiver.close();
  });
});
