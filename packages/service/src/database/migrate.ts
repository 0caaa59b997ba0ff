import type { Database } from './database.ts';
import { readMigrations } from './migrations.ts';

/** Any number that nobody else locks: processes that start at the same time migrate one after the other. */
const LOCK = 4_030_001;

/**
 * Brings the tables up to date, each step in a transaction of its own.
 *
 * @returns the names of the steps that were missing
 */
export function migrate(database: Database): Promise<string[]> {
  return database.system(async (_, connection) => {
    // Waiting for another process, and some steps on large tables, may take long.
    await connection.execute('SET statement_timeout = 0');
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      await connection.execute(
        'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())',
      );
      const { rows } = await connection.query('SELECT name FROM migrations', []);
      const applied = new Set((rows as { name: string }[]).map(({ name }) => name));
      const missing = readMigrations().filter(({ name }) => !applied.has(name));
      for (const { name, sql } of missing) {
        await connection.execute(`BEGIN;\n${sql}\n;INSERT INTO migrations (name) VALUES ('${name}');COMMIT`);
      }
      return missing.map(({ name }) => name);
    } catch (error) {
      await connection.execute('ROLLBACK');
      throw error;
    } finally {
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
      await connection.execute('RESET statement_timeout');
    }
  });
}
