/** Sends random requests to mocks, without sockets, and checks that the contract allows every response. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMock } from '@aispm/mock';
import fc, { type Arbitrary, PROPERTY_SEED } from '@aispm/testing/properties';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { loadContract } from '../dist/contract/contract.js';
import type { Operation } from '../dist/core/contract-types.js';
import { createSampleRequest, type SampleRequest } from '../dist/operations/sample-request.js';

/** The result of random requests. */
export interface RandomRequestsReport {
  requests: number;
  /** The number of responses by status. */
  statuses: Record<number, number>;
  /** The simplest request with a wrong response, and what is wrong; undefined when all responses are correct. */
  failure: string | undefined;
}

interface RandomRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  isStateful: boolean;
}

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
const MEDIA_TYPES = [
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
const VALUES = [null, true, 0, -1, 1.5, 1e300, '', 'x', [], {}, [[]], '\ud800', 'x'.repeat(1_000)];

const text = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TEXTS) }, { weight: 1, arbitrary: fc.string() });
const headerValue = fc.oneof(fc.constantFrom('*', '"x"', 'key-number-1'), text);
const json = fc.oneof(fc.constantFrom<unknown>(...VALUES), fc.jsonValue({ maxDepth: 3 }));

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const contractFile = createRequire(import.meta.url).resolve('@aispm/spec/strict.json');
ajv.addSchema(JSON.parse(readFileSync(contractFile, 'utf8')), 'contract');
const isErrorBody = ajv.compile({ $ref: 'contract#/components/schemas/ApiErrorBody' });

/**
 * Sends random requests sequentially to a stateful and a stateless mock, until a response is wrong.
 *
 * @param count the number of requests
 * @param onRequest called before each request, such as to advance a clock
 */
export async function sendRandomRequests(
  count: number,
  onRequest: () => void = () => undefined,
): Promise<RandomRequestsReport> {
  const { operations } = await loadContract();
  const [mock, stateful] = [await createMock(), await createMock({ stateful: true })];
  const requests = operations.map((operation) => createRequests(operation, mock.basePath));
  const statuses: Record<number, number> = {};
  const property = fc.asyncProperty(fc.oneof(...requests), async ({ isStateful, body, ...request }) => {
    onRequest();
    const {
      status,
      headers,
      body: responseBody,
    } = await (isStateful ? stateful : mock).handle({
      ...request,
      ...(body !== undefined && { body: Buffer.from(body) }),
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
    const violation = findViolation(status, headers, responseBody, request.method);
    if (violation) throw new Error(violation);
  });
  const { numRuns, failed, counterexample, errorInstance } = await fc.check(property, { numRuns: count });
  const failure = failed
    ? `${errorInstance}: ${JSON.stringify(counterexample)}, PROPERTY_SEED=${PROPERTY_SEED}`
    : undefined;
  return { requests: numRuns, statuses, failure };
}

/**
 * Sends the sample requests of operations with each value of the body replaced: a string by another one of the same format, such as an
 * unknown identifier, and any value by values of all types.
 *
 * @returns the requests with a wrong response, and what is wrong
 */
export async function sendChangedBodies(
  operations: readonly Operation[],
): Promise<{ requests: number; failures: string[] }> {
  const mocks = [await createMock(), await createMock({ stateful: true })];
  const failures: string[] = [];
  let requests = 0;
  for (const operation of operations) {
    const sample = createSampleRequest(operation);
    if (sample?.body === undefined) continue;
    const { method, path, headers } = sample;
    for (const changed of replaceEach(JSON.parse(sample.body))) {
      const body = Buffer.from(JSON.stringify(changed));
      for (const mock of mocks) {
        requests += 1;
        const request = { method, url: mock.basePath + path, headers: { ...headers, authorization: 'Bearer t' }, body };
        const response = await mock.handle(request);
        const violation = findViolation(response.status, response.headers, response.body, method);
        if (violation) failures.push(`${operation.iid} with ${body}: ${violation}`);
      }
    }
  }
  return { requests, failures };
}

/** Returns copies of a JSON value, in each of which one value is replaced. */
function replaceEach(value: unknown): unknown[] {
  const replaced: unknown[] = [...VALUES];
  if (typeof value === 'string' && value !== '') replaced.push(value.slice(0, -1) + (value.endsWith('0') ? '1' : '0'));
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      replaced.push(...replaceEach(item).map((changed) => value.with(index, changed)));
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      replaced.push(...replaceEach(member).map((changed) => ({ ...value, [name]: changed })));
    }
  }
  return replaced;
}

