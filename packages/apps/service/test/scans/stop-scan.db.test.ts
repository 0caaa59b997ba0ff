/** Stops of scans, in every state: nothing of a stopped scan is applied. */
import { randomUUID } from 'node:crypto';
import {
  type Client,
  getScan,
  listModels,
  listScanResults,
  listScans,
  type Scan,
  type ScanDocument,
  stopScan,
  submitScan,
} from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { scanJob } from '../../src/domains/scans/index.ts';
import { processScan } from '../../src/domains/scans/process-scan.ts';
import { StopRequested } from '../../src/platform/jobs/job.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { claimRow } from '../jobs/queue.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const WORKSPACE = { tenantId: 'acme', workspaceId: 'main' };
const PATH = { tenant_id: 'acme', workspace_id: 'main' };
/** The time after which the contract guarantees that a stopped scan has ended. */
const DEADLINE_MS = 30_000;
const WAIT = { timeout: TIMEOUT_MS, interval: 50 };

/** Creates a scan of its own target, with one model. */
function createDocument(): ScanDocument {
  const name = randomUUID();
  const model = { object_type: 'model' as const, aispm_friendly_name: name, model_name: name, provider_name: 'test' };
  return {
    scan_type: 'code',
    target: `github.com/acme/${name}`,
    tool_name: 'desk-scan',
    tool_version: '1',
    objects: [
      { key: 'agent', stable_key: `${name}#agent`, object_type: 'agent', aispm_friendly_name: name },
      { key: 'model', stable_key: name, ...model },
    ],
    edges: [{ from_key: 'agent', edge: 'models', to_key: 'model' }],
    locations: [],
    occurrences: [],
  };
}

describeOnDatabases('a stopped scan', (kind) => {
  let service: TestService;
  let client: Client;

  beforeAll(async () => {
    // The tests are the only worker.
    service = await startService(kind, { runsWorker: false });
    client = service.client(await service.key([WORKSPACE]));
  });
  afterAll(() => service?.close());

  const submit = (document = createDocument()) => submitScan(client, { ...PATH, body: document });
  const stop = (id: string) => stopScan(client, { ...PATH, id });
  const scope = { ...WORKSPACE, userId: 'worker' };

  async function waitForEnd(id: string): Promise<Scan> {
    return vi.waitFor(async () => {
      const scan = await getScan(client, { ...PATH, id });
      expect(scan.finished_at).not.toBeNull();
      return scan;
    }, WAIT);
  }

  async function expectNothingApplied(scan: Scan): Promise<void> {
    expect(scan).toMatchObject({ status: 'cancelled', is_current: false, ai_object_count: 0, error_message: null });
    const name = scan.target.split('/').at(-1) ?? '';
    expect((await listModels(client, { ...PATH, name })).items).toEqual([]);
    expect((await listScanResults(client, { ...PATH, id: scan.scan_id })).items).toEqual([]);
  }

  /** Claims a scan, as a worker does. */
  async function claimScan(id: string) {
    const lease = await service.database.scoped(scope, (db) => claimRow(db, scanJob, { ...WORKSPACE, id }));
    const process = () =>
      service.database.scoped(scope, (session) =>
        session.transaction().execute((db) => processScan(db, scope, { scanId: id, lease })),
      );
    return { lease, process };
  }

  it('ends immediately while it is queued, and can no longer be claimed by a worker', async () => {
    const { scan_id: id } = await submit();
    const { status, data, headers } = await stopScan.result(client, { ...PATH, id });
    expect(status).toBe(202);
    expect(data).toMatchObject({ scan_id: id, status: 'queued', cancel_requested: true });
    expect(headers.get('location')).toBe(`/api/v1/scans/tenants/acme/workspaces/main/${id}`);
    expect(headers.get('retry-after')).toBe('1');
    await expectNothingApplied(await waitForEnd(id));
    await expect(claimScan(id)).rejects.toThrow('cannot be claimed');
  });

  it('is rolled back by its worker, even when it is almost done', async () => {
    const { scan_id: id } = await submit();
    const { lease, process } = await claimScan(id);
    expect(await stop(id)).toMatchObject({ status: 'running', cancel_requested: true });
    await expect(process()).rejects.toBeInstanceOf(StopRequested);
    await service.database.scoped(scope, (db) => scanJob.end(db, { ...WORKSPACE, id }, lease, { status: 'cancelled' }));
    await expectNothingApplied(await getScan(client, { ...PATH, id }));
  });

  it('does not fail when its worker fails after the stop', async () => {
    const { scan_id: id } = await submit();
    const { lease } = await claimScan(id);
    await stop(id);
    const failure = { status: 'failed', reason: 'error', message: 'It failed.' } as const;
    await service.database.scoped(scope, (db) => scanJob.end(db, { ...WORKSPACE, id }, lease, failure));
    await expectNothingApplied(await getScan(client, { ...PATH, id }));
  });

  it('ends when its worker has died', async () => {
    const { scan_id: id } = await submit();
    await claimScan(id);
    await service.database.system((db) =>
      db
        .updateTable('scans')
        .set({ lease_expires_at: sql`now() - interval '1 second'` })
        .where('scan_id', '=', id)
        .execute(),
    );
    await stop(id);
    await expectNothingApplied(await waitForEnd(id));
  });

  it('keeps the time of the first stop, and cannot be stopped after its end', async () => {
    const { scan_id: id } = await submit();
    await claimScan(id);
    const first = await stop(id);
    expect(await stop(id)).toMatchObject({ cancel_requested_at: first.cancel_requested_at });
    const key = { 'Idempotency-Key': randomUUID() };
    const keyed = await stopScan(client, { ...PATH, id, ...key });
    await service.database.system((db) =>
      db
        .updateTable('scans')
        .set({ lease_expires_at: sql`now() - interval '1 second'` })
        .where('scan_id', '=', id)
        .execute(),
    );
    await waitForEnd(id);
    await expect(stop(id)).rejects.toMatchObject({ status: 409 });
    expect(await stopScan(client, { ...PATH, id, ...key })).toEqual(keyed);
  });

  it('can be stopped neither when it has completed, nor when it does not exist', async () => {
    const { scan_id: id } = await submit();
    await (await claimScan(id)).process();
    const before = await getScan(client, { ...PATH, id });
    expect(before).toMatchObject({ status: 'completed', cancel_requested: false });
    await expect(stop(id)).rejects.toMatchObject({ status: 409 });
    expect(await getScan(client, { ...PATH, id })).toEqual(before);
    await expect(stop('unknown')).rejects.toMatchObject({ status: 404 });
  });

  it('does not change the current scan of its target or the next one', async () => {
    const document = createDocument();
    const ids: string[] = [];
    for (const version of ['1', '2', '3']) ids.push((await submit({ ...document, tool_version: version })).scan_id);
    const [current = '', stopped = '', next = ''] = ids;
    await (await claimScan(current)).process();
    await stop(stopped);
    await waitForEnd(stopped);
    const target = document.target;
    const listed = await listScans(client, { ...PATH, target, is_current: true });
    expect(listed.items.map(({ scan_id }) => scan_id)).toEqual([current]);
    await (await claimScan(next)).process();
    expect(await getScan(client, { ...PATH, id: next })).toMatchObject({ status: 'completed', is_current: true });
  });
});

