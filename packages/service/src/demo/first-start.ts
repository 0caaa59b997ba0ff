import type { Database } from '../database/database.ts';
import { createKey, hasKeys } from '../keys/store.ts';
import { seedStory } from './seed.ts';
import { STORY_WORKSPACE } from './story.ts';

/** Whom the demo's key belongs to. */
const DEMO_USER = 'demo';

/**
 * Fills a demo workspace when the service starts with a database that has no keys, so that there is something to look at. Of
 * processes that start together one does it.
 *
 * @returns the key of the demo; undefined when there are keys, or there was a demo before
 */
export async function prepareDemo(database: Database): Promise<string | undefined> {
  if (await hasKeys(database)) return undefined;
  const isFirst = await database.system(async (db) => {
    const row = await db
      .insertInto('secrets')
      .values({ name: 'demo', value: new Uint8Array() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  });
  if (!isFirst) return undefined;
  await seedStory(database);
  return createKey(database, { workspaces: [STORY_WORKSPACE], userId: DEMO_USER });
}
