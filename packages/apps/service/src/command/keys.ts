/** `aispm-service keys`: creates, lists and revokes API keys. */
import type { ApiKeyAccess } from '@aispm/types';
import { createKey } from '../composition/workspaces.ts';
import { ACCESS_LEVELS, getSchema } from '../platform/contract/contract.ts';
import type { Workspace } from '../platform/database/rows.ts';
import { listKeys, revokeKey } from '../platform/keys/store.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { withDatabase } from './with-database.ts';

/** Runs `aispm-service keys`. */
export async function runKeys([action, ...args]: string[]): Promise<void> {
  switch (action) {
    case 'create':
      return create(args);
    case 'list':
      return list(args);
    case 'revoke':
      return revoke(args);
    default:
      throw new UsageError('Use keys with one of create, list or revoke. See aispm-service --help.');
  }
}

async function create(args: string[]): Promise<void> {
  const { values } = parseOptions(args, {
    tenant: { type: 'string' },
    workspace: { type: 'string', multiple: true },
    user: { type: 'string' },
    expires: { type: 'string' },
    access: { type: 'string' },
    name: { type: 'string' },
  });
  const workspaces = (values.workspace ?? []).map((name) => parseWorkspace(name, values.tenant));
  if (workspaces.length === 0) throw new UsageError('A key requires --tenant and --workspace.');
  if (workspaces.length > MAX_WORKSPACES) throw new UsageError(`A key can have up to ${MAX_WORKSPACES} workspaces.`);
  const expiresAt = values.expires === undefined ? undefined : parseTimestamp('--expires', values.expires);
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw new UsageError(`--expires must be in the future, not "${values.expires}": the key could never be used.`);
  }
  if (values.user !== undefined) checkId('--user', values.user);
  const access = values.access === undefined ? undefined : parseAccess(values.access);
  if (values.name !== undefined) checkName(values.name);
  const key = await withDatabase((database) =>
    createKey(database, {
      workspaces,
      ...(access !== undefined && { access }),
      ...(values.name !== undefined && { name: values.name }),
      ...(values.user !== undefined && { userId: values.user }),
      ...(expiresAt && { expiresAt }),
    }),
  );
  // Standard output contains only the key, for scripts.
  process.stdout.write(`${key}\n`);
  process.stderr.write("Store the key now: it won't be shown again.\n");
}

async function list(args: string[]): Promise<void> {
  const { tenant } = parseOptions(args, { tenant: { type: 'string' } }).values;
  const keys = await withDatabase(listKeys);
  for (const key of keys.filter(
    ({ grants }) => tenant === undefined || grants.some((grant) => grant.tenantId === tenant),
  )) {
    const state = key.revokedAt ? `revoked ${key.revokedAt}` : key.expiresAt ? `expires ${key.expiresAt}` : 'valid';
    const workspaces = key.grants.map(
      ({ tenantId, workspaceId, isDefault }) => `${tenantId}/${workspaceId}${isDefault ? ' (default)' : ''}`,
    );
    process.stdout.write(
      `${key.keyId}  ${key.name}  ${key.access}  ${key.userId}  ${state}, last used ${key.lastUsedAt ?? 'never'}: ${workspaces.join(', ')}\n`,
    );
  }
}

async function revoke(args: string[]): Promise<void> {
  const { positionals } = parseOptions(args, {});
  const [keyId] = positionals;
  if (keyId === undefined || positionals.length > 1) throw new UsageError('Specify one key: keys revoke <id>.');
  if (!(await withDatabase((database) => revokeKey(database, keyId)))) {
    throw new UsageError(`Unknown or revoked key "${keyId}". See keys list.`);
  }
  process.stdout.write('Revoked.\n');
}

/** Parses `<tenant>/<workspace>`, or the name of a workspace if the tenant is known. */
export function parseWorkspace(name: string, tenant: string | undefined): Workspace {
  const [first = '', second, ...rest] = name.split('/');
  const [tenantId, workspaceId] = second === undefined ? [tenant, first] : [first, second];
  if (tenantId === undefined || rest.length > 0) {
    throw new UsageError(`"${name}" requires a tenant: use --tenant, or <tenant>/<workspace>.`);
  }
  return { tenantId: checkId('--tenant', tenantId), workspaceId: checkId('--workspace', workspaceId) };
}

const ID = getSchema('Id') as { pattern: string; maxLength: number };

/** Returns the value, which becomes part of paths, so the contract restricts its characters. */
export function checkId(option: string, value: string): string {
  if (new RegExp(ID.pattern).test(value) && value.length <= ID.maxLength) return value;
  throw new UsageError(`${option} must be 1 to ${ID.maxLength} letters, digits, ".", "_", "~" or "-", not "${value}".`);
}

const { maxLength: MAX_NAME } = getSchema('ApiKeyName') as { maxLength: number };
const { maxItems: MAX_WORKSPACES } = getSchema('AccessibleWorkspaces') as { maxItems: number };

function checkName(name: string): void {
  if (name.length > 0 && name.length <= MAX_NAME) return;
  throw new UsageError(`--name must have 1 to ${MAX_NAME} characters.`);
}

function parseAccess(value: string): ApiKeyAccess {
  const access = ACCESS_LEVELS.find((level) => level === value);
  if (access) return access;
  throw new UsageError(`--access must be one of ${ACCESS_LEVELS.join(', ')}, not "${value}".`);
}
