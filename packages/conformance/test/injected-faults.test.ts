/** Every check passes on a conforming server, and fails on the same server with an injected fault. */
import { CHECKS, type Violation } from '@aispm/conformance';
import { isSampled, sampleByHash } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { examineWith } from '../src/run/examine.ts';
import { type Interceptor, type ServerResponse, TOKEN } from './exchange.ts';
import { apiKeyFaults } from './faults/api-keys.ts';
import { auditFaults } from './faults/audit.ts';
import { changeFaults } from './faults/changes.ts';
import { countFaults } from './faults/counts.ts';
import { exportFileFaults } from './faults/export-files.ts';
import { graphFaults } from './faults/graph.ts';
import { EXPIRING, type InjectedFault } from './faults/interceptors.ts';
import { acceptDeletions, jobFaults } from './faults/jobs.ts';
import { listFaults } from './faults/lists.ts';
import { forwardAs, protocolFaults } from './faults/protocol.ts';
import { rejectionFaults } from './faults/rejections.ts';
import { responseFaults } from './faults/responses.ts';
import { robustnessFaults } from './faults/robustness.ts';
import { searchFaults } from './faults/search.ts';
import { selectionFaults } from './faults/selections.ts';
import { recordFaults } from './faults/values.ts';
import { webhookFaults } from './faults/webhooks.ts';
import { writeFaults } from './faults/writes.ts';
import { MAX_LIMITS } from './max-limits.ts';
import { startServer } from './server.ts';
import { replaceTimeouts } from './timeouts.ts';

const FAULTS: InjectedFault[] = [
  ...responseFaults,
  ...rejectionFaults,
  ...protocolFaults,
  ...listFaults,
  ...writeFaults,
  ...jobFaults,
  ...exportFileFaults,
  ...graphFaults,
  ...apiKeyFaults,
  ...webhookFaults,
  ...countFaults,
  ...robustnessFaults,
  ...auditFaults,
  ...changeFaults,
  ...searchFaults,
  ...selectionFaults,
  ...recordFaults,
];

