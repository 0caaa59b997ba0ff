/** Seeds the demo at the first start. */

import { createKey } from '../composition/workspaces.ts';
import type { Database } from '../platform/database/database.ts';
import { hasKeys } from '../platform/keys/store.ts';
import { SAMPLE_WORKSPACE } from './sample-data.ts';
import { seedSampleData } from './seed.ts';

/** The row that records that the demo was seeded. */
const DEMO_SECRET = 'demo';
/** The user of the demo key. */
const DEMO_USER = 'demo';

/** Returns whether a database has the demo, or will get it during this start. */
export async function isDemo(database: Database): Promise<boolean> {
  if (!(await hasKeys(database))) return true;
  const row = await database.system((db) =>
    db.selectFrom('secrets').select('name').where('name', '=', DEMO_SECRET).executeTakeFirst(),
  );
  return row !== undefined;
}

/**
 * Seeds the demo workspace if the database has no API keys. If several processes start at the same time, only one seeds it.
 *
 * @returns the demo's API key; undefined if there are keys, or the demo was seeded earlier
 */
export async function prepareDemo(database: Database): Promise<string | undefined> {
  if (await hasKeys(database)) return undefined;
  const isFirst = await database.system(async (db) => {
    const row = await db
      .insertInto('secrets')
      .values({ name: DEMO_SECRET, value: new Uint8Array() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  });
  if (!isFirst) return undefined;
  await seedSampleData(database, SAMPLE_WORKSPACE, Date.now());
  return createKey(database, { workspaces: [SAMPLE_WORKSPACE], userId: DEMO_USER, name: 'Demo' }, 'serve');
}