describeOnDatabases('a scan that a worker processes', (kind) => {
  // The embedded database executes one transaction at a time: a stop waits for the end of the scan.
  it.skipIf(kind === 'embedded')(
    'ends within 30 seconds after a stop, and nothing is applied',
    { tags: ['nightly'] },
    async () => {
      // What happens at intervals happens only when the test says so.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const service = await startService(kind);
      const release = Promise.withResolvers<void>();
      try {
        const client = service.client(await service.key([WORKSPACE]));
        // The lock stops the worker after it has written the objects, and before it writes the relations.
        const locked = Promise.withResolvers<void>();
        const blocker = service.database.system((db) =>
          db.transaction().execute(async (transaction) => {
            await sql`LOCK TABLE edges IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
            locked.resolve();
            await release.promise;
          }),
        );
        await locked.promise;
        const { scan_id: id, target } = await submitScan(client, { ...PATH, body: createDocument() });
        await vi.waitFor(async () => {
          expect((await getScan(client, { ...PATH, id })).status).toBe('running');
        }, WAIT);
        await stopScan(client, { ...PATH, id });
        await vi.advanceTimersByTimeAsync(DEADLINE_MS);
        await expect.poll(async () => (await getScan(client, { ...PATH, id })).status).toBe('cancelled');
        release.resolve();
        await blocker;
        const { scan_id: next } = await submitScan(client, { ...PATH, body: { ...createDocument(), target } });
        // The transaction of the stopped scan holds the lock of the findings until it's rolled back.
        await vi.waitFor(async () => {
          expect((await getScan(client, { ...PATH, id: next })).status).toBe('completed');
        }, WAIT);
        const name = target.split('/').at(-1) ?? '';
        expect((await listModels(client, { ...PATH, name })).items).toEqual([]);
        expect((await getScan(client, { ...PATH, id })).status).toBe('cancelled');
      } finally {
        release.resolve();
        await service.close();
      }
    },
  );
});
