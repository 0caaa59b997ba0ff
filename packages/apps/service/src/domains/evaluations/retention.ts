/** Removes the conversations of old runs; their results remain. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { untilNone } from '../../platform/retention/steps.ts';

/** Maximum number of conversations that one transaction removes. */
const BATCH = 1_000;

const isExpired = (before: string) => sql`created_at < ${before}::timestamptz AND conversation IS NOT NULL`;

export const conversationRetention: RetentionRule = {
  name: 'conversations of evaluation runs',
  variable: 'RETAIN_CONVERSATIONS_DAYS',
  days: ({ retainConversationsDays }) => retainConversationsDays,
  async count(database, before) {
    const { rows } = await database.system((db) =>
      sql<{ count: number }>`SELECT count(*) FROM evaluation_run_results WHERE ${isExpired(before)}`.execute(db),
    );
    return rows[0]?.count ?? 0;
  },
  remove: (database, before) =>
    untilNone(async () => {
      const { numAffectedRows } = await database.system((db) =>
        sql`
          UPDATE evaluation_run_results SET conversation = NULL WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM evaluation_run_results WHERE ${isExpired(before)}
            ORDER BY created_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED
          ))`.execute(db),
      );
      return Number(numAffectedRows);
    }),
};
