/** A server without data: the suite creates what the checks need. */
import type { Report } from '@aispm/conformance';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { examineWith } from '../src/run/examine.ts';
import { TOKEN } from './exchange.ts';
import { MAX_LIMITS } from './max-limits.ts';
import { startServer } from './server.ts';

// Scans of the mock take seconds. Instead of waiting, the tests advance the clock.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
const advance = async (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

/** Lists that are empty before the first scan, and an operation of each that needs a record. */
const OPERATIONS = [
  ...['listAgents', 'listModels', 'listTools', 'listMcpServers', 'listAispmAssets', 'listLocations'],
  ...['listIssues', 'listFineGrainedIssues', 'listScans', 'listLlmInteractions', 'listAgentEvaluations'],
  ...['getAgent', 'getAispmAsset', 'getLocation', 'getFineGrainedIssue', 'getLlmInteraction', 'listAgentEdge'],
  'getNeighbourhood',
];

async function examineEmpty(leaveRecords: boolean): Promise<Report> {
  const server = await startServer({ scenario: 'empty' });
  try {
    return await examineWith(
      {
        ...{ baseUrl: server.url, token: TOKEN, operations: OPERATIONS, write: true, leaveRecords },
        ...{ checks: ['response', 'values', 'records', 'filters', 'order', 'edges', 'neighbourhood'], ...MAX_LIMITS },
      },
      advance,
    );
  } finally {
    await server.close();
  }
}

describe('an empty workspace', () => {
  it('gets data for every check with --leave-records', async () => {
    const { results } = await examineEmpty(true);
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  it('gets no data without --leave-records, and the report names the empty lists', async () => {
    const { results, passed } = await examineEmpty(false);
    expect(passed).toBe(false);
    expect(results).toContainEqual(expect.objectContaining({ operation: 'listAgents', reason: 'the list is empty' }));
  });
});
