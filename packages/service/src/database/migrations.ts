import { readdirSync, readFileSync } from 'node:fs';

/** One step of the schema. */
export interface Migration {
  /** File name without its ending, such as `0001_accounts`; the order of names is the order of steps. */
  name: string;
  sql: string;
}

const FOLDER = new URL('../../migrations/', import.meta.url);

/** All steps, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(new URL(file, FOLDER), 'utf8') }));
}
