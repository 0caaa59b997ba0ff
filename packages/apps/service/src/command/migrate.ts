import { existsSync } from 'node:fs';
import { createConnector, listPendingMigrations, migrateDatabase } from '../composition/database.ts';
import { readSettings } from '../composition/settings.ts';
import { appendCommand } from '../platform/audit/audit-log.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { embedded } from '../platform/database/drivers/embedded.ts';
import type { PendingMigration } from '../platform/database/migrate.ts';
import { parseOptions, UsageError } from './arguments.ts';

const UP_TO_DATE = 'The tables are up to date.\n';

/** Runs `aispm-service migrate`: migrates the tables, or prints the statements. */
export async function runMigrate(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(args, { 'dry-run': { type: 'boolean' } });
  if (positionals.length > 0) throw new UsageError('The command migrate only accepts --dry-run.');
  const isTrial = values['dry-run'] === true;
  const settings = readSettings(process.env);
  // Opening an embedded database would create it.
  const isMissing = settings.databaseUrl === undefined && !existsSync(settings.dataFolder);
  const connector = isTrial && isMissing ? embedded({}) : createConnector(settings);
  const database = openDatabase(connector);
  try {
    process.stdout.write(await (isTrial ? describePending(database) : describeApplied(database)));
  } finally {
    await database.close();
  }
}

async function describeApplied(database: Database): Promise<string> {
  const { applied } = await migrateDatabase(database);
  if (applied.length > 0) await database.system((db) => appendCommand(db, undefined, 'migrate', [...applied]));
  return applied.length === 0 ? UP_TO_DATE : `Applied: ${applied.join(', ')}\n`;
}

async function describePending(database: Database): Promise<string> {
  const pending = await listPendingMigrations(database);
  return pending.length === 0 ? UP_TO_DATE : pending.map(describe).join('\n');
}

function describe({ name, sql, isConcurrent }: PendingMigration): string {
  if (sql === undefined) return `-- ${name}: changes rows in code\n`;
  return `-- ${name}${isConcurrent ? ': builds each index with CREATE INDEX CONCURRENTLY first' : ''}\n${sql}`;
}
