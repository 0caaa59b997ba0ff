import { describe, expect, it, vi } from 'vitest';
import { getItem } from '../generated/fixture/operations.ts';
import { createDeprecationHooks, createLogHooks, type Deprecation } from '../src/debug.ts';
import { createClient, type Fetch, type RawResponse } from '../src/index.ts';

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

describe('createDeprecationHooks', () => {
  /** Returns what is reported of three calls whose responses have these headers. */
  async function reportsOf(headers: Record<string, string>): Promise<Deprecation[]> {
    const reports: Deprecation[] = [];
    const hooks = createDeprecationHooks((deprecation) => reports.push(deprecation));
    const client = createClient({
      baseUrl: 'http://test.invalid',
      fetch: async () => new Response('{}', { headers }),
      hooks,
    });
    for (let call = 0; call < 3; call += 1) await getItem(client, ids);
    return reports;
  }

  it('reports a deprecated operation once, with its dates', async () => {
    expect(await reportsOf({ deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' })).toEqual([
      { operation: 'getItem', since: new Date('2026-12-01'), sunset: new Date('2027-06-01') },
    ]);
  });

  it('reports nothing for other operations', async () => {
    expect(await reportsOf({ date: 'Tue, 01 Jun 2027 00:00:00 GMT' })).toEqual([]);
  });

  it.each(['true', '@', '@99999999999999', '@1e3', ''])('reports no date for the header "%s"', async (value) => {
    expect(await reportsOf({ deprecation: value, sunset: 'soon' })).toEqual([
      { operation: 'getItem', since: undefined, sunset: undefined },
    ]);
  });

  it('warns on the console by default', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    try {
      const { response } = createDeprecationHooks();
      const attempt = { operation: 'getItem', method: 'GET', url: 'http://test.invalid', number: 1 };
      const headers = new Headers({ deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' });
      await response(attempt, { status: 200, headers } as RawResponse);
      await response({ ...attempt, operation: 'other' }, {
        status: 200,
        headers: new Headers({ sunset: '' }),
      } as RawResponse);
      expect(warn.mock.calls).toEqual([
        ['The operation getItem is deprecated since 2026-12-01. It may stop working on 2027-06-01.'],
        ['The operation other is deprecated. It may stop working.'],
      ]);
    } finally {
      warn.mockRestore();
    }
  });
});
