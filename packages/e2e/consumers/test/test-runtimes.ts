import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import type { Runtime } from './supported-runtimes.ts';
import { whenInstalled } from './when-installed.ts';

/** Defines the tests of the client in these runtimes. */
export function testRuntimes(runtimes: Runtime[], baseUrl: () => string): void {
  describe.each(runtimes)('the client in $name', ({ smoke, userAgent }) => {
    let outcome: Outcome;

    beforeAll(async () => {
      const { project } = await whenInstalled();
      outcome = await smoke(project, baseUrl());
    });

    it('runs in the expected runtime', () => {
      expect(outcome.runtime).toMatch(userAgent);
    });

    it('returns the items of a page', () => {
      expect(outcome.list).toContain('agent-without-owner');
    });

    it('validates a response', () => {
      expect(outcome.validated).toBeGreaterThan(0);
    });

    it('rejects with an ApiError that has the code, message and request id of the service', () => {
      expect(outcome.missing).toEqual({
        isApiError: true,
        status: 404,
        code: 404,
        message: expect.stringMatching(/./),
        requestId: expect.stringMatching(/./),
      });
    });

    it('sends the body of a POST and returns the created record', () => {
      expect(outcome.created).toEqual({ status: 201, data: expect.objectContaining({ id: expect.any(String) }) });
    });

    it('ends an aborted call immediately with the reason of the signal', () => {
      expect(outcome.aborted.name).toBe('AbortError');
      expect(outcome.aborted.milliseconds).toBeLessThan(10_000);
    });
  });
}
