import { describe, expect, it } from 'vitest';
import { callAgent } from '../../src/domains/evaluations/agents/endpoint.ts';
import { OutgoingError } from '../../src/domains/evaluations/agents/outgoing-client.ts';
import { withPauses } from '../../src/domains/evaluations/agents/pausing-client.ts';
import type { Clock } from '../../src/platform/core/clock.ts';
import { serveAgent } from './local-agents.ts';

const START = Date.parse('2026-11-18T09:30:00Z');

/** A clock that passes only while someone sleeps. */
function createClock() {
  const pauses: number[] = [];
  let now = START;
  const clock: Clock = {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      pauses.push(milliseconds);
      now += milliseconds;
    },
  };
  return { clock, pauses };
}

/** Starts an agent that rejects requests before it responds. @param rejections status and `Retry-After` of each */
async function serveBusy(rejections: readonly (readonly [number, string?])[]) {
  let count = 0;
  const agent = await serveAgent((_, response) => {
    const [status, retryAfter] = rejections[count] ?? [200];
    count += 1;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(status === 200 ? '{"choices":[{"message":{"content":"Hello"}}]}' : '{}');
  });
  return Object.assign(agent, { countRequests: () => count });
}

describe('a client that pauses', () => {
  it.each<[string, [number, string?][], number[]]>([
    ['seconds', [[429, '7']], [7_000]],
    ['a date', [[429, new Date(START + 9_000).toUTCString()]], [9_000]],
    ['a date in the past', [[503, new Date(START - 9_000).toUTCString()]], []],
    ['no time', [[429], [503], [429]], [1_000, 2_000, 4_000]],
    ['something else', [[429, 'soon']], [1_000]],
    [
      'a negative number',
      [
        [429, '-5'],
        [429, '3'],
      ],
      [1_000, 3_000],
    ],
  ])('waits as long as Retry-After says with %s', async (_, rejections, expected) => {
    await using agent = await serveBusy(rejections);
    const { clock, pauses } = createClock();
    const { response } = await callAgent(withPauses(agent.client(), clock), { url: agent.url }, []);
    expect(response.text).toBe('Hello');
    expect(pauses).toEqual(expected);
  });

  it('gives up after five attempts', async () => {
    await using agent = await serveBusy(Array.from({ length: 9 }, () => [429] as const));
    const { clock, pauses } = createClock();
    const promise = callAgent(withPauses(agent.client(), clock), { url: agent.url }, []);
    await expect(promise).rejects.toThrow('The agent responded with status 429.');
    expect([agent.countRequests(), pauses]).toEqual([5, [1_000, 2_000, 4_000, 8_000]]);
  });

  it('gives up immediately if it would have to wait longer than two minutes', async () => {
    await using agent = await serveBusy([[429, '3600']]);
    const { clock, pauses } = createClock();
    const promise = withPauses(agent.client(), clock)(agent.url, {});
    await expect(promise).rejects.toEqual(
      new OutgoingError(
        'unreachable',
        'The agent responded with status 429 and asks to wait 3600 seconds; runs wait up to 120 seconds.',
      ),
    );
    expect(pauses).toEqual([]);
  });

  it('sends no other request before a pause has passed', async () => {
    await using agent = await serveBusy([[429, '7']]);
    const { clock, pauses } = createClock();
    const woken = Promise.withResolvers<void>();
    const sleepers: number[] = [];
    const outgoing = withPauses(agent.client(), {
      now: clock.now,
      sleep: async (milliseconds, signal) => {
        sleepers.push(milliseconds);
        if (sleepers.length === 2) woken.resolve();
        await woken.promise;
        await clock.sleep(Math.max(0, START + 7_000 - clock.now()), signal);
      },
    });
    const first = outgoing(agent.url, {});
    await expect.poll(() => sleepers.length).toBe(1);
    const second = outgoing(agent.url, {});
    expect(agent.countRequests()).toBe(1);
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    expect([sleepers, pauses[0]]).toEqual([[7_000, 7_000], 7_000]);
  });

  it('ends when a stop is requested during a pause', async () => {
    await using agent = await serveBusy([[429, '60']]);
    const stop = new AbortController();
    const waiting = Promise.withResolvers<void>();
    const outgoing = withPauses(agent.client(), {
      now: () => START,
      sleep: (_, signal) => {
        waiting.resolve();
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const request = outgoing(agent.url, {}, { signal: stop.signal });
    await waiting.promise;
    stop.abort(new Error('stopped'));
    await expect(request).rejects.toThrow('stopped');
    expect(agent.countRequests()).toBe(1);
  });
});
