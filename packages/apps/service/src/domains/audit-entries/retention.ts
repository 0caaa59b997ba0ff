/** Removes old entries of the audit log, which only the owner of the table may do. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { changeRows, countRows } from '../../platform/retention/steps.ts';

/** Maximum number of entries that one transaction removes. */
const BATCH = 2_000;

const expired = (before: string) => sql`FROM audit_entries WHERE occurred_at < ${before}::timestamptz`;

export const auditRetention: RetentionRule = {
  name: 'audit log',
  variable: 'RETAIN_AUDIT_DAYS',
  days: ({ retainAuditDays }) => retainAuditDays,
  count: (database, before) => countRows(database, expired(before)),
  remove: (database, before) =>
    changeRows(database, sql`DELETE FROM audit_entries`, sql`${expired(before)} ORDER BY occurred_at`, BATCH),
};
