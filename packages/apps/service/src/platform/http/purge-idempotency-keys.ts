import { sql } from 'kysely';
import type { PeriodicTask } from '../jobs/job.ts';

/** Maximum number of rows that one statement deletes, so that none holds locks for long. */
const BATCH = 10_000;

/** Deletes expired idempotency keys with their responses: see `idempotency.ts`. */
export const purgeExpiredIdempotencyKeys: PeriodicTask = {
  name: 'purge-expired-idempotency-keys',
  everyMs: 10 * 60 * 1000,
  async run({ database }) {
    for (let deleted = BATCH; deleted === BATCH; ) {
      const { numAffectedRows } = await database.system((db) =>
        sql`
          DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM idempotency_keys WHERE expires_at < now() LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED
          ))`.execute(db),
      );
      deleted = Number(numAffectedRows ?? 0);
    }
  },
};
