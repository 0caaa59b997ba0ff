/** What clients get when a statement takes longer than it may: an invitation to repeat it only where that can help. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { Handlers } from '../../src/platform/http/operation.ts';
import { findFew, type List } from '../../src/platform/lists/list.ts';
import { startService, type TestService } from '../service.ts';

const T = `tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

/** Runs a statement that PostgreSQL ends at once. */
async function exceedTimeout(db: Db): Promise<never> {
  await sql`SELECT set_config('statement_timeout', '1', true)`.execute(db);
  await sql`SELECT pg_sleep(600)`.execute(db);
  throw new Error('The statement was not ended.');
}

/** Searches a list by an index whose search PostgreSQL ends at once. */
async function exceedTimeoutOfSearch(db: Db): Promise<never> {
  await sql`SELECT set_config('statement_timeout', '1', true)`.execute(db);
  const search = { table: 'objects', find: () => [sql`SELECT pg_sleep(600)`] };
  const list = { operation: 'listTools', search } as unknown as List<'listTools'>;
  const scope = { ...SAMPLE_WORKSPACE, userId: '' };
  await findFew(list, db, { scope, path: { tenant_id: '', workspace_id: '' }, filters: { include_deleted: false } });
  throw new Error('The statement was not ended.');
}

let service: TestService;
let token: string;
beforeAll(async () => {
  const handler = ({ transaction }: { transaction: (run: (db: Db) => Promise<never>) => Promise<never> }) =>
    transaction(exceedTimeout);
  const operations = ['listFineGrainedIssues', 'getLlmInteractionAgents', 'getAgent', 'createView'] as const;
  const handlers = {
    ...Object.fromEntries(operations.map((operation) => [operation, handler])),
    listTools: ({ transaction }: Parameters<typeof handler>[0]) => transaction(exceedTimeoutOfSearch),
  };
  service = await startService('postgres', {}, handlers as unknown as Partial<Handlers>);
  token = await service.key([SAMPLE_WORKSPACE]);
});
afterAll(() => service.close());

it.each([
  [
    'a list',
    `fine-grained-issues/${T}?include_total=true`,
    ' Do not repeat it unchanged: leave out include_total, or use filters that fewer records match.',
  ],
  [
    'counts of a window',
    `aispm-llm-interactions-dash/${T}/agents?start_time=2026-11-01T00:00:00Z&end_time=2026-11-30T00:00:00Z`,
    ' Do not repeat it unchanged: choose a shorter time window.',
  ],
  [
    'the search of a list',
    `aispm-tools/${T}?name=x`,
    ' Do not repeat it unchanged: use filters that fewer records match.',
  ],
  ['a record', `aispm-agents/${T}/019fef6a-317c-79f1-b5aa-d002273a4920`, ''],
])('%s that takes too long fails with what to narrow, without suggesting a retry', async (_, path, advice) => {
  const response = await service.send(`/${path}`, { token });
  expect({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }).toEqual({
    status: 500,
    retryAfter: null,
    body: {
      code: 500,
      reason: 'internal_error',
      message: `The request reads more than the database can in its time.${advice}`,
    },
  });
});

it('a write that waited too long for others can be retried once they have ended', async () => {
  const body = JSON.stringify({ name: 'v', entity: 'agents' });
  const headers = { 'content-type': 'application/json' };
  const response = await service.send('/views', { token, method: 'POST', headers, body });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await response.json()).toMatchObject({
    reason: 'unavailable',
    message: expect.stringMatching(/ 30 seconds\.$/),
  });
});
