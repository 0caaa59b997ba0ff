/** The saved views of the story. */
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import { type Keys, story } from './story.ts';

/** Writes the views; their exports can be asked for. */
export async function seedViews(db: Db, keys: Keys): Promise<void> {
  await db
    .insertInto('views')
    .values(story.views.map(({ filters, ...view }) => ({ ...keys, ...view, filters: json(filters) as never })))
    .execute();
}
