/** Removes old changes from the log, which only the owner of the table may do. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { changeRows, countRows } from '../../platform/retention/steps.ts';

/** Maximum number of changes that one transaction removes. */
const BATCH = 2_000;

const expired = (before: string) => sql`FROM changes WHERE occurred_at < ${before}::timestamptz`;

export const changeRetention: RetentionRule = {
  name: 'changes',
  variable: 'RETAIN_CHANGES_DAYS',
  days: ({ retainChangesDays }) => retainChangesDays,
  count: (database, before) => countRows(database, expired(before)),
  remove: (database, before) =>
    changeRows(database, sql`DELETE FROM changes`, sql`${expired(before)} ORDER BY occurred_at`, BATCH),
};
