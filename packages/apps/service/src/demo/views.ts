/** Seeds the saved views of the story. */
import type { Db } from '../platform/database/dialect.ts';
import { json } from '../platform/database/json.ts';
import type { Keys, Story } from './story.ts';

/** Inserts the views. Their exports can be requested. */
export async function seedViews(db: Db, keys: Keys, story: Story): Promise<void> {
  await db
    .insertInto('views')
    .values(story.views.map(({ filters, ...view }) => ({ ...keys, ...view, filters: json(filters) })))
    .execute();
}
