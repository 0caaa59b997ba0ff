/** Puts load on a server, and measures it. */
import autocannon from 'autocannon';
import { median } from '../shared/median.ts';

const CONNECTIONS = 32;

/** The measurements of one sample of load. */
export interface Slice {
  /** Responses per second. */
  rate: number;
  p50: number;
  /** In milliseconds. */
  p99: number;
  /** Unsuccessful responses, and requests without a response. */
  failures: number;
}

/** Sends requests in rotation from many connections. */
export async function load(origin: string, token: string, paths: string[], seconds: number): Promise<Slice> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
    requests: paths.map((path) => ({ path })),
  });
  return toSlice(result);
}

/** Sends batches of interactions from a few connections, each with a new body. */
export async function report(
  origin: string,
  token: string,
  path: string,
  createBody: () => string,
  seconds: number,
): Promise<Slice> {
  const result = await autocannon({
    url: origin,
    connections: 4,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests: [{ method: 'POST', path, setupRequest: (request) => ({ ...request, body: createBody() }) }],
  });
  return toSlice(result);
}

/** Sends requests sequentially. @returns the median duration, in milliseconds */
export async function latency(url: string, token: string, times: number): Promise<number> {
  const durations: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
    durations.push(performance.now() - startedAt);
  }
  return median(durations);
}

function toSlice({ requests, latency: times, non2xx, errors, timeouts }: autocannon.Result): Slice {
  return { rate: requests.average, p50: times.p50, p99: times.p99, failures: non2xx + errors + timeouts };
}
