/** A server with more matching rows than fit into two pages of the maximum size. */
import { examine } from '@aispm/conformance';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** More than twice the largest page. */
const ROWS = 210;

/** Lists with a cursor, with and without a total, in columns, and with numbered pages. */
const LISTS = ['listAgents', 'listAssets', 'listIssues', 'listEvaluationRuns', 'listLlmInteractions'];

let mock: RunningMock;
beforeAll(async () => {
  mock = await (await createMock({ rows: ROWS })).listen({ port: 0 });
});
afterAll(() => mock?.close());

describe('a server with long lists', () => {
  it.each(['filters', 'order', 'paging'].flatMap((check) => LISTS.map((operation) => ({ check, operation }))))(
    'passes $check of $operation',
    async ({ check, operation }) => {
      const { results } = await examine({
        baseUrl: mock.url,
        token: 'any-key',
        operations: [operation],
        checks: [check],
        maxRequests: 10_000,
      });
      const examined = results.filter((result) => result.check === check);
      expect(examined).toMatchObject([{ outcome: 'passed', violations: [] }]);
    },
  );
});
