import { readdirSync, readFileSync } from 'node:fs';
import { MIGRATIONS_FOLDER } from '../core/package-files.ts';

/** A step of the schema that is written in SQL. */
export interface SqlMigration {
  /** File name without `.sql`, such as `0001_accounts`. */
  name: string;
  sql: string;
}

/** Reads the SQL migrations, sorted by name. */
export function readSqlMigrations(): SqlMigration[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(new URL(file, MIGRATIONS_FOLDER), 'utf8') }));
}
