/** Sends a mock random requests, in process, and says where an answer is not one that the contract allows. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMock } from '@aispm/mock';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { loadContract, type Operation } from '../dist/contract.js';
import { sampleRequest } from '../dist/sample.js';

/** What came of the requests. */
export interface FuzzReport {
  requests: number;
  /** How often each status was answered. */
  statuses: Record<number, number>;
  /** What was wrong, with the request; at most ten. */
  failures: string[];
}

interface FuzzedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

/** A number from 0 to below 1. */
type Random = () => number;

const MAX_FAILURES = 10;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE'];
const TEXTS = [
  '',
  '0',
  '-1',
  '1e9',
  'null',
  'true',
  '%',
  '%zz',
  '%00',
  '..',
  '//',
  'é',
  '😀',
  '\ud800',
  'a,b',
  "'",
  '"',
  '{}',
  '[',
  '__proto__',
  'constructor',
  'x'.repeat(300),
];
const TOKENS = ['Bearer t', 'Bearer u', 'bearer  t', 'Bearer', 'Basic eA==', ''];
const ACCEPTS = ['*/*', 'application/json', 'text/html', 'text/*;q=0.1', ';;', 'application/json;q=0', '', 'text/csv'];
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'multipart/form-data',
  'json',
  '',
  'application/x-www-form-urlencoded',
  'application/merge-patch+json',
];
const PREFERENCES = [
  'code=404',
  'code=200',
  'code=999',
  'example=first_page',
  'example=nope',
  'dynamic=false',
  'seed=x',
  'wait=0',
  'wait=x',
  'chaos=off',
  'chaos="error=50% latency=0"',
  'chaos=eror',
  'chaos="error=0.1,code=429|500"',
  'code=401, example=expired_token',
  ',,=;',
  'code="4',
  'dynamic=maybe',
];
const VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  [],
  {},
  [[]],
  { __proto__: null, a: 1 },
  '\ud800',
  'x'.repeat(1_000),
];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const contractFile = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
ajv.addSchema(JSON.parse(readFileSync(contractFile, 'utf8')), 'contract');
const isErrorBody = ajv.compile({ $ref: 'contract#/components/schemas/ApiErrorBody' });

/**
 * Sends random requests, one after the other, to a mock with state and to one without.
 *
 * @param count how many
 * @param seed the same seed gives the same requests
 */
export async function fuzz(count: number, seed: number): Promise<FuzzReport> {
  const random = mulberry32(seed);
  const { operations } = await loadContract();
  const mocks = [await createMock(), await createMock({ stateful: true })];
  const report: FuzzReport = { requests: 0, statuses: {}, failures: [] };
  for (let i = 0; i < count && report.failures.length < MAX_FAILURES; i++) {
    const request = makeRequest(random, pick(random, operations), mocks[0]?.basePath ?? '');
    const mock = mocks[i % mocks.length];
    if (!mock) break;
    const fail = (reason: string) =>
      report.failures.push(
        `${reason}: ${JSON.stringify({ ...request, body: request.body && Buffer.from(request.body).toString().slice(0, 500) })}`,
      );
    try {
      const { status, headers, body } = await mock.handle(request);
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      const fault = faultOf(status, headers, body, request);
      if (fault) fail(fault);
    } catch (error) {
      fail(`it threw ${error}`);
    }
    report.requests++;
  }
  return report;
}

/** What is wrong with an answer; undefined when nothing is. */
function faultOf(status: number, headers: Record<string, string>, body: string | undefined, { method }: FuzzedRequest) {
  if (!headers['x-request-id']) return 'it has no X-Request-Id';
  if (!headers['x-contract-digest']) return 'it has no X-Contract-Digest';
  if (method === 'HEAD') return body === undefined ? undefined : 'HEAD has a body';
  if (status < 400) {
    const isJson = headers['content-type'] === 'application/json';
    if (isJson && !isParsable(body)) return 'its body is no JSON';
    return status < 200 || status > 299 ? `its status is ${status}` : undefined;
  }
  if (headers['content-type'] !== 'application/json' || !isParsable(body)) return `the error ${status} is no JSON`;
  const error: { code?: unknown; message?: unknown } = JSON.parse(body ?? '');
  if (!isErrorBody(error) || error.code !== status) return `the error ${status} has another body, ${body}`;
  return /bug in the mock/.test(String(error.message)) ? `the mock failed, ${body}` : undefined;
}

function isParsable(text: string | undefined): boolean {
  try {
    JSON.parse(text ?? '');
    return true;
  } catch {
    return false;
  }
}

function makeRequest(random: Random, operation: Operation, base: string): FuzzedRequest {
  const sample = sampleRequest(operation);
  const chance = (probability: number) => random() < probability;
  const path = (sample?.path ?? operation.path)
    .split('?')[0]
    ?.split('/')
    .map((segment) => (chance(0.05) ? pick(random, TEXTS) : segment))
    .join('/');
  const query = new URLSearchParams(chance(0.8) ? sample?.path.split('?')[1] : '');
  for (const { name } of operation.request?.query ?? []) {
    if (chance(0.15)) query.append(name, pick(random, TEXTS));
  }
  if (chance(0.05))
    query.append(pick(random, ['unknown', '__code', '__example', '__nope', '__token']), pick(random, TEXTS));
  const headers: Record<string, string> = { ...sample?.headers, authorization: 'Bearer t' };
  const some = (name: string, values: string[], probability: number) => {
    if (chance(probability)) headers[name] = pick(random, values);
  };
  some('authorization', TOKENS, 0.05);
  some('accept', ACCEPTS, 0.15);
  some('prefer', PREFERENCES, 0.15);
  some('origin', ['https://ui.test', 'null'], 0.1);
  some('x-request-id', TEXTS, 0.05);
  for (const { name } of operation.request?.headers ?? []) some(name.toLowerCase(), ['*', '"x"', ...TEXTS], 0.15);
  const body = sample?.body === undefined && !chance(0.02) ? undefined : mutate(random, sample?.body ?? '{}');
  if (body !== undefined) {
    delete headers['Content-Type'];
    headers['content-type'] = 'application/json';
    some('content-type', TYPES, 0.05);
  }
  return {
    method: chance(0.05) ? pick(random, METHODS) : operation.method.toUpperCase(),
    url: `${chance(0.98) ? base : ''}${path}${query.size > 0 ? `?${query}` : ''}${chance(0.01) ? pick(random, TEXTS) : ''}`,
    headers,
    ...(body !== undefined && { body: Buffer.from(body) }),
  };
}

/** A body as it is, cut off, with a character changed, or with a value replaced. */
function mutate(random: Random, text: string): string {
  const kind = random();
  const at = Math.floor(random() * text.length);
  if (kind < 0.3) return text;
  if (kind < 0.4) return text.slice(0, at);
  if (kind < 0.5) return text.slice(0, at) + pick(random, TEXTS) + text.slice(at + 1);
  if (kind < 0.55) return JSON.stringify(pick(random, VALUES));
  return JSON.stringify(JSON.parse(text), (_, value) =>
    random() < 0.1 ? structuredClone(pick(random, VALUES)) : value,
  );
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A small generator of random numbers that can be seeded (Tommy Ettinger, public domain). */
function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
