/** The mock and the service reject generated wrong requests alike, apart from the differences that a document lists. */
import { readFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { createValidRequest, operations } from '@aispm/contract-tests/operations';
import { createMock, type RunningMock } from '@aispm/mock';
import { currentTier, sampleByHash } from '@aispm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoServer, startService } from './service-process.ts';
import { ACCEPTED_KEY, generateWrongRequests, type WrongRequest } from './wrong-requests.ts';

/** How many requests per operation have several mistakes. */
const COMBINATIONS = 6;
/** The share of the requests that `npm run test:long` sends. */
const ONE_IN = 12;

const ALL = generateWrongRequests(COMBINATIONS);

/** A row of the document. */
interface KnownDifference {
  /** Matches names of requests; `*` stands for any text. */
  requests: RegExp;
  service: string;
  mock: string;
}

const KNOWN = readKnownDifferences();

let service: DemoServer;
let mock: RunningMock;

beforeAll(async () => {
  service = await startService();
  const workspaces = { 'halden-freight': ['production'] };
  mock = await (await createMock({ stateful: true, tokens: { demo: { access: 'admin', workspaces } } })).listen({
    port: 0,
  });
  await createEntry();
}, 300_000);
afterAll(async () => {
  await mock?.close();
  await service?.close();
});

/** Creates the entry of client storage that the examples contain. The demo has none. */
async function createEntry(): Promise<void> {
  const put = operations.find(({ id }) => id === 'putClientStorageEntry');
  if (!put) throw new Error('The contract has no operation putClientStorageEntry.');
  const { path, body } = createValidRequest(put);
  const target = put.path.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]));
  const headers = { 'content-type': 'application/json', authorization: ACCEPTED_KEY } as const;
  const { service: outcome } = await compare({
    ...{ name: put.id, operation: put.id, method: 'PUT' },
    ...{ target, headers, body: JSON.stringify(body) },
  });
  expect(outcome.summary).toBe('201');
}

/** Reads the rows of the document's table. */
function readKnownDifferences(): KnownDifference[] {
  const text = readFileSync(new URL('../DIFFERENCES.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(([, glob = '', of = '', by = '']) => ({
    requests: new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's'),
    service: of.trim(),
    mock: by.trim(),
  }));
}

/** What must be equal: the status, the reason, the details, and the headers that describe the error. */
interface Outcome {
  /** The status, and the reason of an error. */
  summary: string;
  details: unknown;
  allow: string | undefined;
  challenge: string | undefined;
}

/** Sends a request as it is: `fetch` would normalize its path and add headers. */
function send({ url, token }: { url: string; token: string }, request: WrongRequest): Promise<Outcome> {
  const { hostname, port, pathname } = new URL(url);
  const { method, target, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value === ACCEPTED_KEY ? `Bearer ${token}` : value]),
  );
  return new Promise((resolve, reject) => {
    const sent = sendRequest(
      {
        ...{ hostname, port, method, path: `${pathname}${target}` },
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      },
      async (response) => {
        const text = await response.setEncoding('utf8').reduce((all: string, chunk: string) => all + chunk, '');
        const { statusCode: status = 0, headers: received } = response;
        const error = status < 400 || text === '' ? {} : JSON.parse(text);
        resolve({
          summary: [status, error.reason].filter((part) => part !== undefined).join(' '),
          details: error.details,
          allow: received.allow?.split(', ').sort().join(', '),
          challenge: received['www-authenticate'],
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function compare(request: WrongRequest): Promise<{ service: Outcome; mock: Outcome }> {
  return { service: await send(service, request), mock: await send({ url: mock.url, token: 'demo' }, request) };
}

it('generates more than 3,000 requests, for each operation', () => {
  expect(ALL.length).toBeGreaterThan(3_000);
  expect(new Set(ALL.map(({ operation }) => operation)).size).toBe(operations.length);
});

it('rejects the same requests with the same reasons and details, apart from the documented differences', async () => {
  const isComplete = currentTier() === 'test:nightly';
  const requests = sampleByHash(ALL, ({ name }) => name, ONE_IN);
  // Requests that happen to be valid change records, which reads would show.
  const inOrder = requests.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
  const used = new Set<KnownDifference>();
  const differences: unknown[] = [];
  let rejected = 0;
  for (const request of inOrder) {
    const outcome = await compare(request);
    if (!outcome.service.summary.startsWith('2')) rejected += 1;
    const { service: expected, mock: actual } = outcome;
    if (JSON.stringify(sort(expected)) === JSON.stringify(sort(actual))) continue;
    const known = KNOWN.find(
      (one) => one.requests.test(request.name) && one.service === expected.summary && one.mock === actual.summary,
    );
    if (known) used.add(known);
    else differences.push({ name: request.name, ...outcome });
  }
  expect(differences).toEqual([]);
  expect(rejected / inOrder.length).toBeGreaterThan(0.95);
  if (isComplete) expect(KNOWN.filter((one) => !used.has(one))).toEqual([]);
});

/** Sorts the details of an outcome. */
function sort({ details, ...outcome }: Outcome): object {
  return { ...outcome, details: Object.entries((details ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1)) };
}
