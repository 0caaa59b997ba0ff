/**
 * The generated client against plain `prism mock`: every response that the operations declare, every request body and every
 * invalid request. Plain Prism fails exactly where `plain-prism-limits.ts` says so.
 */
import { readFileSync } from 'node:fs';
import type { InvalidRequest, Operation } from '@aispm/conformance';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createValidRequest, getCall, operations, toArguments } from '../src/operations.ts';
import { type PlainPrism, startPlainPrism } from '../src/plain-prism.ts';
import { findViolations } from '../src/responses.ts';
import { expectAcceptance, expectExample, expectNoBody, expectRefusal, requestStatus } from './checks.ts';
import { isEmptyResponse, listRequestExamples, listResponseExamples } from './examples.ts';
import { listRefused } from './invalid-requests.ts';
import { BASE_PATH, formatLimits, MALFORMED_JSON, PROTOCOL_STATUSES, REFUSAL_LIMITS } from './plain-prism-limits.ts';
import { createServer, type Server } from './server.ts';

let prism: PlainPrism;
let server: Server;
/** What plain Prism has failed at: statuses of protocol responses, and other limits. */
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

/** Returns what differs from the documented refusal, or from the limit that the list has for it; undefined when nothing does. */
async function findDeviation(operation: Operation, invalid: InvalidRequest): Promise<string | undefined> {
  const name = `${invalid.location} ${invalid.mistake}`;
  const limit = REFUSAL_LIMITS.find(({ includes }) => includes(operation, invalid));
  if (!limit) {
    return expectRefusal(server, operation, invalid).then(
      () => undefined,
      ({ message }: Error) => `${name}: ${message}`,
    );
  }
  failed.add(limit);
  const { status } = await getCall(operation).result(server.client, toArguments(invalid.request));
  const isLimited = limit.returns.includes(status) && !invalid.statuses.includes(status);
  return isLimited ? undefined : `${name}: ${status}, although the list has "${limit.documented}"`;
}

describe.each(operations)('plain Prism, asked for $id', (operation) => {
  it('succeeds', async () => {
    const { status, headers, data } = await callValid(operation);
    expect(status).toBeLessThan(300);
    expect(findViolations(operation.id, { status, headers, body: data })).toEqual([]);
  });

  it('rejects a missing token with 401', async () => {
    const error = await callValid(operation, { ...server, client: server.anonymous });
    expect(error.status).toBe(401);
    expect(findViolations(operation.id, { status: 401, headers: error.headers, body: error.data })).toEqual([]);
  });

  it.each([...operation.responses.keys()])('returns every example of its %i', async (status) => {
    const examples = listResponseExamples(operation, status);
    if (isEmptyResponse(operation, status)) await expectNoBody(server, operation, status);
    else expect(examples).not.toEqual([]);
    await Promise.all(examples.map((example) => expectExample(server, operation, status, example)));
  });

  it('has no protocol response', async () => {
    const missing = [...operation.protocolResponses.keys()].filter((status) => !operation.responses.has(status));
    const results = await Promise.all(missing.map((status) => requestStatus(server, operation, status)));
    for (const [index, status] of missing.entries()) {
      expect(results[index]?.status, `instead of ${status}`).toBe(404);
      failed.add(status);
    }
  });

  const bodies = listRequestExamples(operation);
  if (bodies.length > 0) {
    it('accepts every example of its request body', async () => {
      await Promise.all(bodies.map(({ value }) => expectAcceptance(server, operation, value)));
    });
  }

  it('refuses every invalid request, except for those in the list', async () => {
    const readable = (await listRefused(server, operation)).filter(({ request }) => request.text === undefined);
    const deviations = await Promise.all(readable.map((invalid) => findDeviation(operation, invalid)));
    expect(deviations.filter((deviation) => deviation !== undefined)).toEqual([]);
  });

  if (operation.requestBody) {
    it('never responds to a body that is not JSON', async () => {
      const malformed = (await listRefused(server, operation)).filter(({ request }) => request.text !== undefined);
      expect(malformed).not.toEqual([]);
      for (const { request } of malformed) {
        const end = new AbortController();
        const args = toArguments({ ...request, body: {} });
        const responded = getCall(operation).result(server.withText(request.text ?? ''), args, { signal: end.signal });
        // Plain Prism has time to respond to these.
        for (let count = 0; count < 5; count += 1) await callValid(operation);
        end.abort(new Error('no response'));
        await expect(responded).rejects.toThrow('no response');
      }
      failed.add(MALFORMED_JSON);
    });
  }

  it('has nothing below the base path', async () => {
    const below = createServer(`${prism.url}${new URL(inject('mockUrl')).pathname}`);
    expect((await callValid(operation, below)).status).toBe(404);
    failed.add(BASE_PATH);
  });
});

describe('the list of what plain Prism cannot serve', () => {
  it('is complete, and has nothing that it can', () => {
    expect(failed).toEqual(new Set([BASE_PATH, MALFORMED_JSON, ...PROTOCOL_STATUSES, ...REFUSAL_LIMITS]));
  });

  it('is in the README', () => {
    expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(formatLimits());
  });
});
