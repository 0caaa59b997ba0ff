import { describe, expect, it } from 'vitest';
import { getItem } from '../generated/fixture/operations.ts';
import { createLogHooks } from '../src/debug.ts';
import { createClient, type Fetch } from '../src/index.ts';

const ids = { folder_id: 'f', item_id: 'i1' };

/** Returns the log of a call, with a fixed duration, and what the call rejects with. */
async function logOf(fetch: Fetch, token: string | (() => string) = 's3cret'): Promise<string[]> {
  const lines: string[] = [];
  const hooks = createLogHooks((line) => lines.push(line.replace(/in \d+ ms/, 'in 1 ms')));
  const headers = { 'x-key': 's3cret' };
  const client = createClient({
    baseUrl: 'http://test.invalid',
    fetch,
    token,
    headers,
    hooks,
    retry: { baseDelay: 0 },
  });
  await getItem(client, ids).catch(() => undefined);
  return lines;
}

describe('createLogHooks', () => {
  it('logs each attempt with its URL, status, duration and request id, and each retry', async () => {
    let requests = 0;
    const lines = await logOf(async () => {
      requests += 1;
      const headers = { 'x-request-id': `r${requests}`, 'retry-after': '0' };
      return new Response('{}', { status: requests === 1 ? 503 : 200, headers });
    });
    expect(lines).toEqual([
      'getItem #1: GET http://test.invalid/folders/f/items/i1',
      'getItem #1: 503 in 1 ms, request r1',
      'getItem #1: retry in 1 ms',
      'getItem #2: GET http://test.invalid/folders/f/items/i1',
      'getItem #2: 200 in 1 ms, request r2',
    ]);
  });

  it('logs errors, and never the token or a header', async () => {
    const lines = await logOf(async () => {
      throw new TypeError('fetch failed');
    });
    expect(lines[1]).toBe(
      'getItem #1: ConnectionError: getItem: no response from http://test.invalid/folders/f/items/i1 (fetch failed) in 1 ms',
    );
    expect(lines.join()).not.toContain('s3cret');
    const failed = await logOf(
      async () => new Response('{}'),
      () => {
        throw new Error('no session');
      },
    );
    expect(failed).toEqual(['getItem #1: Error: no session in 1 ms']);
  });
});
