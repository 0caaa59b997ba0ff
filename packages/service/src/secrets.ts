import { randomBytes } from 'node:crypto';
import type { Database } from './database/database.ts';

/** A secret that all processes share: made by the first that asks for it, and kept in the database. */
export function sharedSecret(database: Database, name: string): Promise<Buffer> {
  return database.system(async (db) => {
    await db
      .insertInto('secrets')
      .values({ name, value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    return Buffer.from(value);
  });
}
