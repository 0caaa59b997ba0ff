/** What the mock remembers must never show: every answer is the one that it would work out anew. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createFates } from '../dist/chaos.js';
import { loadContract, type Operation } from '../dist/contract.js';
import type { MockRequest } from '../dist/exchange.js';
import { createHandler } from '../dist/handle.js';
import { sampleRequest } from '../dist/sample.js';
import { createVocabulary } from '../dist/vocabulary.js';
import { parts, TOKEN } from './support.ts';

const contract = await loadContract();
const [base = ''] = contract.basePaths;
const options = {
  dynamic: false,
  seed: undefined,
  delayMs: 0,
  tokens: undefined,
  state: undefined,
  chaos: new Map(),
  fates: createFates(),
  vocabulary: createVocabulary([]),
};
const remembering = createHandler(contract, { ...options, remember: true });
const forgetful = createHandler(contract, { ...options, remember: false });

type Request = MockRequest & { headers: Record<string, string> };
/** One way to get a request wrong, or to put it in another way. */
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
    ['as it should be', (r) => r],
    ['without a token', ({ headers: { authorization, ...headers }, ...r }) => ({ ...r, headers })],
    ['with another kind of token', (r) => withHeaders(r, { authorization: 'Basic eA==' })],
    ['that accepts something else', (r) => withHeaders(r, { accept: 'text/html' })],
    ['that accepts anything', (r) => withHeaders(r, { accept: '*/*' })],
    ['with an unknown parameter', (r) => withQuery(r, 'unknown=1')],
    ['with an unneeded media type', (r) => withHeaders(r, { 'content-type': 'text/plain' })],
  ];
  for (const { name } of request?.query ?? []) {
    optional.push([`with ${name} empty`, (r) => withQuery(r, `${name}=`)]);
    optional.push([`with a wrong ${name}`, (r) => withQuery(r, `${name}=%00wrong`)]);
    optional.push([`with ${name} twice`, (r) => withQuery(r, `${name}=1&${name}=2`)]);
  }
  for (const { name } of request?.headers ?? []) {
    optional.push([`with a wrong ${name}`, (r) => withHeaders(r, { [name.toLowerCase()]: '' })]);
  }
  if (path.includes('{')) {
    optional.push(['with a wrong path', (r) => ({ ...r, url: r.url.replace(/[^/?]+(?=$|\?)/, 'a%2Cb') })]);
  }
  if (request?.body) {
    optional.push(['without a body', ({ body: _, ...r }) => r]);
    for (const text of ['{', '[]', '{"unknown_field":1}', 'null']) {
      optional.push([`with the body ${text}`, (r) => withBody(r, text)]);
    }
  }
  return optional;
}

/** Every declared status and example, nothing in particular, and what there is not. */
function preferences({ responses }: Operation): string[] {
  const declared = responses.flatMap(({ code, contents = [] }) => [
    `code=${code}`,
    ...contents.flatMap(({ examples = [] }) => examples.map(({ key }) => `code=${code}, example=${key}`)),
  ]);
  return ['', ...declared, 'code=418', 'example=nope'];
}

async function answer(handle: typeof remembering, request: Request) {
  const { headers, ...response } = await handle(request);
  const { 'x-request-id': _, ...others } = headers;
  return { ...response, headers: others };
}

describe('an answer that is remembered is the one that would be worked out anew', () => {
  describe.each(parts(contract.operations))('of $some.length operations', ({ some, tags }) => {
    it.each(some.map((operation) => ({ operation, name: operation.iid })))(
      '$name: every status, example and violation',
      { tags },
      async ({ operation }) => {
        const sample = sampleRequest(operation);
        if (!sample) throw new Error('There is no sample request.');
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
        for (const prefer of preferences(operation)) {
          for (const [name, vary] of variations(operation)) {
            const request = vary(withHeaders(plain, prefer ? { prefer } : {}));
            const expected = await answer(forgetful, request);
            statuses.add(expected.status);
            for (const time of ['once', 'again']) {
              const remembered = await answer(remembering, request);
              // The matcher takes long where nothing differs; then it has nothing to tell.
              if (isDeepStrictEqual(remembered, expected)) continue;
              expect(remembered, `${name}, Prefer: ${prefer}, ${time}`).toStrictEqual(expected);
            }
          }
        }
        const hasContent = operation.responses.some(({ code, contents }) => code.startsWith('2') && contents?.length);
        expect([...statuses]).toEqual(expect.arrayContaining([400, 401, ...(hasContent ? [406] : [])]));
      },
    );
  });
});

it('what is remembered is bounded: a thousand different requests leave the answers as they are', async () => {
  const url = `${base}/rules/tenants/t1/workspaces/w1`;
  const ask = (query: string) => answer(remembering, { method: 'GET', url: `${url}?${query}`, headers: TOKEN });
  const first = await ask('page_size=0');
  for (let i = 0; i < 1_100; i++) expect((await ask(`rule_name=n${i}`)).status).toBe(200);
  expect(await ask('page_size=0')).toEqual(first);
  expect(first.status).toBe(400);
});
