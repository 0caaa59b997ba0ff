import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Outcome, runtimes } from './runtimes.ts';

let mock: RunningMock;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
});
afterAll(() => mock?.close());

describe.each(runtimes)('in $name', ({ smoke, userAgent }) => {
  let outcome: Outcome;

  beforeAll(async () => {
    outcome = await smoke(inject('project'), mock.url);
  });

  test('it is this runtime', () => {
    expect(outcome.runtime).toMatch(userAgent);
  });

  test('a list gives the items of the page', () => {
    expect(outcome.list).toContain('mcp-server-without-auth');
  });

  test('an answer can be checked against the contract', () => {
    expect(outcome.checked).toBeGreaterThan(0);
  });

  test('a 404 is an ApiError with the code, message and request id of the service', () => {
    expect(outcome.missing).toEqual({
      isApiError: true,
      status: 404,
      code: 404,
      message: expect.stringMatching(/./),
      requestId: expect.stringMatching(/./),
    });
  });

  test('a POST sends its body and gets what was created', () => {
    expect(outcome.created).toEqual({ status: 201, data: expect.objectContaining({ id: expect.any(String) }) });
  });

  test('an aborted call ends at once with the reason of the signal', () => {
    expect(outcome.aborted.name).toBe('AbortError');
    expect(outcome.aborted.milliseconds).toBeLessThan(10_000);
  });
});