/** Describes what is wrong with a response; undefined when it is correct. */
function findViolation(
  status: number,
  headers: Record<string, string>,
  body: string | undefined,
  method: string,
): string | undefined {
  if (!headers['x-request-id']) return 'it has no X-Request-Id';
  if (!headers['x-contract-digest']) return 'it has no X-Contract-Digest';
  if (method === 'HEAD') return body === undefined ? undefined : 'HEAD has a body';
  const isJson = headers['content-type'] === 'application/json';
  if (isJson && !isParsable(body)) return 'its body is not JSON';
  if (status < 400) return status < 200 || status > 299 ? `its status is ${status}` : undefined;
  if (!isJson) return `the error ${status} is not JSON`;
  const error: { code?: unknown; message?: unknown } = JSON.parse(body ?? '');
  if (!isErrorBody(error) || error.code !== status) return `the error ${status} has another body, ${body}`;
  return /bug in the mock/.test(String(error.message)) ? `the mock failed, ${body}` : undefined;
}

function isParsable(body: string | undefined): boolean {
  try {
    JSON.parse(body ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Creates a value in a percentage of cases, and otherwise undefined. */
function rarely<T>(percent: number, value: Arbitrary<T>): Arbitrary<T | undefined> {
  return fc.oneof({ weight: 100 - percent, arbitrary: fc.constant(undefined) }, { weight: percent, arbitrary: value });
}

/** Creates requests to an operation: mostly valid ones, with mistakes. */
function createRequests(operation: Operation, basePath: string): Arbitrary<RandomRequest> {
  const sample = createSampleRequest(operation) ?? { method: operation.method, path: operation.path, headers: {} };
  const [path = '', search = ''] = sample.path.split('?');
  return fc
    .record({
      isStateful: fc.boolean(),
      method: rarely(5, fc.constantFrom(...METHODS)),
      base: rarely(2, fc.constant('')),
      segments: fc.tuple(...path.split('/').map((segment) => rarely(2, text).map((value) => value ?? segment))),
      search: rarely(20, fc.constant('')),
      query: createQuery(operation),
      suffix: rarely(1, text),
      headers: createHeaders(operation),
      mediaType: rarely(5, fc.constantFrom(...MEDIA_TYPES)),
      body: createBody(sample),
    })
    .map(({ isStateful, method, base, segments, query, suffix, headers, mediaType, body, ...request }) => {
      const parameters = new URLSearchParams(request.search ?? search);
      for (const [name, value] of query) parameters.append(name, value);
      const url = `${base ?? basePath}${segments.join('/')}${parameters.size > 0 ? `?${parameters}` : ''}${suffix ?? ''}`;
      const { 'Content-Type': _, ...others } = sample.headers as Record<string, string>;
      const contentType = body === undefined ? undefined : (mediaType ?? 'application/json');
      return {
        method: method ?? sample.method,
        url,
        headers: {
          ...others,
          authorization: 'Bearer t',
          ...headers,
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        body,
        isStateful,
      };
    });
}

/** Creates query parameters: declared and unknown ones, and those of the mock. */
function createQuery({ request }: Operation): Arbitrary<[name: string, value: string][]> {
  const own = fc.constantFrom('unknown', '__code', '__example', '__nope', '__token');
  const parameters = [
    ...(request?.query ?? []).map(({ name }) => rarely(15, fc.tuple(fc.constant(name), text))),
    rarely(5, fc.tuple(own, text)),
  ];
  return fc.tuple(...parameters).map((list) => list.filter((parameter) => parameter !== undefined));
}

function createHeaders({ request }: Operation): Arbitrary<Record<string, string>> {
  const declared = (request?.headers ?? []).map(
    // Preconditions are declared by few operations.
    ({ name }) => [name.toLowerCase(), rarely(/^if-/i.test(name) ? 60 : 20, headerValue)] as const,
  );
  return fc
    .record<Record<string, string | undefined>>({
      authorization: rarely(5, fc.constantFrom(...TOKENS)),
      accept: rarely(15, fc.constantFrom(...ACCEPTS)),
      prefer: rarely(15, fc.constantFrom(...PREFERENCES)),
      origin: rarely(10, fc.constantFrom('https://ui.test', 'null')),
      'x-request-id': rarely(5, text),
      ...Object.fromEntries(declared),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );
}

/** Creates bodies: the sample, or one that is cut off, has another character, or has other values. */
function createBody({ body }: SampleRequest): Arbitrary<string | undefined> {
  if (body === undefined) return rarely(2, createBody({ body: '{}' } as SampleRequest) as Arbitrary<string>);
  const index = fc.nat({ max: body.length - 1 });
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(body) },
    { weight: 10, arbitrary: index.map((end) => body.slice(0, end)) },
    {
      weight: 10,
      arbitrary: fc.tuple(index, text).map(([at, part]) => body.slice(0, at) + part + body.slice(at + 1)),
    },
    { weight: 5, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 45, arbitrary: mutate(JSON.parse(body)).map((value) => JSON.stringify(value)) },
  );
}

/** Creates copies of a JSON value in which some values are replaced. */
function mutate(value: unknown): Arbitrary<unknown> {
  const copy: Arbitrary<unknown> = Array.isArray(value)
    ? fc.tuple(...value.map(mutate))
    : typeof value === 'object' && value !== null
      ? fc.record(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mutate(member)])))
      : fc.constant(value);
  return fc.oneof({ weight: 9, arbitrary: copy }, { weight: 1, arbitrary: json });
}
