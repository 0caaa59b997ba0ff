/** Puts load on a server, and takes the time. */
import autocannon from 'autocannon';

const CONNECTIONS = 32;

/** What one slice of load found. */
export interface Slice {
  /** Answers in each second. */
  rate: number;
  p50: number;
  /** In milliseconds. */
  p99: number;
  /** Answers that were no success, and requests without one. */
  failures: number;
}

/** Sends requests in turn from many connections. */
export async function load(origin: string, token: string, paths: string[], seconds: number): Promise<Slice> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
    requests: paths.map((path) => ({ path })),
  });
  return sliceOf(result);
}

/** Reports batches from a few connections at once, each made anew. */
export async function report(
  origin: string,
  token: string,
  path: string,
  makeBody: () => string,
  seconds: number,
): Promise<Slice> {
  const result = await autocannon({
    url: origin,
    connections: 4,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests: [{ method: 'POST', path, setupRequest: (request) => ({ ...request, body: makeBody() }) }],
  });
  return sliceOf(result);
}

/** Sends one request after the other. @returns the middle time of an answer, in milliseconds */
export async function latency(url: string, token: string, times: number): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const began = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function sliceOf({ requests, latency: times, non2xx, errors, timeouts }: autocannon.Result): Slice {
  return { rate: requests.average, p50: times.p50, p99: times.p99, failures: non2xx + errors + timeouts };
}
