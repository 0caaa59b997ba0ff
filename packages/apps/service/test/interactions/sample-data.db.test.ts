import {
  getLlmInteraction,
  getLlmInteractionAgents,
  getLlmInteractionCategories,
  getLlmInteractionCounts,
} from '@aispm/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE, sampleData } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import contractData from '../../src/generated/sample-data.json' with { type: 'json' };
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

describeOnDatabases('the interactions of the sample data', (kind) => {
  const workspacePath = { tenant_id: SAMPLE_WORKSPACE.tenantId, workspace_id: SAMPLE_WORKSPACE.workspaceId };
  const morning = { ...workspacePath, start_time: '2026-11-18T07:00:00Z', end_time: '2026-11-18T09:59:59.999Z' };
  let service: TestService;

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
  });
  afterAll(() => service?.close());

  it('equal the examples of the contract, including content', async () => {
    const client = service.client(await service.key([SAMPLE_WORKSPACE]));
    for (const example of sampleData.interactions) {
      const found = await getLlmInteraction(client, {
        ...workspacePath,
        id: example.llm_interaction_id,
        include_content: true,
      });
      expect(withParsedTimes(found)).toEqual(
        // They were stored by this test.
        withParsedTimes({
          ...example,
          ...sampleData.contents[example.llm_interaction_id],
          updated_at: found.updated_at,
        }),
      );
    }
  });

  it('have the counts of the examples of the contract', async () => {
    const client = service.client(await service.key([SAMPLE_WORKSPACE]));
    expect(await getLlmInteractionCounts(client, morning)).toEqual(contractData.getLlmInteractionCounts.one_morning);
    expect(await getLlmInteractionAgents(client, morning)).toEqual(contractData.getLlmInteractionAgents.one_morning);
    expect(await getLlmInteractionCategories(client, morning)).toEqual(
      contractData.getLlmInteractionCategories.one_morning,
    );
  });
});

/** Parses the times, because a timestamp has several spellings. */
function withParsedTimes<Record extends { started_at: string; finished_at: string | null }>(record: Record) {
  const { started_at, finished_at } = record;
  return { ...record, started_at: Date.parse(started_at), finished_at: finished_at && Date.parse(finished_at) };
}
