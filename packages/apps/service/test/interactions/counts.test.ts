import {
  type Client,
  getLlmInteractionAgents,
  getLlmInteractionCategories,
  getLlmInteractionCounts,
  ingestLlmInteractions,
} from '@aispm/client';
import fc from '@aispm/testing/properties';
import type { GuardrailAction, GuardrailOutcome, HourlyGuardrailCounts, NewLlmInteraction } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { seedAgents, WORKSPACE_PATH } from './workspace.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-17T22:00:00Z');
/** The actions with their outcomes, from weakest to strongest. */
const ACTIONS: readonly [GuardrailAction, GuardrailOutcome][] = [
  ['allow', 'OK'],
  ['alert', 'ALERTED'],
  ['redact', 'REDACTED'],
  ['block', 'BLOCKED'],
];

/** Instants, often at the boundaries of hours and minutes. */
const instant = fc
  .tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.oneof(
      fc.constantFrom(0, 1, 59_998, 59_999, 60_000, 60_001, HOUR - 2, HOUR - 1),
      fc.integer({ min: 0, max: HOUR - 1 }),
    ),
  )
  .map(([hour, rest]) => START + hour * HOUR + rest);
const results = fc.array(fc.tuple(fc.constantFrom('secrets', 'toxicity', 'jailbreak'), fc.constantFrom(...ACTIONS)), {
  maxLength: 3,
});
const interaction = fc.record({ at: instant, agent: fc.constantFrom('desk', 'broker', null), results });
type Interaction = typeof interaction extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.record({
  batches: fc.array(fc.array(interaction, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
  windows: fc.array(fc.tuple(instant, instant), { minLength: 1, maxLength: 4 }),
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
      for (const batch of batches) {
        batchCount += 1;
        await sendTwice(client, batch, `${batchCount}`);
        all.push(...batch);
      }
      for (const [a, b] of windows) {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const rows = all.filter(({ at }) => at >= start && at <= end);
        await expectCounts(client, { start_time: toIso(start), end_time: toIso(end) }, rows);
      }
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  });

  it('contain exactly the hours that the window overlaps', async () => {
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

  it('list at most 100 agents, the busiest first, and last the interactions without an agent', async () => {
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
  const interactions = batch.map(
    ({ at, agent, results: found }, index): NewLlmInteraction => ({
      llm_interaction_id: `${name}-${index}`,
      agent_id: agent,
      operation_name: 'chat',
      provider_name: 'p',
      started_at: toIso(at),
      guardrail_results: found.map(([category, [action]]) => ({
        guardrail_id: 'g',
        guardrail_name: 'G',
        target: 'llm_input',
        action,
        category,
        score: null,
        detected: true,
      })),
    }),
  );
  // Duplicates are not counted.
  await ingestLlmInteractions(client, { ...WORKSPACE_PATH, body: { interactions } });
  await ingestLlmInteractions(client, { ...WORKSPACE_PATH, body: { interactions } });
}

async function expectCounts(
  client: Client,
  window: { start_time: string; end_time: string },
  rows: readonly Interaction[],
) {
  const counts = await getLlmInteractionCounts(client, { ...WORKSPACE_PATH, ...window });
  const { results: hours, ...total } = counts;
  const expected = sum(rows.map(({ results: found }) => strongest(found)));
  expect(total).toEqual(expected);
  for (const [hour, count] of Object.entries(hours)) {
    const from = Date.parse(hour);
    const inside = rows.filter(({ at }) => at >= from && at < from + HOUR);
    expect(count, hour).toEqual(sum(inside.map(({ results: found }) => strongest(found))));
  }
  const byAgent = await getLlmInteractionAgents(client, { ...WORKSPACE_PATH, ...window });
  expect(byAgent).toMatchObject(expected);
  expect(byAgent.agents).toHaveLength(new Set(rows.map(({ agent }) => agent)).size);
  for (const { agent_id, aispm_friendly_name, ...count } of byAgent.agents) {
    const own = rows.filter(({ agent }) => agent === agent_id);
    expect(count).toEqual(sum(own.map(({ results: found }) => strongest(found))));
    expect(aispm_friendly_name).toBe(agent_id && `The ${agent_id}`);
  }
  const byCategory = await getLlmInteractionCategories(client, { ...WORKSPACE_PATH, ...window });
  expect(byCategory).toMatchObject(expected);
  const categories = new Set(rows.flatMap(({ results: found }) => found.map(([category]) => category)));
  expect(byCategory.category_count).toBe(categories.size);
  expect(new Set(byCategory.categories.map(({ category }) => category))).toEqual(categories);
  for (const { category, ...count } of byCategory.categories) {
    const own = rows
      .map(({ results: found }) => found.filter(([name]) => name === category))
      .filter(({ length }) => length > 0);
    expect(count).toEqual(sum(own.map(strongest)));
  }
}

function strongest(found: Interaction['results']): GuardrailOutcome {
  const ranks = found.map(([, [action]]) => ACTIONS.findIndex(([name]) => name === action));
  return ACTIONS[Math.max(0, ...ranks)]?.[1] as GuardrailOutcome;
}

function sum(outcomes: readonly GuardrailOutcome[]): HourlyGuardrailCounts {
  const count = (wanted: GuardrailOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return {
    total: outcomes.length,
    ok: count('OK'),
    blocked: count('BLOCKED'),
    redacted: count('REDACTED'),
    alerted: count('ALERTED'),
  };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
