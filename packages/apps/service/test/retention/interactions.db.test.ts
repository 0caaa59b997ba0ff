/** What remains after the removal of old interactions is compared with the interactions that should remain, one by one. */
import { type Client, getLlmInteraction, ingestLlmInteractions, listLlmInteractions } from '@aispm/client';
import { currentTier } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import type { LlmInteractionListItem, NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { COUNT_TABLES } from '../../src/domains/interactions/count-updates.ts';
import { contentRetention, interactionRetention } from '../../src/domains/interactions/index.ts';
import { removeExpired } from '../../src/platform/retention/retention.ts';
import type { Settings } from '../../src/platform/services/settings.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { anyInteraction, expectCounts, type Interaction, toIso, toReport } from '../interactions/counted.ts';
import { seedAgents, WORKSPACE_PATH } from '../interactions/workspace.ts';
import { startService, type TestService } from '../service.ts';

const DAY = 24 * 3_600_000;
/** The oldest ones are in the partition of months that have none. */
const MONTHS = ['2023-11', '2026-06', '2026-07', '2026-08', '2026-09'];
const SPAN = 'a'.repeat(16);
const OTHER_PATH = { ...WORKSPACE_PATH, workspace_id: 'other' };

const timestamp = fc
  .tuple(
    fc.constantFrom(...MONTHS),
    fc.oneof(fc.constantFrom(0, 1, 59_999, 60_000, DAY - 1, DAY, 27 * DAY), fc.integer({ min: 0, max: 28 * DAY - 1 })),
  )
  .map(([month, rest]) => Date.parse(`${month}-01T00:00:00Z`) + rest);
const reported = fc.record({
  one: anyInteraction(timestamp),
  trace: fc.constantFrom('1'.repeat(32), '2'.repeat(32), null),
  isOther: fc.boolean(),
});
const batch = fc.array(reported, { minLength: 1, maxLength: 25 });
const history = fc.array(
  fc.record({
    batch,
    // The start of a month, or of some day.
    before: fc.oneof(
      fc.constantFrom('2026-06', '2026-07', '2026-08', '2026-09').map((month) => Date.parse(`${month}-01T00:00:00Z`)),
      timestamp.map((at) => at - (at % DAY)),
    ),
    maxSteps: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
  }),
  { minLength: 1, maxLength: 3 },
);

interface Known {
  id: string;
  one: Interaction;
  path: typeof WORKSPACE_PATH;
  trace: string | null;
}

describeOnDatabases('the retention of interactions', (kind) => {
  let service: TestService;
  afterEach(() => service?.close());

  it('leaves all counts as if what it removed had never been reported', { tags: ['long'] }, async () => {
    service = await start(kind);
    const client = service.client(await service.key(BOTH));
    let known: Known[] = [];
    /** The first interaction of each span. */
    const spans = new Map<string, string>();
    let count = 0;
    const report = async (added: readonly Known[]) => {
      for (const path of [WORKSPACE_PATH, OTHER_PATH]) {
        const own = added.filter((one) => one.path === path);
        const interactions = own.map(({ one, id, trace }) => ({
          ...toReport(one, id),
          trace_id: trace,
          span_id: trace && SPAN,
        }));
        if (interactions.length === 0) continue;
        const { stored_count } = await ingestLlmInteractions(client, { ...path, body: { interactions } });
        expect(stored_count).toBe(own.length);
      }
      for (const { id, trace, path } of added) {
        const span = `${path.workspace_id} ${trace}`;
        if (trace !== null && !spans.has(span)) spans.set(span, id);
      }
      known.push(...added);
    };
    const property = fc.asyncProperty(history, async (steps) => {
      for (const { batch, before, maxSteps } of steps) {
        await report(
          batch.map(({ one, trace, isOther }) => {
            count += 1;
            return { id: `i${count}`, one, path: isOther ? OTHER_PATH : WORKSPACE_PATH, trace };
          }),
        );
        await remove(service, { retainInteractionsDays: 1 }, before + DAY, maxSteps);
        const stored = new Set([...(await listIds(client, WORKSPACE_PATH)), ...(await listIds(client, OTHER_PATH))]);
        const removed = known.filter(({ id }) => !stored.has(id));
        known = known.filter(({ id }) => stored.has(id));
        expect(stored.size).toBe(known.length);
        expect(removed.filter(({ one }) => one.at >= before)).toEqual([]);
        if (maxSteps > 2) expect(known.filter(({ one }) => one.at < before)).toEqual([]);
        for (const { id } of removed) for (const [span, first] of spans) if (first === id) spans.delete(span);
        for (const path of [WORKSPACE_PATH, OTHER_PATH]) {
          const own = known.filter((one) => one.path === path);
          await expectNumbers(client, path, own);
          expect(await readKeys(service, path)).toEqual(own.map(({ id }) => id).sort());
        }
        expect(await readSpans(service)).toEqual([...spans.values()].sort());
        expect(await findEmptyCounts(service)).toBe(0);
        const [one] = removed;
        if (one) {
          await expect(getLlmInteraction(client, { ...one.path, id: one.id })).rejects.toMatchObject({ status: 404 });
          // Without the setting, nothing remembers what was removed.
          await report([one]);
        }
      }
    });
    await fc.assert(property, { numRuns: currentTier() === 'test:nightly' ? 8 : 4, endOnFailure: true });
  });

  it('drops the partitions of months that it has emptied, and creates them again when they are needed', async () => {
    service = await start(kind);
    const client = service.client(await service.key(BOTH));
    await send(client, [
      at('2026-06-10T00:00:00Z', 'a'),
      at('2026-07-10T00:00:00Z', 'b'),
      at('2026-08-10T00:00:00Z', 'c'),
    ]);
    await remove(service, { retainInteractionsDays: 1 }, Date.parse('2026-07-21T00:00:00Z'));
    const names = await readPartitions(service);
    expect(names).not.toContain('llm_interactions_2026_06');
    expect(names).toContain('llm_interactions_2026_07');
    expect(names).toContain('llm_interactions_2026_08');
    await send(client, [at('2026-06-11T00:00:00Z', 'd')]);
    expect(await readPartitions(service)).toContain('llm_interactions_2026_06');
    expect(await listIds(client, WORKSPACE_PATH)).toEqual(new Set(['c', 'd']));
  });

  it('removes more than fits in one transaction', async () => {
    service = await start(kind);
    const client = service.client(await service.key(BOTH));
    await send(client, [at('2026-09-10T00:00:00Z', 'kept')]);
    await insertMany(service, 4_100, '2026-08-10T00:00:00Z');
    const [removal] = await remove(service, { retainInteractionsDays: 1 }, Date.parse('2026-09-02T00:00:00Z'));
    expect(removal?.count).toBe(4_100);
    expect(await readKeys(service, WORKSPACE_PATH)).toEqual(['kept']);
    const window = { start_time: '2026-08-10T00:00:00Z', end_time: '2026-08-11T00:00:00Z' };
    await expectCounts(client, WORKSPACE_PATH, window, []);
  });

  it('removes what remains after a partition was dropped manually', async () => {
    service = await start(kind);
    const client = service.client(await service.key(BOTH));
    await send(client, [
      at('2026-06-10T00:00:00Z', 'a'),
      { ...at('2026-06-11T00:00:00Z', 'b'), trace_id: '1'.repeat(32), span_id: SPAN },
    ]);
    await service.database.system((db) => sql`DROP TABLE llm_interactions_2026_06`.execute(db));
    await remove(service, { retainInteractionsDays: 1 }, Date.parse('2026-07-02T00:00:00Z'));
    expect(await readKeys(service, WORKSPACE_PATH)).toEqual([]);
    expect(await readSpans(service)).toEqual([]);
    await expectCounts(
      client,
      WORKSPACE_PATH,
      { start_time: '2026-06-01T00:00:00Z', end_time: '2026-07-01T00:00:00Z' },
      [],
    );
    expect((await send(client, [at('2026-06-10T00:00:00Z', 'a')])).stored_count).toBe(1);
  });

  it('rejects reports of what it would immediately remove, known or not', async () => {
    service = await start(kind, { retainInteractionsDays: 30 });
    const client = service.client(await service.key(BOTH));
    const now = Date.now();
    const old = at(toIso(now - 40 * DAY), 'old');
    await expect(send(client, [old])).rejects.toMatchObject({ status: 422, body: { reason: 'nothing_stored' } });
    const { results } = await send(client, [old, at(toIso(now), 'new')]);
    expect(results[0]).toMatchObject({ status: 'rejected', error: { reason: 'invalid_time_window' } });
    expect(results[0]?.error?.details?.['body/interactions/0/started_at']).toContain('retention period');
    expect(results[1]).toMatchObject({ status: 'stored' });
  });
});

describeOnDatabases('the retention of contents', (kind) => {
  let service: TestService;
  afterEach(() => service?.close());

  const withContent = (started_at: string, id: string): NewLlmInteraction => ({
    ...at(started_at, id),
    input_messages: [{ role: 'user', parts: [{ type: 'text', content: `secret of ${id}` }] }],
    tool_calls: [{ tool_call_id: null, tool_name: 'lookup', tool_id: null, arguments: { of: id } }],
  });
  const readContent = async (client: Client, id: string) => {
    const { input_messages, output_messages, tool_calls } = await getLlmInteraction(client, {
      ...WORKSPACE_PATH,
      id,
      include_content: true,
    });
    return JSON.stringify([input_messages, output_messages, tool_calls.map((call) => call.arguments)]);
  };
  const NONE = '[null,null,[null]]';

  it('removes messages and arguments of old interactions, and nothing else', async () => {
    service = await start(kind);
    const client = service.client(await service.key(BOTH));
    await send(client, [withContent('2026-08-31T23:59:59.999Z', 'old'), withContent('2026-09-01T00:00:00Z', 'new')]);
    const before = await listItems(client, WORKSPACE_PATH);
    const [removal] = await remove(service, { retainContentDays: 1 }, Date.parse('2026-09-02T00:00:00Z'));
    expect(removal?.count).toBe(1);
    expect(await readContent(client, 'old')).toBe(NONE);
    expect(await readContent(client, 'new')).toContain('secret of new');
    expect(await listItems(client, WORKSPACE_PATH)).toEqual(before);
  });

  it('continues where it stopped, and finds what late transactions have stored', async () => {
    service = await start(kind);
    const client = service.client(await service.key(BOTH));
    const next = () => remove(service, { retainContentDays: 1 }, Date.parse('2026-09-02T00:00:00Z'));
    await send(client, [withContent('2026-08-31T00:00:00Z', 'first')]);
    await next();
    await send(client, [withContent('2026-08-31T12:00:00Z', 'late')]);
    expect((await next())[0]?.count).toBe(0);
    await remove(service, { retainContentDays: 1 }, Date.parse('2026-09-03T00:00:00Z'));
    expect(await readContent(client, 'late')).toBe(NONE);
  });

  it('stores new reports of old interactions without their content', async () => {
    service = await start(kind, { retainContentDays: 30 });
    const client = service.client(await service.key(BOTH));
    const now = Date.now();
    await send(client, [withContent(toIso(now - 40 * DAY), 'old'), withContent(toIso(now), 'new')]);
    expect(await readContent(client, 'old')).toBe(NONE);
    expect(await readContent(client, 'new')).toContain('secret of new');
  });
});

const BOTH = [
  { tenantId: 'acme', workspaceId: 'main' },
  { tenantId: 'acme', workspaceId: 'other' },
];

async function start(kind: DatabaseKind, settings: Partial<Settings> = {}): Promise<TestService> {
  const service = await startService(kind, settings);
  await seedAgents(service);
  await seedAgents(service, 'other');
  return service;
}

function remove({ database, service }: TestService, settings: Partial<Settings>, now: number, maxSteps?: number) {
  const { settings: standard } = service.services;
  const rules = settings.retainContentDays ? [contentRetention] : [interactionRetention];
  return removeExpired(rules, database, { ...standard, ...settings }, now, maxSteps);
}

function at(started_at: string, llm_interaction_id: string): NewLlmInteraction {
  return { llm_interaction_id, operation_name: 'chat', provider_name: 'p', started_at };
}

function send(client: Client, interactions: NewLlmInteraction[]) {
  return ingestLlmInteractions(client, { ...WORKSPACE_PATH, body: { interactions } });
}

async function listItems(client: Client, path: typeof WORKSPACE_PATH): Promise<LlmInteractionListItem[]> {
  const items: LlmInteractionListItem[] = [];
  let cursor = '';
  do {
    const page = await listLlmInteractions(client, { ...path, page_size: 100, ...(cursor !== '' && { cursor }) });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== '');
  return items;
}

async function listIds(client: Client, path: typeof WORKSPACE_PATH): Promise<Set<string>> {
  return new Set((await listItems(client, path)).map(({ llm_interaction_id }) => llm_interaction_id));
}

async function expectNumbers(client: Client, path: typeof WORKSPACE_PATH, own: readonly Known[]): Promise<void> {
  for (const month of MONTHS) {
    const start = Date.parse(`${month}-01T00:00:00Z`);
    for (const [from, to] of [
      [start, start + 31 * DAY],
      // Parts of hours and minutes are counted from rows and minutes.
      [start + 1, start + DAY + 59_999],
    ] as const) {
      const rows = own.filter(({ one }) => one.at >= from && one.at <= to).map(({ one }) => one);
      await expectCounts(client, path, { start_time: toIso(from), end_time: toIso(to) }, rows);
    }
  }
}

async function readKeys({ database }: TestService, { workspace_id }: typeof WORKSPACE_PATH): Promise<string[]> {
  const rows = await database.system((db) =>
    db
      .selectFrom('llm_interaction_keys')
      .select('llm_interaction_id as id')
      .where('workspace_id', '=', workspace_id)
      .execute(),
  );
  return rows.map(({ id }) => id).sort();
}

async function readSpans({ database }: TestService): Promise<string[]> {
  const rows = await database.system((db) =>
    db.selectFrom('llm_interaction_spans').select('llm_interaction_id as id').execute(),
  );
  return rows.map(({ id }) => id).sort();
}

async function findEmptyCounts({ database }: TestService): Promise<number> {
  const tables = [...COUNT_TABLES.map(({ table }) => table), 'llm_interaction_days', 'llm_interaction_category_days'];
  const parts = tables.map(
    (table) => sql`SELECT interaction_count FROM ${sql.table(table)} WHERE interaction_count <= 0`,
  );
  const { rows } = await database.system((db) => sql`${sql.join(parts, sql` UNION ALL `)}`.execute(db));
  return rows.length;
}

async function readPartitions({ database }: TestService): Promise<string[]> {
  const { rows } = await database.system((db) =>
    sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'llm_interactions'::regclass`.execute(db),
  );
  return rows.map(({ name }) => name);
}

/** Inserts interactions of one second, as reports would. */
async function insertMany({ database }: TestService, count: number, started_at: string): Promise<void> {
  const reports = Array.from({ length: count }, (_, index) => at(started_at, `many-${index}`));
  const { ingest, redactReports } = await import('../../src/domains/interactions/ingest.ts');
  const scope = { tenantId: 'acme', workspaceId: 'main', userId: '' };
  const redacted = await redactReports(undefined as never, 'tenant', reports);
  await database.scoped(scope, (db) => db.transaction().execute((transaction) => ingest(transaction, scope, redacted)));
}
