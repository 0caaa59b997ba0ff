/** Seeds the audit log of the story. */
import type { Db } from '../platform/database/dialect.ts';
import type { Keys, Story } from './story.ts';

/** Inserts the entries. */
export async function seedAuditEntries(db: Db, keys: Keys, story: Story): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values(story.auditEntries.map((entry) => ({ ...keys, ...entry })))
    .execute();
}
