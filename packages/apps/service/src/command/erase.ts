/** `aispm-service workspaces`, `tenants` and `users`: export, restore and delete what belongs to them. */
import { createInterface } from 'node:readline/promises';
import { eraseUser, eraseWorkspace, listWorkspaces } from '../composition/erasure.ts';
import type { Clock } from '../platform/core/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Erased } from '../platform/erasure/erase.ts';
import { exportFile, restoreFile } from './archive.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { checkId, parseWorkspace } from './keys.ts';
import { withDatabase } from './with-database.ts';

/** Runs `aispm-service workspaces`. */
export async function runWorkspaces(args: string[], clock: Clock): Promise<void> {
  const [action, ...rest] = args;
  if (action === 'export') return exportFile(rest);
  if (action === 'restore') return restoreFile(rest);
  if (action !== 'delete') {
    throw new UsageError('Use workspaces with one of export, restore or delete. See aispm-service --help.');
  }
  return runDelete('workspaces', '<tenant>/<workspace>', args, async (database, name) => {
    const erased = await eraseWorkspace(database, parseWorkspace(name, undefined), 'workspaces delete', clock);
    if (!erased) throw new UsageError(`Unknown workspace "${name}". See keys list.`);
    return erased;
  });
}

/** Runs `aispm-service tenants`. */
export function runTenants(args: string[], clock: Clock): Promise<void> {
  return runDelete('tenants', '<tenant>', args, async (database, name) => {
    const workspaces = await listWorkspaces(database, checkId('The tenant', name));
    if (workspaces.length === 0) throw new UsageError(`Unknown tenant "${name}". See keys list.`);
    const erased: Erased = new Map();
    for (const workspace of workspaces) {
      for (const [table, count] of (await eraseWorkspace(database, workspace, 'tenants delete', clock)) ?? []) {
        erased.set(table, (erased.get(table) ?? 0) + count);
      }
    }
    return erased;
  });
}

/** Runs `aispm-service users`. */
export function runUsers(args: string[], clock: Clock): Promise<void> {
  return runDelete('users', '<user>', args, (database, name) => eraseUser(database, name, clock));
}

/**
 * Runs a command that deletes.
 *
 * @param form the format of the name, for error messages
 */
async function runDelete(
  command: string,
  form: string,
  [action, ...args]: string[],
  erase: (database: Database, name: string) => Promise<Erased>,
): Promise<void> {
  if (action !== 'delete') throw new UsageError(`Use ${command} with delete. See aispm-service --help.`);
  const { values, positionals } = parseOptions(args, { confirm: { type: 'string' } });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1)
    throw new UsageError(`Specify what to delete: ${command} delete ${form}.`);
  await confirm(name, values.confirm);
  process.stdout.write(describe(await withDatabase((database) => erase(database, name))));
}

/** @throws {UsageError} unless the name is repeated, as an option or in the terminal */
async function confirm(name: string, given: string | undefined): Promise<void> {
  if (given === name) return;
  if (given !== undefined)
    throw new UsageError(`--confirm must repeat "${name}", not "${given}". Nothing was deleted.`);
  if (!process.stdin.isTTY) throw new UsageError(`This cannot be undone. Repeat the name: --confirm ${name}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`This cannot be undone. Type ${name} to delete it: `);
  terminal.close();
  if (typed.trim() !== name) throw new UsageError("The name doesn't match. Nothing was deleted.");
}

function describe(erased: Erased): string {
  if (erased.size === 0) return 'Nothing to delete.\n';
  return [...erased]
    .sort()
    .map(([table, count]) => `${table}: ${count}\n`)
    .join('');
}
