/** All workflows of the contract, on the mock. */
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeWorkflows, readSummary, type WorkflowReport, workflows } from '../src/workflows.ts';

let mock: RunningMock;
let report: WorkflowReport;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
  report = await executeWorkflows({ url: mock.url, token: 'demo' });
});
afterAll(() => mock?.close());

describe('the workflows of the contract, on the mock', () => {
  it('exist and pass', () => {
    expect(workflows).not.toEqual([]);
    expect(report.code, report.output).toBe(0);
  });

  it.each(workflows)('pass: %s', (name) => {
    expect(readSummary(report, name), report.output).toMatch(/^1 passed, 1 total/);
  });
});
