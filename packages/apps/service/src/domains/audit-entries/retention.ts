/** Removes old entries of the audit log. Only the owner of the table may. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { untilNone } from '../../platform/retention/steps.ts';

/** Maximum number of entries that one transaction removes. */
const BATCH = 2_000;

export const auditRetention: RetentionRule = {
  name: 'audit log',
  variable: 'RETAIN_AUDIT_DAYS',
  days: ({ retainAuditDays }) => retainAuditDays,
  async count(database, before) {
    const { rows } = await database.system((db) =>
      sql<{ count: number }>`SELECT count(*) FROM audit_entries WHERE occurred_at < ${before}::timestamptz`.execute(db),
    );
    return rows[0]?.count ?? 0;
  },
  remove: (database, before) =>
    untilNone(async () => {
      const { numAffectedRows } = await database.system((db) =>
        sql`
          DELETE FROM audit_entries WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM audit_entries WHERE occurred_at < ${before}::timestamptz
            ORDER BY occurred_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED
          ))`.execute(db),
      );
      return Number(numAffectedRows);
    }),
};
