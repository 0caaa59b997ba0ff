/** The whole suite that any implementation is held to, on the demo. */
import { examine, textReport } from '@aispm/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStory } from '../src/demo/seed.ts';
import { STORY_WORKSPACE } from '../src/demo/story.ts';
import { DATABASES } from './databases/databases.ts';
import { startService, type TestService } from './service.ts';

const ELSEWHERE = { tenantId: 'another-tenant', workspaceId: 'main' };

describe.concurrent.each(DATABASES)('the service on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
    await seedStory(service.database);
  });
  afterAll(() => service.close());

  test('conforms to the contract: no violation, and nothing left untried', { timeout: 600_000 }, async () => {
    const report = await examine({
      baseUrl: service.baseUrl,
      token: await service.key([STORY_WORKSPACE]),
      tenant: STORY_WORKSPACE.tenantId,
      workspace: STORY_WORKSPACE.workspaceId,
      secondToken: await service.key([ELSEWHERE]),
      secondTenant: ELSEWHERE.tenantId,
      secondWorkspace: ELSEWHERE.workspaceId,
      write: true,
      leaveRecords: true,
      strict: true,
    });
    const others = report.results.filter(({ outcome }) => outcome !== 'passed');
    expect(others, textReport(report)).toEqual([]);
    expect(report.passed).toBe(true);
  });
});
