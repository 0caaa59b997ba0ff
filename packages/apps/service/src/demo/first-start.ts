/** Seeds the demo at the first start. */

import { createKey } from '../composition/workspaces.ts';
import type { Database } from '../platform/database/database.ts';
import { hasKeys } from '../platform/keys/store.ts';
import { seedStory } from './seed.ts';
import { STORY_WORKSPACE } from './story.ts';

/** The user of the demo key. */
const DEMO_USER = 'demo';

/**
 * Seeds the demo workspace when the service starts with a database without API keys. Of several processes that start at
 * the same time, one does it.
 *
 * @returns the API key of the demo; undefined when there are keys, or the demo was seeded before
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
  await seedStory(database, STORY_WORKSPACE, Date.now());
  return createKey(database, { workspaces: [STORY_WORKSPACE], userId: DEMO_USER, name: 'Demo' });
}
