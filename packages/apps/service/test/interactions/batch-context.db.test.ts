/** What the context of a batch is read from. */
import type { NewLlmInteraction } from '@aispm/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBatchContext } from '../../src/domains/interactions/batch-context.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { observeStatements } from '../databases/observe-statements.ts';
import { testPostgres } from '../databases/test-postgres.ts';

const REPORT: NewLlmInteraction = {
  llm_interaction_id: 'one',
  agent_id: 'desk',
  operation_name: 'chat',
  provider_name: 'anthropic',
  started_at: '2026-11-18T08:15:30.250Z',
};
const CALL = { tool_call_id: 'call-1', tool_name: 'lookup', tool_id: null, arguments: null };

describe('the context of a batch', () => {
  const statements: string[] = [];
  let database: Database;

  beforeAll(async () => {
    database = openDatabase(
      observeStatements(testPostgres(await freshPostgresUrl()), (sql, parameters) => {
        if (parameters) statements.push(sql);
      }),
    );
  });
  afterAll(() => database.close());

  // With a list that is empty the planner can't know it, and may read all relations or spans of the workspace.
  it.each<[string, Partial<NewLlmInteraction>, string[]]>([
    ['neither tools nor a span', {}, []],
    ['a tool that has its identifier', { tool_calls: [{ ...CALL, tool_id: 'lookup-1' }] }, []],
    ['a tool without an identifier', { tool_calls: [CALL] }, ['edges']],
    [
      'a span',
      { trace_id: '7c2f4e19a05d4b7e9f3168d0c4ab5e21', span_id: '3e91b7d05fa4c826' },
      ['llm_interaction_spans'],
    ],
  ])('is read from the tables that a report with %s needs', async (_, fields, expected) => {
    const scope = { tenantId: 'acme', workspaceId: 'main', userId: '' };
    await database.scoped(scope, async (db) => {
      statements.length = 0;
      await readBatchContext(db, scope, [{ ...REPORT, ...fields }]);
    });
    const read = ['edges', 'llm_interaction_spans'].filter((table) => statements.some((sql) => sql.includes(table)));
    expect(read).toEqual(expected);
  });
});
