import { sql } from 'kysely';
import type { PeriodicTask } from '../jobs/job.ts';
import { changeRows } from '../retention/steps.ts';

/** Maximum number of rows per statement, so none holds locks for long. */
const BATCH = 10_000;

/** Deletes expired idempotency keys with their responses. See `idempotency.ts`. */
export const purgeExpiredIdempotencyKeys: PeriodicTask = {
  name: 'purge-expired-idempotency-keys',
  everyMs: 10 * 60 * 1000,
  async run({ database }) {
    const expired = sql`FROM idempotency_keys WHERE expires_at < now()`;
    for await (const _ of changeRows(database, sql`DELETE FROM idempotency_keys`, expired, BATCH));
  },
};
