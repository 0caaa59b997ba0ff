import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Bench } from 'tinybench';
import { type Call, getList, getOne, post } from './calls.ts';
import { bare, type Peer } from './peers.ts';
import { connecting } from './program.ts';
import { bundle } from './size.ts';

/** What is timed, in the order of the columns. */
export const timed = [getOne, getList, post];

/** Calls in one sample: a single one is too short for the clock. */
const BATCH = 50;
/** Rounds, in each of which every client has its turn, in another order each time; the median is what counts. */
const ROUNDS = 24;
/** Time for a client and a call in a round, in milliseconds: short, so that a busy machine slows all of them down. */
const TIME = 25;

type Calls = Record<string, () => Promise<unknown>>;

/** A `fetch` that answers these calls from memory, each with a real response. */
export function stub(calls: Call[]): typeof fetch {
  return async (input, init) => {
    const { url, method } =
      typeof input === 'object' && 'url' in input ? input : { url: String(input), method: init?.method };
    const call = calls.find(
      (it) => it.method === (method ?? 'GET') && (it.query.page_size === undefined) !== url.includes('?'),
    );
    if (!call) throw new Error(`Nobody should have asked for ${method} ${url}.`);
    return new Response(call.answer.text, {
      status: call.answer.status,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
    });
  };
}

/** Loads a program that makes the timed calls with a client through `fetch`; `root` is the folder of the generated clients. */
export async function load(peer: Peer, root: string, fetch: typeof globalThis.fetch): Promise<Calls> {
  mkdirSync(root, { recursive: true });
  const file = join(root, `${peer.name.replaceAll(/\W+/g, '-')}.speed.mjs`);
  writeFileSync(file, await bundle(connecting(peer, timed), root, false));
  const { connect } = (await import(pathToFileURL(file).href)) as { connect(baseUrl: string, fetch: unknown): Calls };
  return connect('http://127.0.0.1/api/v1', fetch);
}

/**
 * How long calls take in each client, as ratios to bare fetch in the same round.
 *
 * @param root folder of the generated clients.
 * @returns by client and then by call, in the order of `timed`; a message where a client cannot make its calls.
 */
export async function overheads(clients: Peer[], root: string): Promise<Map<Peer, number[] | string>> {
  const results = new Map<Peer, number[] | string>();
  const loaded = new Map<Peer, Calls>();
  for (const peer of [bare, ...clients]) {
    try {
      const calls = await load(peer, root, stub(timed));
      for (const { id } of timed) await calls[id]?.();
      loaded.set(peer, calls);
      results.set(peer, []);
    } catch (error) {
      results.set(peer, (error as Error).message.split('\n')[0] ?? '');
    }
  }
  for (const { id } of timed) {
    const ratios = new Map([...loaded.keys()].map((peer): [Peer, number[]] => [peer, []]));
    for (let round = 0; round < ROUNDS; round++) {
      const times = await timeAll(rotated([...loaded], round), id);
      const base = times.get(bare) ?? Number.NaN;
      for (const [peer, time] of times) ratios.get(peer)?.push(time / base);
    }
    for (const [peer, all] of ratios) (results.get(peer) as number[]).push(median(all));
  }
  return results;
}

/** Times one call in each client, one after the other; the median time of a batch, in milliseconds. */
async function timeAll(clients: [Peer, Calls][], id: string): Promise<Map<Peer, number>> {
  const bench = new Bench({ time: TIME, iterations: 5, warmupTime: TIME / 5, warmupIterations: 1 });
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
      if (!result || !('latency' in result)) throw new Error(`${peer.name}: ${id} could not be timed`);
      return [peer, result.latency.p50];
    }),
  );
}

/** The same, beginning at another place. */
function rotated<Item>(items: Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
