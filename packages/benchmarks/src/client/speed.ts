import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '@aispm/testing/bundle';
import { Bench } from 'tinybench';
import { median } from '../shared/median.ts';
import { type Call, getList, getOne, post } from './measured-calls.ts';
import { ownClient, type Peer, plainFetch } from './peers.ts';
import { connectModule } from './programs.ts';

/** The calls that are timed, in the order of the columns. */
export const TIMED_CALLS = [getOne, getList, post];

/** Calls in one sample, because a single call is too short for the clock. */
const BATCH = 50;
/** Rounds. Each measures every client, in a different order; the result is the median. */
const ROUNDS = 24;
/** Time for a client and a call in a round, in milliseconds. It is short, so that other load on the machine affects all clients. */
const ROUND_TIME = 25;

type CallFunctions = Record<string, () => Promise<unknown>>;

/** Returns a `fetch` that responds to these calls from memory. */
export function stubFetch(calls: Call[]): typeof fetch {
  return async (input, init) => {
    const { url, method } =
      typeof input === 'object' && 'url' in input ? input : { url: String(input), method: init?.method };
    const call = calls.find(
      (candidate) =>
        candidate.method === (method ?? 'GET') && (candidate.query.page_size === undefined) !== url.includes('?'),
    );
    if (!call) throw new Error(`The benchmark does not expect the request ${method} ${url}.`);
    return new Response(call.response.text, {
      status: call.response.status,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
    });
  };
}

/**
 * Writes and loads a program that makes the timed calls with a client.
 *
 * @param root folder of the generated clients.
 */
export async function loadCalls(peer: Peer, root: string, fetch: typeof globalThis.fetch): Promise<CallFunctions> {
  mkdirSync(root, { recursive: true });
  const file = join(root, `${peer.name.replaceAll(/\W+/g, '-')}.speed.mjs`);
  writeFileSync(file, await bundle(connectModule(peer, TIMED_CALLS), root, { minify: false }));
  const { connect } = (await import(pathToFileURL(file).href)) as {
    connect(baseUrl: string, fetch: unknown): CallFunctions;
  };
  return connect('http://127.0.0.1/api/v1', fetch);
}

/**
 * Measures the duration of calls in each client, as ratios to `fetch` without a client in the same round.
 *
 * @param root folder of the generated clients.
 * @returns the ratios of each client, in the order of {@link TIMED_CALLS}; a message for a client whose calls fail.
 */
export async function overheads(clients: Peer[], root: string): Promise<Map<Peer, number[] | string>> {
  const results = new Map<Peer, number[] | string>();
  const loaded = new Map<Peer, CallFunctions>();
  for (const peer of [plainFetch, ...clients]) {
    try {
      const calls = await loadCalls(peer, root, stubFetch(TIMED_CALLS));
      for (const { id } of TIMED_CALLS) await calls[id]?.();
      loaded.set(peer, calls);
      results.set(peer, []);
    } catch (error) {
      results.set(peer, (error as Error).message.split('\n')[0] ?? '');
    }
  }
  for (const { id } of TIMED_CALLS) {
    const ratios = new Map([...loaded.keys()].map((peer): [Peer, number[]] => [peer, []]));
    for (let round = 0; round < ROUNDS; round++) {
      const times = await timeClients(rotate([...loaded], round), id);
      const fetchTime = times.get(plainFetch) ?? Number.NaN;
      for (const [peer, time] of times) ratios.get(peer)?.push(time / fetchTime);
    }
    for (const [peer, values] of ratios) (results.get(peer) as number[]).push(median(values));
  }
  return results;
}

/**
 * Compares the overhead of this repository's client over plain fetch with the lowest overhead of a peer that also retries failed
 * requests.
 *
 * @param speeds the results of {@link overheads}
 * @returns a sentence for each call
 */
export function describeOverheads(speeds: ReadonlyMap<Peer, number[] | string>): string[] {
  return TIMED_CALLS.map(({ id }, column) => {
    const measured = [...speeds].flatMap(([peer, ratios]) =>
      peer.retries && typeof ratios !== 'string' ? [{ peer, overhead: (ratios[column] ?? Number.NaN) - 1 }] : [],
    );
    const own = measured.find(({ peer }) => peer === ownClient);
    const [best] = measured.filter(({ peer }) => peer !== ownClient).sort((a, b) => a.overhead - b.overhead);
    if (!own || !best) return `The overhead of ${id} was not measured.`;
    const [ours, theirs] = [own.overhead, best.overhead].map((overhead) => `${(overhead * 100).toFixed(1)} %`);
    return `Overhead of ${id} beyond plain fetch: ${ours}; with ${best.peer.name}, the best peer with retries, ${theirs}.`;
  });
}

/** Measures one call in each client sequentially; returns the median time of a batch, in milliseconds. */
async function timeClients(clients: [Peer, CallFunctions][], id: string): Promise<Map<Peer, number>> {
  const bench = new Bench({ time: ROUND_TIME, iterations: 5, warmupTime: ROUND_TIME / 5, warmupIterations: 1 });
  for (const [{ name }, calls] of clients) {
    const call = calls[id] as () => Promise<unknown>;
    bench.add(name, async () => {
      for (let index = 0; index < BATCH; index++) await call();
    });
  }
  await bench.run();
  return new Map(
    clients.map(([peer]): [Peer, number] => {
      const { result } = bench.getTask(peer.name) ?? {};
      if (!result || !('latency' in result)) throw new Error(`${peer.name}: the call ${id} could not be timed.`);
      return [peer, result.latency.p50];
    }),
  );
}

/** Rotates the items. */
function rotate<Item>(items: Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
