/** All workflows of the contract, on the service with the demo. */
import { executeWorkflows, readSummary, type WorkflowReport, workflows } from '@aispm/contract-tests/workflows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startService } from './service-process.ts';

let service: DemoServer;
let report: WorkflowReport;

beforeAll(async () => {
  service = await startService();
  report = await executeWorkflows(service);
});
afterAll(() => service?.close());

describe('the workflows of the contract, on the service', () => {
  it.each(workflows)('pass: %s', (name) => {
    expect(readSummary(report, name), report.output).toMatch(/^1 passed, 1 total/);
  });

  it('pass', () => {
    expect(report.code, report.output).toBe(0);
  });
});
