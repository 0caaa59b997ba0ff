/** Seeds the audit log of the sample data. */
import type { Db } from '../platform/database/dialect.ts';
import type { Keys, SampleData } from './sample-data.ts';

/** Inserts the entries. */
export async function seedAuditEntries(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values(sampleData.auditEntries.map((entry) => ({ ...keys, ...entry })))
    .execute();
}
