/** Removes the conversations of old runs; their results remain. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { changeRows, countRows } from '../../platform/retention/steps.ts';

/** Maximum number of conversations that one transaction removes. */
const BATCH = 1_000;

const expired = (before: string) =>
  sql`FROM evaluation_run_results WHERE created_at < ${before}::timestamptz AND conversation IS NOT NULL`;

export const conversationRetention: RetentionRule = {
  name: 'conversations of evaluation runs',
  variable: 'RETAIN_CONVERSATIONS_DAYS',
  days: ({ retainConversationsDays }) => retainConversationsDays,
  count: (database, before) => countRows(database, expired(before)),
  remove: (database, before) =>
    changeRows(
      database,
      sql`UPDATE evaluation_run_results SET conversation = NULL`,
      sql`${expired(before)} ORDER BY created_at`,
      BATCH,
    ),
};
