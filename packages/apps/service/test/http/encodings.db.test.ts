/** Request bodies with a content encoding. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { DEFAULT_MAX_BODY_BYTES, OPERATIONS } from '../../src/platform/contract/contract.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const ENTRY = '/client-storage/users/encodings/ns/entry';
const TEXT = JSON.stringify({ value: { theme: 'dark' } });
const [MIB, GIB] = [1024 ** 2, 1024 ** 3];

/** Returns as much gzip as expands to a number of bytes, in equal members. */
function createBomb(bytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(16 * MIB));
  return Buffer.concat(Array.from({ length: bytes / (16 * MIB) }, () => member));
}

describeOnDatabases('a request body', (kind) => {
  let service: TestService;
  let token: string;

  const put = async (body: string | Uint8Array, encoding?: string, path = ENTRY, method = 'PUT') => {
    const response = await service.send(path, {
      method,
      token,
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...(encoding !== undefined && { 'content-encoding': encoding }) },
    });
    return { status: response.status, body: await response.json() };
  };

  beforeAll(async () => {
    service = await startService(kind);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it.each(['gzip', 'GZIP', 'x-gzip', 'identity, gzip'])('is decompressed (%s)', async (encoding) => {
    const { status, body } = await put(gzipSync(TEXT), encoding);
    expect(status).toBeLessThan(300);
    expect(body).toMatchObject(JSON.parse(TEXT));
  });

  it.each([undefined, '', 'identity', 'Identity'])('can have no encoding (%s)', async (encoding) => {
    expect((await put(TEXT, encoding)).status).toBeLessThan(300);
  });

  it.each([
    ['br', brotliCompressSync(TEXT)],
    ['gzip, gzip', gzipSync(gzipSync(TEXT))],
    ['deflate', gzipSync(TEXT)],
    ['constructor', gzipSync(TEXT)],
  ])('with another encoding gets 415 (%s)', async (encoding, bytes) => {
    expect(await put(bytes, encoding)).toEqual({
      status: 415,
      body: {
        code: 415,
        reason: 'unsupported_content_encoding',
        message: expect.stringContaining('gzip'),
        details: { 'header/Content-Encoding': `must be gzip or identity, got ${encoding}` },
      },
    });
  });

  it.each([
    ['text', Buffer.from(TEXT)],
    ['an incomplete body', gzipSync(TEXT).subarray(0, -9)],
    [
      'a wrong checksum',
      Buffer.from(gzipSync(TEXT).map((byte, index, all) => (index === all.length - 8 ? ~byte : byte))),
    ],
  ])('that is not gzip gets 400: %s', async (_, bytes) => {
    const rejected = {
      status: 400,
      body: { code: 400, reason: 'malformed_gzip', message: expect.stringContaining('gzip') },
    };
    expect(await put(bytes, 'gzip')).toEqual(rejected);
  });

  it('with JSON that is not compressed correctly is described as JSON', async () => {
    expect(await put(gzipSync('{"value":'), 'gzip')).toMatchObject({ status: 400, body: { reason: 'malformed_json' } });
    expect(await put(gzipSync(''), 'gzip')).toMatchObject({ status: 400, body: { reason: 'invalid_body' } });
  });

  it('is limited by its decompressed size', async () => {
    const fill = (size: number) => gzipSync(`${' '.repeat(size - TEXT.length)}${TEXT}`);
    expect((await put(fill(DEFAULT_MAX_BODY_BYTES), 'gzip')).status).toBeLessThan(300);
    expect(await put(fill(DEFAULT_MAX_BODY_BYTES + 1), 'gzip')).toEqual({
      status: 413,
      body: { code: 413, reason: 'body_too_large', message: 'The body is larger than 1 MiB. Send a smaller one.' },
    });
  });

  it('has the limit of its operation', async () => {
    const limits = new Map(
      [...OPERATIONS.values()].map(({ operationId, maxBodyBytes }) => [operationId, maxBodyBytes]),
    );
    expect(limits.get('submitScan')).toBe(32 * MIB);
    expect(limits.get('createView')).toBe(MIB);
    const path = `/scans/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
    const bytes = gzipSync(`${' '.repeat(32 * MIB - 2)}{}`);
    expect(await put(bytes, 'gzip', path, 'POST')).toMatchObject({ status: 400, body: { reason: 'invalid_body' } });
    expect(await put(gzipSync(`${' '.repeat(32 * MIB - 1)}{}`), 'gzip', path, 'POST')).toMatchObject({ status: 413 });
  });

  it('that expands to gigabytes is rejected', async () => {
    const bomb = createBomb(GIB / 2);
    expect(bomb.byteLength).toBeLessThan(DEFAULT_MAX_BODY_BYTES);
    const responses = await Promise.all(Array.from({ length: 20 }, () => put(bomb, 'gzip')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([413]));
  });

  it('of empty gzip members is rejected when it is larger than the limit', async () => {
    const member = gzipSync('');
    const count = Math.ceil(DEFAULT_MAX_BODY_BYTES / member.byteLength) + 1;
    const response = await put(Buffer.concat(Array.from({ length: count }, () => member)), 'gzip');
    expect(response).toMatchObject({ status: 413, body: { reason: 'body_too_large' } });
  });
});
