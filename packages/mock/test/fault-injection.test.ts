import { createMock, type MockOptions } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { createOutcomes, parseChaos } from '../dist/requests/fault-injection.js';
import { BASE, expectDelay, expectError, listExamples, ORIGIN, operations, paths, send, TOKEN } from './support.ts';

/** The status of a response, or a dropped connection. */
type Outcome = number | 'dropped';

/** Returns the outcomes of sequential requests to a mock. */
async function outcomes(options: MockOptions, count: number, path = paths.rules, headers = {}): Promise<Outcome[]> {
  const mock = await createMock(options);
  const seen: Outcome[] = [];
  for (let i = 0; i < count; i++) {
    const response = await mock.fetch(`${BASE}${path}`, { headers: { ...TOKEN, ...headers } }).catch((error) => error);
    seen.push(response instanceof TypeError ? 'dropped' : response.status);
  }
  return seen;
}

const share = (seen: Outcome[], outcome: Outcome) =>
  seen.filter((candidate) => candidate === outcome).length / seen.length;

/** Returns the latencies of 1,000 requests in milliseconds, shortest first. */
function latencies(chaos: string): number[] {
  const [operation] = operations;
  const created = createOutcomes();
  if (!operation) throw new Error('The contract has no operations.');
  const list = Array.from({ length: 1_000 }, () => created.next(operation, parseChaos(chaos), 'x').latencyMs);
  return list.sort((a, b) => a - b);
}

describe('an error rate', () => {
  it('produces errors that clients retry', async () => {
    const seen = await outcomes({ chaos: 'error=30%', seed: 'x' }, 400);
    expect(new Set(seen)).toEqual(new Set([200, 429, 500, 503]));
    expect(share(seen, 200)).toBeCloseTo(0.7, 1);
    expect(share(seen, 429)).toBeGreaterThan(0.1);
  });

  it('injects the selected errors, with their example and Retry-After', async () => {
    const response = await send(paths.rules, { headers: { prefer: 'chaos="error=1 code=429"' } });
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await expectError(response, 429)).toEqual(Object.values(listExamples(paths.rules, 'get', '429'))[0]);
  });

  it('applies after 401 and 400 for an invalid preference', async () => {
    const mock = await createMock({ chaos: 'error=1' });
    await expectError(await mock.fetch(`${BASE}${paths.rules}`), 401);
    const headers = { ...TOKEN, prefer: 'code=418' };
    await expectError(await mock.fetch(`${BASE}${paths.rules}`, { headers }), 400);
  });

  it('does not affect preferred statuses, health checks and preflights', async () => {
    const mock = await createMock({ chaos: 'error=1, drop=0' });
    const getStatus = async (url: string, init: RequestInit) => (await mock.fetch(url, init)).status;
    expect(await getStatus(`${BASE}${paths.rules}`, { headers: { ...TOKEN, prefer: 'code=200' } })).toBe(200);
    expect(await getStatus(`${ORIGIN}/healthz`, {})).toBe(200);
    const preflight = { origin: 'http://ui.test', 'access-control-request-method': 'GET' };
    expect(await getStatus(`${BASE}${paths.rules}`, { method: 'OPTIONS', headers: preflight })).toBe(204);
  });

  it('does not change stored records', async () => {
    const mock = await createMock({ stateful: true });
    const put = (prefer: string) =>
      mock.fetch(`${BASE}/client-storage/users/portal/settings/x`, {
        method: 'PUT',
        body: '{"value":{}}',
        headers: { ...TOKEN, 'content-type': 'application/json', prefer },
      });
    expect((await put('chaos="error=1"')).status).toBeGreaterThan(400);
    expect((await put('')).status).toBe(201);
  });
});

describe('a drop rate', () => {
  it('makes fetch reject with network errors', async () => {
    expect(share(await outcomes({ chaos: 'drop=.25', seed: 'y' }, 400), 'dropped')).toBeCloseTo(0.25, 1);
    const mock = await createMock({ chaos: 'drop=1' });
    await expect(mock.fetch(`${BASE}${paths.rules}`, { headers: TOKEN })).rejects.toThrow(TypeError);
  });

  it('closes the socket without sending a response', async () => {
    const running = await (await createMock({ chaos: 'drop=1' })).listen({ port: 0 });
    const error = await fetch(`${running.url}${paths.rules}`, { headers: TOKEN }).catch((reason) => reason);
    await running.close();
    expect(error).toBeInstanceOf(TypeError);
    expect(error.cause.code).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
  });
});

