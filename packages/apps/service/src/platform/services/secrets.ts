import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

const SECRET_BYTES = 32;

/** Returns a secret that all processes share. The first process that needs it creates it in the database. */
export function loadSecret(database: Database, name: string): Promise<Buffer> {
  return database.system(async (db) => {
    await db
      .insertInto('secrets')
      .values({ name, value: randomBytes(SECRET_BYTES) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    return Buffer.from(value);
  });
}
