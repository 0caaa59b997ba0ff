import { describe, expect, it } from 'vitest';
import { createClient, hasEnded, waitForExport, waitForScan } from '../src/index.ts';
import { always, inTurn, reset, withServer } from './test-server.ts';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };
const poll = { baseDelay: 1, maxDelay: 5 };
const json = (value: object, status = 200) => always(status, JSON.stringify(value));

describe('waiting for a scan', () => {
  it.each(['completed', 'failed', 'cancelled'])(
    'resolves to the %s scan, even if the service restarts',
    async (status) => {
      const listener = inTurn(
        json({ scan_id: 's1', status: 'queued' }),
        ...Array.from({ length: 4 }, () => reset),
        json({ scan_id: 's1', status: 'running' }),
        json({ scan_id: 's1', status }),
      );
      await withServer(listener, async (baseUrl, received) => {
        const reported: string[] = [];
        const client = createClient({ baseUrl, retry: { baseDelay: 1 } });
        const options = { poll, onProgress: ({ status }: { status: string }) => void reported.push(status) };
        expect(await waitForScan(client, { ...workspace, id: 's1' }, options)).toEqual({ scan_id: 's1', status });
        expect(reported).toEqual(['queued', 'running', status]);
        expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['/api/scans/tenants/t1/workspaces/w1/s1']));
      });
    },
  );

  it('requests the service to stop the scan', async () => {
    const stop = new AbortController();
    const listener = inTurn(
      json({ scan_id: 's1', status: 'running' }),
      json({ scan_id: 's1', status: 'running' }, 202),
      json({ scan_id: 's1', status: 'cancelled' }),
    );
    await withServer(listener, async (baseUrl, received) => {
      const options = { poll, stop: stop.signal, onProgress: () => stop.abort() };
      const scan = await waitForScan(createClient({ baseUrl }), { ...workspace, id: 's1' }, options);
      expect(scan.status).toBe('cancelled');
      expect(received.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    });
  });

  it('reports the id of the scan with an error', async () => {
    await withServer(always(403, '{}'), async (baseUrl) => {
      const call = waitForScan(createClient({ baseUrl }), { ...workspace, id: 's1' }, { poll });
      await expect(call).rejects.toMatchObject({ name: 'ApiError', operation: 'getScan', resourceId: 's1' });
    });
  });
});

describe('waiting for an export', () => {
  const running = { export_workflow_id: 'x1', view_id: 'v1', export_status: 'running' };

  it.each(['completed', 'failed'])('resolves to the %s export', async (export_status) => {
    await withServer(inTurn(json(running), reset, json({ ...running, export_status })), async (baseUrl, received) => {
      const params = { ...workspace, id: 'v1', export_workflow_id: 'x1' };
      const client = createClient({ baseUrl, retry: { baseDelay: 1 } });
      expect(await waitForExport(client, params, { poll })).toMatchObject({ export_status });
      expect(received[0]?.url).toBe('/api/views/v1/export/x1?tenant_id=t1&workspace_id=w1');
    });
  });

  it('reports the id of the export with an error', async () => {
    await withServer(json(running), async (baseUrl) => {
      const params = { id: 'v1', export_workflow_id: 'x1' };
      const call = waitForExport(createClient({ baseUrl }), params, { poll, maxWait: 50 });
      await expect(call).rejects.toMatchObject({ name: 'TimeoutError', resourceId: 'x1' });
    });
  });
});

describe('a status', () => {
  it.each([
    ['queued', false],
    ['running', false],
    ['completed', true],
    ['failed', true],
    ['cancelled', true],
    ['added later', false],
    ['constructor', false],
  ])('%s shows whether a job has ended: %s', (status, expected) => {
    expect(hasEnded(status)).toBe(expected);
  });
});
