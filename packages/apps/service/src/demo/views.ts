/** Seeds the saved views of the sample data. */
import type { Db } from '../platform/database/dialect.ts';
import { json } from '../platform/database/json.ts';
import type { Keys, SampleData } from './sample-data.ts';

/** Inserts the views. Their exports can be requested. */
export async function seedViews(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  await db
    .insertInto('views')
    .values(sampleData.views.map(({ filters, ...view }) => ({ ...keys, ...view, filters: json(filters) })))
    .execute();
}
