/** Which token reaches which tenants and workspaces. Prism has nothing of the kind. */
import { isObject } from './contract-checks.js';
import { readDocument } from './document.js';
import { ApiError, clip, TokensError } from './errors.js';

/** What each token reaches: token → tenant → workspaces. `*` stands for any tenant, or any workspace of a tenant. */
export type Tokens = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Stands for every tenant or workspace. */
const ANY = '*';

/** Path parameters that a token can be held to. */
const TENANT = 'tenant_id';
const WORKSPACE = 'workspace_id';

/**
 * Reads tokens from a file, JSON or YAML.
 *
 * @throws {TokensError} when the file is missing, cannot be parsed or has another form
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
 * Checks the form of tokens.
 *
 * @throws {TokensError} when it is another one
 */
export function checkTokens(value: unknown): Tokens {
  const example = 'for example {"token-a": {"t1": ["w1", "w2"]}, "token-b": {"*": ["*"]}}';
  if (!isObject(value)) throw new TokensError(`it must map tokens to tenants and their workspaces, ${example}`);
  for (const [token, tenants] of Object.entries(value)) {
    const isMap =
      isObject(tenants) &&
      Object.values(tenants).every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'));
    if (!isMap) throw new TokensError(`"${clip(token, 40)}" must map tenants to lists of workspaces, ${example}`);
  }
  return value as Tokens;
}

/**
 * Checks that a token reaches what a path names.
 *
 * @param token without `Bearer`
 * @param parameters the values in the path
 * @throws {ApiError} 401 when there is no such token, 403 when it does not reach the tenant or the workspace
 */
export function checkReach(tokens: Tokens, token: string, parameters: Readonly<Record<string, string>>): void {
  const tenants = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
  if (!tenants) {
    throw new ApiError(401, 'The token is not one of those that this mock was given.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  const { [TENANT]: tenant, [WORKSPACE]: workspace } = parameters;
  if (tenant === undefined) return;
  const lists = [tenant, ANY].flatMap((name) => (Object.hasOwn(tenants, name) ? [tenants[name] ?? []] : []));
  if (lists.length === 0) throw new ApiError(403, `The token does not reach the tenant "${tenant}".`);
  if (workspace === undefined || lists.flat().some((name) => name === workspace || name === ANY)) return;
  throw new ApiError(403, `The token does not reach the workspace "${workspace}" of the tenant "${tenant}".`);
}
