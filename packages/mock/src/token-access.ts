/** The tenants and workspaces that each token has access to. Prism has no such check. */
import { clip, INVALID_TOKEN, isJsonObject } from './bundled/openapi.ts';
import { ApiError, TokensError } from './errors.ts';
import { readDocument } from './read-document.ts';

/**
 * What each token has access to: token → tenant → workspaces. `*` stands for any tenant, or any workspace of a tenant.
 */
export type Tokens = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Stands for every tenant or workspace. */
const ANY = '*';

/** Path parameters that name a tenant and a workspace. */
const TENANT = 'tenant_id';
const WORKSPACE = 'workspace_id';

/**
 * Reads tokens from a file, JSON or YAML.
 *
 * @throws {TokensError} when the file is missing, cannot be parsed or has another structure
 */
export async function loadTokens(file: string): Promise<Tokens> {
  const value = await readDocument(file).catch((error: Error) => {
    throw new TokensError(`The token file ${file} cannot be used: ${error.message}.`);
  });
  try {
    return checkTokens(value);
  } catch (error) {
    throw new TokensError(`The token file ${file} cannot be used: ${(error as Error).message}.`);
  }
}

/**
 * Checks the structure of tokens.
 *
 * @throws {TokensError} when it is another one
 */
export function checkTokens(value: unknown): Tokens {
  const example = 'for example {"token-a": {"t1": ["w1", "w2"]}, "token-b": {"*": ["*"]}}';
  if (!isJsonObject(value)) throw new TokensError(`it must map tokens to tenants and their workspaces, ${example}`);
  for (const [token, tenants] of Object.entries(value)) {
    const isMap =
      isJsonObject(tenants) &&
      Object.values(tenants).every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string'));
    if (!isMap) throw new TokensError(`"${clip(token, 40)}" must map tenants to lists of workspaces, ${example}`);
  }
  return value as Tokens;
}

/**
 * Checks that a token has access to the tenant and workspace in a path.
 *
 * @param token without `Bearer`
 * @param parameters the path parameters
 * @throws {ApiError} 401 when the token is unknown, 403 when it has no access to the tenant or the workspace
 */
export function checkAccess(tokens: Tokens, token: string, parameters: Readonly<Record<string, string>>): void {
  const tenants = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
  if (!tenants)
    throw new ApiError(401, 'invalid_api_key', INVALID_TOKEN, { headers: { 'www-authenticate': 'Bearer' } });
  const { [TENANT]: tenant, [WORKSPACE]: workspace } = parameters;
  if (tenant === undefined) return;
  const lists = [tenant, ANY].flatMap((name) => (Object.hasOwn(tenants, name) ? [tenants[name] ?? []] : []));
  if (lists.length === 0) throw noAccess(`the tenant "${tenant}"`);
  if (workspace === undefined || lists.flat().some((name) => name === workspace || name === ANY)) return;
  throw noAccess(`the workspace "${workspace}" of the tenant "${tenant}"`);
}

function noAccess(scope: string): ApiError {
  return new ApiError(403, 'workspace_access_denied', `The API key has no access to ${scope}.`);
}
