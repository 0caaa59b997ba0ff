/**
 * The generated client against plain `prism mock`: every declared response of the operations, every request body and every
 * invalid request. Plain Prism fails exactly in the cases of `plain-prism-limits.ts`.
 */
import { readFileSync } from 'node:fs';
import type { InvalidRequest, Operation } from '@aispm/conformance';
import { sampleByHash } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createValidRequest, getCall, operations, toArguments } from '../src/operations.ts';
import { type PlainPrism, startPlainPrism } from '../src/plain-prism.ts';
import { findViolations } from '../src/responses.ts';
import { expectAcceptance, expectExample, expectNoBody, expectRejection, requestStatus } from './checks.ts';
import { isEmptyResponse, listRequestExamples, listResponseExamples } from './examples.ts';
import { listRejected } from './invalid-requests.ts';
import { BASE_PATH, formatLimits, MALFORMED_JSON, PROTOCOL_STATUSES, REJECTION_LIMITS } from './plain-prism-limits.ts';
import { createServer, type Server } from './server.ts';

let prism: PlainPrism;
let server: Server;
/** Plain Prism isn't our code: each push tests a sample, and `npm run test:contract` all operations. */
const asked = sampleByHash(operations, ({ id }) => id, 8);
/** The observed limits of plain Prism: statuses of protocol responses, and others. */
const failed = new Set<unknown>();

beforeAll(async () => {
  prism = await startPlainPrism();
  server = createServer(prism.url);
});
afterAll(() => prism?.close());

/** Calls an operation with a valid request. */
function callValid(operation: Operation, { client }: Server = server) {
  return getCall(operation).result(client, toArguments(createValidRequest(operation)));
}

/** Describes how a response differs from the documented rejection or the listed limit; undefined when it doesn't. */
async function findDeviation(operation: Operation, invalid: InvalidRequest): Promise<string | undefined> {
  const name = `${invalid.location} ${invalid.mistake}`;
  const limit = REJECTION_LIMITS.find(({ includes }) => includes(operation, invalid));
  if (!limit) {
    return expectRejection(server, operation, invalid).then(
      () => undefined,
      ({ message }: Error) => `${name}: ${message}`,
    );
  }
  failed.add(limit);
  const { status } = await getCall(operation).result(server.client, toArguments(invalid.request));
  const isLimited = limit.returns.includes(status) && !invalid.statuses.includes(status);
  return isLimited ? undefined : `${name}: ${status}, although the list has "${limit.documented}"`;
}

/** Requests every declared response, without protocol responses, which plain Prism doesn't support. */
async function checkResponses(operation: Operation): Promise<void> {
  const { status, headers, data } = await callValid(operation);
  expect.soft(status).toBeLessThan(300);
  expect.soft(findViolations(operation.id, { status, headers, body: data })).toEqual([]);

  const error = await callValid(operation, { ...server, client: server.anonymous });
  expect.soft(error.status, 'without a token').toBe(401);
  expect.soft(findViolations(operation.id, { status: 401, headers: error.headers, body: error.data })).toEqual([]);

  for (const declared of operation.responses.keys()) {
    const examples = listResponseExamples(operation, declared);
    if (isEmptyResponse(operation, declared)) await expectNoBody(server, operation, declared);
    else expect.soft(examples, `${declared} has an example`).not.toEqual([]);
    await Promise.all(examples.map((example) => expectExample(server, operation, declared, example)));
  }

  const missing = [...operation.protocolResponses.keys()].filter((protocol) => !operation.responses.has(protocol));
  const results = await Promise.all(missing.map((protocol) => requestStatus(server, operation, protocol)));
  for (const [index, protocol] of missing.entries()) {
    expect.soft(results[index]?.status, `instead of ${protocol}`).toBe(404);
    failed.add(protocol);
  }

  const below = createServer(`${prism.url}${new URL(inject('mockUrl')).pathname}`);
  expect.soft((await callValid(operation, below)).status, 'below the base path').toBe(404);
  failed.add(BASE_PATH);
}

/** Sends bodies that are not JSON, at the same time. */
async function checkMalformed(operation: Operation, malformed: readonly InvalidRequest[]): Promise<void> {
  expect.soft(malformed).not.toEqual([]);
  const end = new AbortController();
  const responded = Promise.allSettled(
    malformed.map(({ request }) =>
      getCall(operation).result(server.withText(request.text ?? ''), toArguments({ ...request, body: {} }), {
        signal: end.signal,
      }),
    ),
  );
  // Plain Prism has enough time to respond to these.
  for (let count = 0; count < 5; count += 1) await callValid(operation);
  end.abort(new Error('no response'));
  const results = await responded;
  expect.soft(results).toEqual(malformed.map(() => ({ status: 'rejected', reason: new Error('no response') })));
  failed.add(MALFORMED_JSON);
}

describe.each(asked)('plain Prism, for $id,', (operation) => {
  it('returns every example, but no protocol response', () => checkResponses(operation));

  const bodies = listRequestExamples(operation);
  if (bodies.length > 0)
    it('accepts every example of its request body', async () => {
      await Promise.all(bodies.map(({ value }) => expectAcceptance(server, operation, value)));
    });

  it('rejects every invalid request except the listed ones, and never responds to a body that is not JSON', async () => {
    const all = await listRejected(server, operation);
    const isMalformed = ({ request }: InvalidRequest) => request.text !== undefined;
    const readable = all.filter((invalid) => !isMalformed(invalid));
    const deviations = await Promise.all(readable.map((invalid) => findDeviation(operation, invalid)));
    expect.soft(deviations.filter((deviation) => deviation !== undefined)).toEqual([]);
    if (operation.requestBody) await checkMalformed(operation, all.filter(isMalformed));
  });
});

describe('the list of limits of plain Prism', () => {
  it('is complete, and only contains actual limits', () => {
    const listed = new Set<unknown>([BASE_PATH, MALFORMED_JSON, ...PROTOCOL_STATUSES, ...REJECTION_LIMITS]);
    if (asked.length === operations.length) expect(failed).toEqual(listed);
    else expect([...listed]).toEqual(expect.arrayContaining([...failed]));
  });

  it('is in the README', () => {
    expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(formatLimits());
  });
});
