/** Memory use of a 100 MB download, in Node.js and in Chromium. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient, download, downloadViewExport } from '@aispm/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPage } from './browser.ts';

const CHUNK = Buffer.alloc(65_536, 'id,title\n1,"One"\n');
const CHUNKS = 1_600;
const SIZE = CHUNK.length * CHUNKS;
/** Maximum growth of memory use, in bytes. Chromium reads ahead while the page waits, even with plain `fetch`. */
const MAX_GROWTH = { node: SIZE / 10, chromium: SIZE * 0.75 };
/** Number of bytes between measurements of memory use. */
const STEP = 10 * 2 ** 20;

const params = { id: 'v1', export_workflow_id: 'x1' };
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/csv',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    });
    Readable.from(Array.from({ length: CHUNKS }, () => CHUNK)).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns the median growth: single measurements count buffers that the runtime has not released yet. */
function medianGrowth([before = 0, ...measurements]: number[]): number {
  return (measurements.toSorted((a, b) => a - b)[measurements.length >> 1] ?? 0) - before;
}

/** Collects the garbage of this process, so that only memory in use is measured. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('a 100 MB download', () => {
  it('needs little memory in Node.js', async () => {
    const used = () => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const measurements = [used()];
    const response = await download(createClient({ baseUrl }), downloadViewExport, params);
    let received = 0;
    let measured = 0;
    const write = (chunk: Uint8Array) => {
      received += chunk.length;
      if (received - measured < STEP) return;
      measured = received;
      measurements.push(used());
    };
    await response.body?.pipeTo(new WritableStream({ write }));
    expect(received).toBe(SIZE);
    expect(measurements.length).toBeGreaterThan(5);
    expect(medianGrowth(measurements)).toBeLessThan(MAX_GROWTH.node);
  });

  it('needs little memory in Chromium', async () => {
    const folder = dirname(fileURLToPath(import.meta.resolve('@aispm/client')));
    await withPage(folder, async (page) => {
      const session = await page.context().newCDPSession(page);
      const measurements: number[] = [];
      await page.exposeFunction('measure', async () => {
        await session.send('HeapProfiler.collectGarbage');
        const usage = await session.send('Runtime.getHeapUsage');
        measurements.push(usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize);
      });
      const received = await page.evaluate<number>(`import('/index.js').then(async (api) => {
        const client = api.createClient({ baseUrl: ${JSON.stringify(baseUrl)} });
        await measure();
        const response = await api.download(client, api.downloadViewExport, ${JSON.stringify(params)});
        let received = 0;
        let measured = 0;
        await response.body.pipeTo(new WritableStream({
          async write(chunk) {
            received += chunk.length;
            if (received - measured < ${STEP}) return;
            measured = received;
            await measure();
          },
        }));
        return received;
      })`);
      expect(received).toBe(SIZE);
      expect(measurements.length).toBeGreaterThan(5);
      expect(medianGrowth(measurements)).toBeLessThan(MAX_GROWTH.chromium);
    });
  });
});
