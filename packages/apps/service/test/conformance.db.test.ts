/**
 * Runs the complete conformance suite on the sample data.
 *
 * @module-tag long
 */
import { examine, textReport } from '@aispm/conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { describeOnDatabases } from './databases/databases.ts';
import { startService, type TestService } from './service.ts';

const OTHER_WORKSPACE = { tenantId: 'another-tenant', workspaceId: 'main' };

describeOnDatabases('the service', { concurrent: true }, (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
  });
  afterAll(() => service.close());

  it('conforms to the contract: every check runs and passes', { timeout: 600_000 }, async () => {
    const report = await examine({
      baseUrl: service.baseUrl,
      token: await service.key([SAMPLE_WORKSPACE]),
      tenant: SAMPLE_WORKSPACE.tenantId,
      workspace: SAMPLE_WORKSPACE.workspaceId,
      secondToken: await service.key([OTHER_WORKSPACE]),
      secondTenant: OTHER_WORKSPACE.tenantId,
      secondWorkspace: OTHER_WORKSPACE.workspaceId,
      write: true,
      leaveRecords: true,
      strict: true,
    });
    const others = report.results.filter(({ outcome }) => outcome !== 'passed');
    expect(others, textReport(report)).toEqual([]);
    expect(report.passed).toBe(true);
  });
});
