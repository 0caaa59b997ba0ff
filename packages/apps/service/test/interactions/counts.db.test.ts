import {
  type Client,
  getLlmInteractionAgents,
  getLlmInteractionCategories,
  getLlmInteractionCounts,
  ingestLlmInteractions,
} from '@aispm/client';
import fc from '@aispm/testing/properties';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldCountChanges } from '../../src/domains/interactions/count-updates.ts';
import type { Services } from '../../src/platform/services/services.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { anyInteraction, expectCounts, type Interaction, toIso, toReport } from './counted.ts';
import { seedAgents, WORKSPACE_PATH } from './workspace.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-17T22:00:00Z');
/** Timestamps, often at the boundaries of days, hours and minutes. */
const timestamp = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom(25, 26, 49, 50), fc.integer({ min: 0, max: 76 })),
    fc.oneof(
      fc.constantFrom(0, 1, 59_998, 59_999, 60_000, 60_001, HOUR - 2, HOUR - 1),
      fc.integer({ min: 0, max: HOUR - 1 }),
    ),
  )
  .map(([hour, rest]) => START + hour * HOUR + rest);
const interaction = anyInteraction(timestamp);

const batch = fc.record({
  interactions: fc.array(interaction, { minLength: 1, maxLength: 12 }),
  /** Whether its counts are added up before the next one. */
  isFolded: fc.boolean(),
});

const history = fc.record({
  batches: fc.array(batch, { minLength: 1, maxLength: 3 }),
  windows: fc.array(fc.tuple(timestamp, timestamp), { minLength: 1, maxLength: 4 }),
});

describeOnDatabases('interaction counts', (kind) => {
  let service: TestService;
  let batchCount = 0;

  beforeAll(async () => {
    service = await startService(kind);
    await seedAgents(service);
  });
  afterAll(() => service?.close());

  it('add up the interactions of every window, to the millisecond', async () => {
    const client = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'main' }]));
    const all: Interaction[] = [];
    const property = fc.asyncProperty(history, async ({ batches, windows }) => {
      for (const { interactions, isFolded } of batches) {
        batchCount += 1;
        await sendTwice(client, interactions, `${batchCount}`);
        all.push(...interactions);
        if (isFolded) await foldCountChanges.run({ database: service.database } as Services);
      }
      for (const [a, b] of windows) {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const rows = all.filter(({ at }) => at >= start && at <= end);
        await expectCounts(client, WORKSPACE_PATH, { start_time: toIso(start), end_time: toIso(end) }, rows);
      }
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  });

  it('contain exactly the hours that overlap the window', async () => {
    const client = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'main' }]));
    const hours = async (start_time: string, end_time: string) =>
      Object.keys((await getLlmInteractionCounts(client, { ...WORKSPACE_PATH, start_time, end_time })).results);
    expect(await hours('2026-01-31T22:59:59.999Z', '2026-02-01T01:00:00+01:00')).toEqual([
      '2026-01-31T22:00:00Z',
      '2026-01-31T23:00:00Z',
      '2026-02-01T00:00:00Z',
    ]);
    expect(await hours('2026-01-01T10:30:00Z', '2026-01-01T10:30:00Z')).toEqual(['2026-01-01T10:00:00Z']);
    expect(await hours('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).toHaveLength(745);
  });

  it.each([
    ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00.001Z', 'longer than 31 days'],
    ['2026-01-01T00:00:00.0001Z', '2026-02-01T00:00:00.0002Z', 'longer than 31 days'],
    ['2026-01-02T00:00:00Z', '2026-01-01T23:59:59Z', 'ends before it starts'],
  ])('reject the window from %s to %s', async (start_time, end_time, message) => {
    const client = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'main' }]));
    for (const operation of [getLlmInteractionCounts, getLlmInteractionCategories, getLlmInteractionAgents]) {
      const error = await operation(client, { ...WORKSPACE_PATH, start_time, end_time }).catch((thrown) => thrown);
      expect(error).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
      expect(Object.keys(error.body.details)).toEqual(['query/end_time']);
    }
  });

  it('list up to 100 agents, the busiest first, and last the interactions without an agent', async () => {
    const other = { tenant_id: 'acme', workspace_id: 'many' };
    const client = service.client(await service.key([{ tenantId: 'acme', workspaceId: 'many' }]));
    await service.database.system((db) =>
      db
        .insertInto('llm_interaction_hours')
        .values(
          Array.from({ length: 121 }, (_, index) => ({
            tenant_id: 'acme',
            workspace_id: 'many',
            hour: '2026-01-01T00:00:00Z',
            agent_id: index === 0 ? '' : `agent-${index}`,
            guardrail_outcome: 'OK',
            interaction_count: index + 1,
          })),
        )
        .execute(),
    );
    const window = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T01:00:00Z' };
    const { agents, agent_count } = await getLlmInteractionAgents(client, { ...other, ...window });
    expect(agent_count).toBe(120);
    expect(agents.map(({ agent_id }) => agent_id)).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `agent-${120 - index}`),
      null,
    ]);
  });
});

async function sendTwice(client: Client, batch: readonly Interaction[], name: string): Promise<void> {
  const interactions = batch.map((one, index) => toReport(one, `${name}-${index}`));
  // Duplicates aren't counted.
  await ingestLlmInteractions(client, { ...WORKSPACE_PATH, body: { interactions } });
  await ingestLlmInteractions(client, { ...WORKSPACE_PATH, body: { interactions } });
}