// Runs and exports of the mock take seconds. Instead of waiting, the tests advance the clock.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
const advance = async (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

/** Examines one operation of a server with one check. */
async function examineOperation(
  { check, operation, options }: Pick<InjectedFault, 'check' | 'operation' | 'options'>,
  interceptor: Interceptor | undefined,
): Promise<{ outcome: string; violations: Violation[] }> {
  const { expire, restore } = options === EXPIRING ? replaceTimeouts() : {};
  const server = await startServer({ interceptor, contract: options?.contract, onSilence: expire });
  try {
    const examined = { baseUrl: server.url, token: TOKEN, operations: [operation], checks: [check] };
    const { results } = await examineWith({ ...examined, ...MAX_LIMITS, ...options }, advance);
    const result = results.find((candidate) => candidate.check === check);
    if (!result) throw new Error('There is no result.');
    return result;
  } finally {
    restore?.();
    await server.close();
  }
}

/** Changes rule names and the counts of rules, agents and issues with each request. */
function createChangingData(): Interceptor {
  let requests = 0;
  return async (request, forward) => {
    const response = structuredClone(await forward(request));
    requests += 1;
    const { body } = response;
    if (response.status !== 200 || typeof body !== 'object') return response;
    if (typeof body.total === 'number') body.total += requests;
    if (body.rule_name) body.rule_name = `${body.rule_name} ${requests}`;
    for (const row of body.items ?? []) {
      if (row.rule_name) row.rule_name = `${row.rule_name} ${requests}`;
      if (row.total_issues_count !== undefined) row.total_issues_count += requests;
    }
    for (const row of body.aispm_objects_counts ?? []) row.total_inventory_count += requests;
    return response;
  };
}

/** Adds a row to the list of evaluations after a number of requests. */
function createRecordAfter(count: number): Interceptor {
  let requests = 0;
  return async (request, forward) => {
    const response = await forward(request);
    if (!request.path.startsWith('/eval/evaluations/') || response.status !== 200) return response;
    requests += 1;
    const everything = new URLSearchParams({ page_size: '100' });
    const { items } = (await forward({ ...request, query: everything })).body;
    const rows = requests > count ? [...items, { ...items[0], id: 'created-meanwhile' }] : items;
    const { page, page_size: size } = response.body;
    const body = {
      ...response.body,
      items: rows.slice((page - 1) * size, page * size),
      total_count: rows.length,
      total_pages: Math.ceil(rows.length / size),
    };
    return { ...response, body };
  };
}

/** The faults of `npm test`: a sample by name, with at least one of each check. */
const SAMPLE = CHECKS.flatMap(({ name }) => {
  const faults = FAULTS.filter(({ check }) => check === name);
  const sampled = faults.filter((fault) => isSampled(fault.name, 12));
  return sampled.length > 0 ? sampled : faults.slice(0, 1);
});

const PARTS = [
  { faults: SAMPLE, tags: [] },
  { faults: FAULTS.filter((fault) => !SAMPLE.includes(fault)), tags: ['long'] },
];

/** A sample of the checks and operations that faults are injected into, without duplicates: the service passes all checks. */
const SUBJECTS = sampleByHash(
  [...new Map(FAULTS.map((fault) => [JSON.stringify([fault.check, fault.operation, fault.options]), fault]))],
  ([name]) => name,
  4,
).map(([, fault]) => fault);

describe('a server without a fault', { tags: ['long'] }, () => {
  it.each(SUBJECTS)('passes $check of $operation', async (fault) => {
    const { outcome, violations } = await examineOperation(fault, undefined);
    expect(violations).toEqual([]);
    expect(outcome).toBe('passed');
  });
});

describe.each(PARTS)('the suite', ({ faults, tags }) => {
  it.each(faults)('reports a server that $name: $check of $operation', { tags }, async (fault) => {
    const { outcome, violations } = await examineOperation(fault, fault.interceptor);
    expect(outcome).toBe('failed');
    expect(violations).toContainEqual(expect.objectContaining(fault.violation));
  });
});

describe('a server whose data changes with each request', () => {
  it.each([
    { check: 'counts', operation: 'getAispmDashboard' },
    { check: 'counts', operation: 'listRules' },
    { check: 'records', operation: 'getRule' },
  ])('passes $check of $operation', async (subject) => {
    const { outcome, violations } = await examineOperation(subject, createChangingData());
    expect(violations).toEqual([]);
    expect(outcome).toBe('passed');
  });
});

/** Ends the first run before the second is requested, so that the second is accepted. */
function endFirstRun(): Interceptor {
  let run: ServerResponse | undefined;
  let isSecond = false;
  return async (request, forward) => {
    const response = structuredClone(await forward(request));
    if (request.path.endsWith('/run') && response.status === 202) run ??= structuredClone(response);
    if (request.path.endsWith('/run') && response.status === 409 && run && !isSecond) {
      isSecond = true;
      return { ...run, body: { ...run.body, created_at: '2030-01-01T00:00:01Z' } };
    }
    if (isSecond && run && request.path.endsWith(`/${run.body.id}`) && request.method === 'GET') {
      run = undefined;
      Object.assign(response.body, { status: 'cancelled', finished_at: '2030-01-01T00:00:01Z' });
    }
    return response;
  };
}

it('a server passes states of runAgentEvaluation when the first run ends before the second is requested', async () => {
  const subject = { check: 'states', operation: 'runAgentEvaluation', options: { write: true } };
  const { outcome, violations } = await examineOperation(subject, endFirstRun());
  expect(violations).toEqual([]);
  expect(outcome).toBe('passed');
});

it('a server passes states of deleteAgentEvaluation when the run ends before the evaluation is deleted', async () => {
  const subject = { check: 'states', operation: 'deleteAgentEvaluation', options: { write: true } };
  const { outcome, violations } = await examineOperation(subject, acceptDeletions(1));
  expect(violations).toEqual([]);
  expect(outcome).toBe('passed');
});

/** Responds to two simultaneous requests to stop a scan as if the scan had ended before the first request was handled. */
function endScanFirst(): Interceptor {
  const examples = ['scan_completed', 'idempotency_key_in_progress'];
  return (request, forward) => {
    const example = request.path.endsWith('/stop') ? examples.shift() : undefined;
    return example === undefined ? forward(request) : forwardAs(request, forward, `code=409, example=${example}`);
  };
}

it('a server passes idempotency of stopScan when the scan ends before two simultaneous requests stop it', async () => {
  const subject = { check: 'idempotency', operation: 'stopScan', options: { write: true, leaveRecords: true } };
  const { outcome, violations } = await examineOperation(subject, endScanFirst());
  expect(violations).toEqual([]);
  expect(outcome).toBe('passed');
});

describe('a server', { tags: ['long'] }, () => {
  // Each number of requests corresponds to a moment in the check.
  it.each([2, 4, 6, 8, 10, 12, 14, 16])(
    'passes paging of a list when a record is created after %i requests',
    async (requests) => {
      const interceptor = createRecordAfter(requests);
      const subject = { check: 'paging', operation: 'listEvaluations' };
      const { outcome, violations } = await examineOperation(subject, interceptor);
      expect(violations).toEqual([]);
      expect(outcome).toBe('passed');
    },
  );
});

describe('the injected faults', () => {
  it('include at least one fault for every check', () => {
    expect(new Set(SAMPLE.map(({ check }) => check))).toEqual(new Set(CHECKS.map(({ name }) => name)));
  });

  it('have unique names', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  });
});

describe('a server with an additional field', () => {
  it('passes unless the run is strict', async () => {
    const fault = FAULTS.find(({ options }) => options?.strict) as InjectedFault;
    const { outcome } = await examineOperation({ ...fault, options: {} }, fault.interceptor);
    expect(outcome).toBe('passed');
  });
});
