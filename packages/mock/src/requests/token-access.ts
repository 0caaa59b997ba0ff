/** The tenants and workspaces that each token has access to. Prism has no such check. */
import type { ApiKeyAccess } from '@aispm/types';
import { clip, isJsonObject } from '../bundled/openapi.ts';
import { readDocument } from '../contract/read-document.ts';
import { ApiError, TokensError } from '../core/errors.ts';

/** The workspaces of each tenant. `*` stands for any tenant, or any workspace of a tenant. */
export type TenantAccess = Readonly<Record<string, readonly string[]>>;

/** The workspaces of a token, and the operations that it may call. */
export interface TokenAccess {
  access: ApiKeyAccess;
  workspaces: TenantAccess;
}

/** What each token has access to. Without `access`, a token may call all operations. */
export type Tokens = Readonly<Record<string, TenantAccess | TokenAccess>>;

/** Stands for every tenant or workspace. */
export const ANY = '*';

/** Path parameters for a tenant and a workspace. */
const TENANT = 'tenant_id';
const WORKSPACE = 'workspace_id';

/**
 * Reads tokens from a file, JSON or YAML.
 *
 * @throws {TokensError} when the file is missing, cannot be parsed or has the wrong structure
 */
export async function loadTokens(file: string): Promise<Tokens> {
  const value = await readDocument(file).catch((error: Error) => {
    throw ofTokenFile(file, error);
  });
  try {
    return checkTokens(value);
  } catch (error) {
    throw ofTokenFile(file, error as Error);
  }
}

/** Returns the error that names the file that tokens come from. */
export function ofTokenFile(file: string, { message }: Error): TokensError {
  return new TokensError(`The token file ${file} cannot be used: ${message}.`);
}

/**
 * Checks the structure of tokens.
 *
 * @throws {TokensError} when the structure is wrong
 */
export function checkTokens(value: unknown): Tokens {
  const example =
    'for example {"token-a": {"halden-freight": ["production"]}, "token-b": {"access": "read", "workspaces": {"*": ["*"]}}}';
  if (!isJsonObject(value)) throw new TokensError(`it must map tokens to tenants and their workspaces, ${example}`);
  for (const [token, access] of Object.entries(value)) {
    if (isTokenAccess(access) || isTenantAccess(access)) continue;
    throw new TokensError(`"${clip(token, 40)}" must map tenants to lists of workspaces, ${example}`);
  }
  return value as Tokens;
}

/**
 * Checks that the contract defines every access of the tokens.
 *
 * @throws {TokensError} when it doesn't
 */
export function checkAccessLevels(tokens: Tokens, levels: readonly string[]): void {
  for (const [token, { access }] of Object.entries(tokens)) {
    if (typeof access !== 'string' || levels.includes(access)) continue;
    throw new TokensError(`the access of "${clip(token, 40)}" must be one of ${levels.join(', ')}`);
  }
}

function isTenantAccess(value: unknown): value is TenantAccess {
  return (
    isJsonObject(value) &&
    Object.values(value).every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string'))
  );
}

/** A tenant may also be named `access`, in which case it has a list of workspaces. */
function isTokenAccess(value: unknown): value is TokenAccess {
  return isJsonObject(value) && typeof value.access === 'string' && isTenantAccess(value.workspaces);
}

/** Returns the access and the workspaces of a token. */
export function toTokenAccess(value: TenantAccess | TokenAccess): {
  access: string | undefined;
  workspaces: TenantAccess;
} {
  return isTokenAccess(value) ? value : { access: undefined, workspaces: value };
}

/**
 * Checks that a token has access to the tenant and workspace of a request.
 *
 * @param tenants what the token has access to
 * @param parameters path parameters, and query parameters if they select the workspace
 * @throws {ApiError} 403
 */
export function checkWorkspace(tenants: TenantAccess, parameters: Readonly<Record<string, unknown>>): void {
  const scope = findForbiddenScope(tenants, parameters);
  if (scope === undefined) return;
  throw new ApiError(403, 'workspace_access_denied', `The API key has no access to ${scope}.`);
}

/**
 * Returns the tenant or the workspace of a request that a token has no access to; undefined if it has access.
 *
 * @param tenants what the token has access to
 * @param parameters as for {@link checkWorkspace}
 */
export function findForbiddenScope(
  tenants: TenantAccess,
  { [TENANT]: tenant, [WORKSPACE]: workspace }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof tenant !== 'string') return undefined;
  const lists = [tenant, ANY].flatMap((name) => (Object.hasOwn(tenants, name) ? [tenants[name] ?? []] : []));
  if (lists.length === 0) return `the tenant "${tenant}"`;
  if (workspace === undefined || lists.flat().some((name) => name === workspace || name === ANY)) return undefined;
  return `the workspace "${workspace}" of the tenant "${tenant}"`;
}
