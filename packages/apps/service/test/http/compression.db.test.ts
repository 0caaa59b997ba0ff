/** Responses that are compressed for clients that accept it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import type { Handler } from '../../src/platform/http/operation.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const { tenantId, workspaceId } = SAMPLE_WORKSPACE;
const RULES = `/rules/tenants/${tenantId}/workspaces/${workspaceId}`;
const ENTRY = '/client-storage/users/compression/ns/entry';

/** More than a stream compresses before it passes anything on. */
const LINES = Array.from({ length: 5_000 }, () => `${randomUUID()},agent\n`);

/** Streams a file; an export that is named by a number fails after this many lines. */
const downloadViewExport: Handler<'downloadViewExport'> = async ({ path }) => ({
  status: 200,
  headers: { 'content-type': 'text/csv; charset=utf-8' },
  body: streamLines(Number(path.export_workflow_id)),
});

async function* streamLines(failsAfter: number) {
  for (const [index, line] of LINES.entries()) {
    if (index === failsAfter) throw new Error('The database was lost.');
    yield line;
  }
}

interface RawResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

describeOnDatabases('the body of a response', (kind) => {
  let service: TestService;
  let token: string;

  /** Sends a request without the decompression of `fetch`. */
  const send = async (path: string, encoding?: string, options: RequestOptions = {}): Promise<RawResponse> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    };
    const sent = request(`${service.baseUrl}${path}`, { ...options, headers }).end();
    const [response] = await once(sent, 'response');
    const chunks: Buffer[] = await response.toArray();
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
  };

  beforeAll(async () => {
    service = await startService(kind, { corsOrigins: ['https://app.example.com'] }, { downloadViewExport });
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it.each(['gzip', 'GZIP', 'br, gzip;q=0.5', '*'])('is compressed for Accept-Encoding: %s', async (encoding) => {
    const plain = await send(RULES);
    const compressed = await send(RULES, encoding);
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(compressed.bytes.length),
      'content-type': plain.headers['content-type'],
    });
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
  });

  it.each([undefined, '', 'br', 'identity', 'gzip;q=0', '*;q=0', 'gzip;q=0.5, identity'])(
    'is not compressed for Accept-Encoding: %s',
    async (encoding) => {
      const { headers, bytes } = await send(RULES, encoding);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(JSON.parse(String(bytes))).toHaveProperty('items');
    },
  );

  it('varies by Accept-Encoding whether compressed or not, and still by origin', async () => {
    for (const encoding of ['gzip', 'identity']) {
      expect((await send(RULES, encoding)).headers.vary).toBe('Origin, Accept-Encoding');
    }
  });

  it('is not compressed when it is small', async () => {
    const { status, headers, bytes } = await send(`${RULES}/none`, 'gzip');
    expect([status, JSON.parse(String(bytes)).code]).toEqual([404, 404]);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers.vary).toBe('Origin');
  });

  it('is compressed when it is a large error', async () => {
    const query = Array.from({ length: 40 }, (_, index) => `unknown_parameter_${index}=1`).join('&');
    const { status, headers, bytes } = await send(`${RULES}?${query}`, 'gzip');
    expect([status, headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(JSON.parse(String(gunzipSync(bytes)))).toMatchObject({ code: 400, reason: 'unknown_parameter' });
  });

  it('is not compressed when it has an entity tag, which conditions compare', async () => {
    const body = JSON.stringify({ value: { text: 'x'.repeat(10_000) } });
    const init = { method: 'PUT', token, body, headers: { 'content-type': 'application/json' } };
    expect((await service.send(ENTRY, init)).status).toBe(201);
    const { headers, bytes } = await send(ENTRY, 'gzip');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(String(bytes)).value.text).toHaveLength(10_000);
    const ifMatch = { ...init, headers: { ...init.headers, 'if-match': headers.etag ?? '' } };
    expect((await service.send(ENTRY, ifMatch)).status).toBe(200);
  });

  it('has the same headers with HEAD', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const { headers: get } = await send(RULES, encoding);
      const { headers: head, bytes } = await send(RULES, encoding, { method: 'HEAD' });
      expect(bytes).toHaveLength(0);
      for (const name of ['content-encoding', 'content-length', 'content-type', 'vary'] as const) {
        expect(head[name]).toBe(get[name]);
      }
    }
  });

  it('is compressed while it streams', async () => {
    const { headers, bytes } = await send('/views/v/export/e/download?format=csv', 'gzip');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
    expect(String(gunzipSync(bytes))).toBe(LINES.join(''));
    const head = await send('/views/v/export/e/download?format=csv', 'gzip', { method: 'HEAD' });
    expect(head.headers['content-encoding']).toBe('gzip');
  });

  it.each(['gzip', 'identity'])('does not end normally if its stream fails (%s)', async (encoding) => {
    await expect(send('/views/v/export/4000/download', encoding)).rejects.toThrow('aborted');
    // The service continues.
    expect((await send(RULES, encoding)).status).toBe(200);
  });

  it('is a readable error if its stream fails before anything was sent', async () => {
    const { status, headers, bytes } = await send('/views/v/export/10/download', 'gzip');
    expect(status).toBe(500);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(String(bytes))).toMatchObject({ code: 500, reason: 'internal_error' });
  });
});
