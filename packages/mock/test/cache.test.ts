/** Caching must not change any response. */
import { isDeepStrictEqual } from 'node:util';
import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../dist/contract/contract.js';
import { createSampleValues } from '../dist/contract/sample-values.js';
import type { Operation } from '../dist/core/contract-types.js';
import type { MockRequest } from '../dist/core/exchange.js';
import { Auth } from '../dist/operations/auth.js';
import { createHandler } from '../dist/operations/handler.js';
import { Overrides } from '../dist/operations/overrides.js';
import { RequestLog } from '../dist/operations/request-log.js';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { createReader } from '../dist/records/state.js';
import { createOutcomes } from '../dist/requests/fault-injection.js';
import { findCollections } from '../dist/sample-data/collections.js';
import { createExampleSource } from '../dist/state/sources/example-source.js';
import { Stores } from '../dist/state/stores.js';
import { operations, TOKEN } from './support.ts';

const contract = await loadContract();
const [base = ''] = contract.basePaths;
const reader = createReader(
  contract.operations,
  new Stores(createExampleSource(contract.operations, findCollections(contract.operations))),
);
const options = {
  dynamic: false,
  seed: undefined,
  delayMs: 0,
  auth: new Auth(contract, undefined, undefined),
  reader,
  findReader: () => reader,
  state: undefined,
  chaos: new Map(),
  outcomes: createOutcomes(),
  sampleValues: createSampleValues([]),
  overrides: new Overrides(contract.operations),
  requestLog: new RequestLog(),
  forward: undefined,
  control: () => undefined,
};
const caching = createHandler(contract, { ...options, useCache: true });
const uncached = createHandler(contract, { ...options, useCache: false });

type Request = MockRequest & { headers: Record<string, string> };
/** A change of a valid request. */
type Variation = [name: string, (request: Request) => Request];

const withHeaders = (request: Request, headers: Record<string, string>) => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
const withQuery = (request: Request, query: string) => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`,
});
const withBody = (request: Request, text: string) => withHeaders({ ...request, body: Buffer.from(text) }, {});

function variations({ request, path }: Operation): Variation[] {
  const optional: Variation[] = [
    ['unchanged', (r) => r],
    ['without a token', ({ headers: { authorization, ...headers }, ...r }) => ({ ...r, headers })],
    ['with another authentication scheme', (r) => withHeaders(r, { authorization: 'Basic eA==' })],
    ['that accepts another media type', (r) => withHeaders(r, { accept: 'text/html' })],
    ['that accepts any media type', (r) => withHeaders(r, { accept: '*/*' })],
    ['with an unknown parameter', (r) => withQuery(r, 'unknown=1')],
    ['with the media type of an absent body', (r) => withHeaders(r, { 'content-type': 'text/plain' })],
  ];
  for (const { name } of request?.query ?? []) {
    optional.push([`with ${name} empty`, (r) => withQuery(r, `${name}=`)]);
    optional.push([`with an invalid ${name}`, (r) => withQuery(r, `${name}=%00wrong`)]);
    optional.push([`with ${name} twice`, (r) => withQuery(r, `${name}=1&${name}=2`)]);
  }
  for (const { name } of request?.headers ?? []) {
    optional.push([`with an invalid ${name}`, (r) => withHeaders(r, { [name.toLowerCase()]: '' })]);
  }
  if (path.includes('{')) {
    optional.push(['with an invalid path', (r) => ({ ...r, url: r.url.replace(/[^/?]+(?=$|\?)/, 'a%2Cb') })]);
  }
  if (request?.body) {
    optional.push(['without a body', ({ body: _, ...r }) => r]);
    for (const text of ['{', '[]', '{"unknown_field":1}', 'null']) {
      optional.push([`with the body ${text}`, (r) => withBody(r, text)]);
    }
  }
  return optional;
}

/** Preferences for every declared status and example, for undeclared ones, and none. */
function preferences({ responses }: Operation): string[] {
  const declared = responses.flatMap(({ code, contents = [] }) => [
    `code=${code}`,
    ...contents.flatMap(({ examples = [] }) => examples.map(({ key }) => `code=${code}, example=${key}`)),
  ]);
  return ['', ...declared, 'code=418', 'example=nope'];
}

async function respond(handle: typeof caching, request: Request) {
  const { headers, ...response } = await handle(request);
  const { 'x-request-id': _, ...others } = headers;
  return { ...response, headers: others };
}

describe('a cached response', () => {
  const sample = sampleByHash(operations, ({ iid }) => iid, 10);
  it.each(sample.map((operation) => ({ operation, name: operation.iid })))(
    'of $name equals the computed one for every status, example and violation',
    async ({ operation }) => {
      const sample = createSampleRequest(operation);
      if (!sample) throw new Error('The operation has no sample request.');
      const plain: Request = {
        method: sample.method,
        url: `${base}${sample.path}`,
        headers: {
          ...TOKEN,
          ...Object.fromEntries(Object.entries(sample.headers).map(([k, v]) => [k.toLowerCase(), v])),
        },
        ...(sample.body !== undefined && { body: Buffer.from(sample.body) }),
      };
      const statuses = new Set<number>();
      const all = variations(operation);
      for (const prefer of preferences(operation)) {
        // Preferences don't depend on the parameters of a request.
        for (const [name, vary] of ['', 'code=400'].includes(prefer) ? all : all.slice(0, 4)) {
          const request = vary(withHeaders(plain, prefer ? { prefer } : {}));
          const expected = await respond(uncached, request);
          statuses.add(expected.status);
          for (const time of ['once', 'again']) {
            const cached = await respond(caching, request);
            // The matcher is slow, and only needed for its message.
            if (isDeepStrictEqual(cached, expected)) continue;
            expect(cached, `${name}, Prefer: ${prefer}, ${time}`).toStrictEqual(expected);
          }
        }
      }
      const hasContent = operation.responses.some(({ code, contents }) => code.startsWith('2') && contents?.length);
      expect([...statuses]).toEqual(expect.arrayContaining([400, 401, ...(hasContent ? [406] : [])]));
    },
  );
});

describe('the cache', () => {
  it('has a maximum size, beyond which responses remain the same', async () => {
    const url = `${base}/rules/tenants/t1/workspaces/w1`;
    const get = (query: string) => respond(caching, { method: 'GET', url: `${url}?${query}`, headers: TOKEN });
    const first = await get('page_size=0');
    for (let i = 0; i < 1_100; i++) expect((await get(`rule_name=n${i}`)).status).toBe(200);
    expect(await get('page_size=0')).toEqual(first);
    expect(first.status).toBe(400);
  });
});
