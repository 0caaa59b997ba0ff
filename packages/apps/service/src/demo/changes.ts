/** Seeds the log of changes of the sample data. */
import type { Db } from '../platform/database/dialect.ts';
import type { Keys, SampleData } from './sample-data.ts';

/** Inserts the changes, except for the end of the export, which isn't seeded. */
export async function seedChanges(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  const seeded = sampleData.changes.filter(({ kind }) => kind !== 'export_ended');
  const rows = seeded.map(({ change_id, subject_name, target_name, object_type, ...change }) => ({
    ...keys,
    ...change,
    position: Number(change_id),
    object_type: object_type ?? '',
  }));
  const last = rows.at(-1);
  if (!last) return;
  await db.insertInto('changes').values(rows).execute();
  await db
    .insertInto('change_logs')
    .values({ ...keys, last_position: last.position, last_at: last.occurred_at })
    .execute();
}
