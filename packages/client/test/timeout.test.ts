import { afterEach, describe, expect, it, vi } from 'vitest';
import { getItem } from '../generated/fixture/operations.ts';
import { createClient, type Fetch, isConnectionError, isTimeoutError, TimeoutError } from '../src/index.ts';
import { always, hang, withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('timeouts', () => {
  it('end an attempt with a TimeoutError', async () => {
    await withServer(hang, async (baseUrl) => {
      const error = await getItem(createClient({ baseUrl, timeout: 60, retry: false }), ids).catch((error) => error);
      expect(error).toBeInstanceOf(TimeoutError);
      expect(isTimeoutError(error)).toBe(true);
      expect(isConnectionError(error)).toBe(false);
      expect(error).toMatchObject({
        operation: 'getItem',
        message: `getItem: no response from ${baseUrl}/folders/f/items/i1 (timeout)`,
      });
    });
  });

  it('end an attempt while the body is received', async () => {
    const fetch: Fetch = async (_, { signal }) => {
      const start = (controller: ReadableStreamDefaultController) => {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }));
    };
    const call = getItem(createClient({ baseUrl: 'http://test.invalid', fetch }), ids, { timeout: 60, retry: false });
    await expect(call).rejects.toThrow(/^getItem: incomplete response from .+ \(timeout\)$/);
  });

  it('apply to each attempt, and the total timeout to all attempts and delays', async () => {
    vi.useFakeTimers();
    const start = Date.now();
    const sent: number[] = [];
    const fetch: Fetch = () => {
      sent.push(Date.now() - start);
      return new Promise(() => undefined);
    };
    const retry = { maxRetries: 50, baseDelay: 100, maxDelay: 100 };
    const client = createClient({ baseUrl: 'http://test.invalid', fetch, timeout: 400, totalTimeout: 1_300, retry });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const ended = getItem(client, ids).catch((error) => [error.name, Date.now() - start]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await ended).toEqual(['TimeoutError', 1_300]);
    expect(sent).toEqual([0, 500, 1_000]);
  });

  it('end the call with its last response when the next attempt would be too late', async () => {
    await withServer(always(503, '', { 'retry-after': '20' }), async (baseUrl, received) => {
      const call = getItem(createClient({ baseUrl, totalTimeout: 5000 }), ids);
      await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, retryAfter: 20 });
      expect(received).toHaveLength(1);
    });
  });

  it('may be Infinity, for no limit', async () => {
    await withServer(always(200, item), async (baseUrl) => {
      const client = createClient({ baseUrl, timeout: Infinity, totalTimeout: Infinity });
      expect(await getItem(client, ids)).toEqual(JSON.parse(item));
    });
  });

  it('of the client apply if those of the call are undefined', async () => {
    await withServer(hang, async (baseUrl) => {
      const client = createClient({ baseUrl, timeout: 60, retry: false });
      const call = getItem(client, ids, { timeout: undefined, retry: undefined, totalTimeout: undefined });
      await expect(call).rejects.toBeInstanceOf(TimeoutError);
    });
  });

  it.each([Number.NaN, -1, '5' as unknown as number])(
    'and numbers of retries must be numbers of at least 0, not %j',
    async (value) => {
      const fetch = vi.fn<Fetch>();
      const baseUrl = 'http://test.invalid';
      const numbers = ['maxRetries', 'baseDelay', 'maxDelay'].map(
        (name) => [name, { retry: { [name]: value } }] as const,
      );
      for (const [name, options] of [
        ['timeout', { timeout: value }],
        ['totalTimeout', { totalTimeout: value }],
        ...numbers,
      ] as const) {
        const message = `${name} must not be "${value}"`;
        expect(() => createClient({ baseUrl, fetch, ...options })).toThrow(new TypeError(`createClient: ${message}`));
        const call = getItem(createClient({ baseUrl, fetch }), ids, options);
        await expect(call).rejects.toThrow(new TypeError(`getItem: ${message}`));
      }
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('differ from AbortSignal.timeout, whose reason the call rejects with unchanged', async () => {
    await withServer(hang, async (baseUrl) => {
      const error = await getItem(createClient({ baseUrl }), ids, { signal: AbortSignal.timeout(60) }).catch(
        (reason) => reason,
      );
      expect(error).toBeInstanceOf(DOMException);
      expect(error.name).toBe('TimeoutError');
      expect(isTimeoutError(error)).toBe(false);
    });
  });

  it('do not depend on the system clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const busy: Fetch = async () => {
      vi.setSystemTime(Date.now() + 3_600_000);
      return new Response(null, { status: 503, headers: { 'retry-after': '0' } });
    };
    const fetch = inTurnOf(busy, async () => new Response(item));
    const client = createClient({ baseUrl: 'http://test.invalid', fetch, totalTimeout: 60_000 });
    expect(await getItem(client, ids)).toEqual(JSON.parse(item));
  });

  it('end the call with its last response when a hook takes longer than the call may', async () => {
    vi.useFakeTimers();
    const warnings = vi.spyOn(process, 'emitWarning');
    const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 503 }));
    const retry = async () => void (await vi.advanceTimersByTimeAsync(2_000));
    const options = { totalTimeout: 1_000, retry: { baseDelay: 1 }, hooks: { retry } };
    const call = getItem(createClient({ baseUrl: 'http://test.invalid', fetch, ...options }), ids);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503 });
    expect(fetch).toHaveBeenCalledOnce();
    expect(warnings).not.toHaveBeenCalled();
  });
});

/** Returns a `fetch` that is each of these in turn. */
function inTurnOf(...sends: Fetch[]): Fetch {
  return (url, init) => (sends.length > 1 ? (sends.shift() as Fetch) : (sends[0] as Fetch))(url, init);
}
