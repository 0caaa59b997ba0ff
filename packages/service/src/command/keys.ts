/** `aispm-service keys`. */
import { schemaOf } from '../contract/contract.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createKey, listKeys, revokeKey } from '../keys/store.ts';
import { connectorOf } from '../service.ts';
import { readSettings } from '../settings.ts';
import type { Workspace } from '../workspaces/workspaces.ts';
import { readOptions, UsageError } from './arguments.ts';

/** Makes, shows and ends API keys. */
export async function keys([action, ...args]: string[]): Promise<void> {
  switch (action) {
    case 'create':
      return create(args);
    case 'list':
      return list(args);
    case 'revoke':
      return revoke(args);
    default:
      throw new UsageError('Say what to do with keys: create, list or revoke. See aispm-service --help.');
  }
}

async function create(args: string[]): Promise<void> {
  const { values } = readOptions(args, {
    tenant: { type: 'string' },
    workspace: { type: 'string', multiple: true },
    user: { type: 'string' },
    expires: { type: 'string' },
  });
  const workspaces = (values.workspace ?? []).map((name) => workspaceOf(name, values.tenant));
  if (workspaces.length === 0) throw new UsageError('A key needs --tenant and --workspace.');
  const expiresAt = values.expires === undefined ? undefined : new Date(values.expires);
  if (expiresAt && Number.isNaN(expiresAt.getTime())) {
    throw new UsageError(`--expires must be an instant such as 2027-01-01T00:00:00Z, not "${values.expires}".`);
  }
  if (values.user !== undefined) checkId('--user', values.user);
  const key = await onDatabase((database) =>
    createKey(database, {
      workspaces,
      ...(values.user !== undefined && { userId: values.user }),
      ...(expiresAt && { expiresAt }),
    }),
  );
  // Alone on its stream, for scripts.
  process.stdout.write(`${key}\n`);
  process.stderr.write('Keep it: it is shown only now.\n');
}

async function list(args: string[]): Promise<void> {
  readOptions(args, {});
  for (const key of await onDatabase(listKeys)) {
    const state = key.revokedAt ? `revoked ${key.revokedAt}` : key.expiresAt ? `expires ${key.expiresAt}` : 'valid';
    const reach = key.grants.map(
      ({ tenantId, workspaceId, isDefault }) => `${tenantId}/${workspaceId}${isDefault ? ' (default)' : ''}`,
    );
    process.stdout.write(
      `${key.keyId}  ${key.userId}  ${state}, last used ${key.lastUsedAt ?? 'never'}: ${reach.join(', ')}\n`,
    );
  }
}

async function revoke(args: string[]): Promise<void> {
  const { positionals } = readOptions(args, {});
  const [keyId] = positionals;
  if (keyId === undefined || positionals.length > 1) throw new UsageError('Name one key: keys revoke <id>.');
  if (!(await onDatabase((database) => revokeKey(database, keyId)))) {
    throw new UsageError(`There is no key "${keyId}" that is not revoked; keys list shows all.`);
  }
  process.stdout.write('Revoked.\n');
}

function workspaceOf(name: string, tenant: string | undefined): Workspace {
  const [first = '', second, ...rest] = name.split('/');
  const [tenantId, workspaceId] = second === undefined ? [tenant, first] : [first, second];
  if (tenantId === undefined || rest.length > 0) {
    throw new UsageError(`"${name}" needs a tenant: give --tenant, or <tenant>/<workspace>.`);
  }
  return { tenantId: checkId('--tenant', tenantId), workspaceId: checkId('--workspace', workspaceId) };
}

const ID = schemaOf('Id') as { pattern: string; maxLength: number };

/** Only what can stand in a path may be named. */
function checkId(option: string, value: string): string {
  if (new RegExp(ID.pattern).test(value) && value.length <= ID.maxLength) return value;
  throw new UsageError(`${option} must be 1 to ${ID.maxLength} letters, digits, ".", "_", "~" or "-", not "${value}".`);
}

async function onDatabase<R>(work: (database: Database) => Promise<R>): Promise<R> {
  const database = openDatabase(connectorOf(readSettings(process.env)));
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