describe('latency', () => {
  it('delays responses', async () => {
    await expectDelay((signal) => send(paths.rules, { headers: { prefer: 'chaos="latency=20000"' }, signal }));
  });

  it('is fixed, in a range, or distributed by percentiles', () => {
    expect(new Set(latencies('latency=60'))).toEqual(new Set([60]));
    const range = latencies('latency=20..200');
    expect([range[0], range.at(-1)].map((ms) => Math.round(Number(ms) / 10))).toEqual([2, 20]);
    expect(Math.abs(Number(range[500]) - 110)).toBeLessThan(15);
    const tail = latencies('latency=p50:100/p90:200/p99:2000');
    const near = (share: number, ms: number) => expect(Math.abs(Number(tail[share * 1_000]) - ms)).toBeLessThan(ms / 5);
    near(0.25, 50);
    near(0.5, 100);
    near(0.75, 162);
    expect(tail.at(-1)).toBeGreaterThan(1_500);
  });
});

describe('chaos', () => {
  it('for one operation replaces the latency for all operations', async () => {
    const chaos = ['error=1, code=500', 'listRules:error=1, code=429', 'getRule:off'];
    expect(await outcomes({ chaos }, 2)).toEqual([429, 429]);
    expect(await outcomes({ chaos }, 2, paths.rule('r1'))).toEqual([200, 200]);
    expect(await outcomes({ chaos }, 2, paths.asset('a1'))).toEqual([500, 500]);
  });

  it('for one request, in the header or the query, replaces both', async () => {
    const chaos = 'drop=1';
    expect(await outcomes({ chaos }, 1, paths.rules, { prefer: 'chaos=off' })).toEqual([200]);
    expect(await outcomes({ chaos }, 1, `${paths.rules}?__chaos=error=1,code=500`)).toEqual([500]);
  });
});

describe('a seed', () => {
  it('repeats the outcomes for each request and operation', async () => {
    const chaos = 'error=30%, drop=20%';
    const run = await outcomes({ chaos, seed: 'one' }, 40);
    expect(await outcomes({ chaos, seed: 'one' }, 40)).toEqual(run);
    expect(await outcomes({ chaos, seed: 'two' }, 40)).not.toEqual(run);
    expect(await outcomes({ chaos, seed: 'one' }, 40, paths.rule('r1'))).not.toEqual(run);
    expect(await outcomes({ chaos }, 40)).not.toEqual(await outcomes({ chaos }, 40));
    expect(await outcomes({}, 40, paths.rules, { prefer: `chaos="${chaos}", seed=one` })).toEqual(run);
  });
});

describe('invalid chaos', () => {
  it.each([
    ['eror=1', /"eror" is not a known fault/],
    ['error=2', /"error" must be a share/],
    ['error', /"error" must be a share/],
    ['drop=-1', /"drop" must be a share/],
    ['latency=fast', /"latency" must be milliseconds/],
    ['latency=400..100', /increasing/],
    ['latency=p50:100/p40:200', /increasing/],
    ['latency=99999', /up to 30000/],
    ['code=200', /"code" must be statuses of errors/],
    ['', /contains no fault/],
  ])('results in 400 with the syntax: %j', async (text, reason) => {
    const { message } = await expectError(await send(paths.rules, { headers: { prefer: `chaos="${text}"` } }), 400);
    expect(message).toMatch(/error=<rate>, code=<status\|status>, latency=.*drop=<rate>, or off/);
    expect(message).toMatch(reason);
    await expect(createMock({ chaos: text })).rejects.toThrow(reason);
  });

  it('results in 400 with the possible errors if it selects another one', async () => {
    const { message } = await expectError(await send(`${paths.rules}?__chaos=code=418`), 400);
    expect(message).toMatch(
      /__chaos must be limited to errors that listRules can return: 400, 401, 403.*got "code=418"/,
    );
    await expect(createMock({ chaos: 'listRules:code=418' })).rejects.toThrow(
      /418 is not a possible error, only 400, 401/,
    );
  });

  it('is rejected at startup if it contains an unknown operation', async () => {
    await expect(createMock({ chaos: 'lstRules:error=1' })).rejects.toThrow(/no operation "lstRules"; .*listRules/);
  });
});
