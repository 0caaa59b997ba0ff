/** Authenticates requests, and checks what their tokens allow. */
import type { ApiKey } from '@aispm/types';
import {
  INVALID_TOKEN,
  includesAccess,
  insufficientAccess,
  isJsonObject,
  isScopeParameter,
  parseTimestamp,
  REQUIRED_ACCESS,
} from '../bundled/openapi.ts';
import type { Contract, Operation } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { State } from '../records/state.ts';
import { ANY, checkWorkspace, type TenantAccess, type Tokens, toTokenAccess } from '../requests/token-access.ts';
import type { OperationRequest } from './route.ts';

/** The sender of a request. */
export interface Caller {
  /** The token whose records the request reads and changes: the request's token, or the token that created the API key. */
  owner: string;
  /** Undefined when the token may call all operations. */
  access: string | undefined;
  /** Undefined when the token has access to all workspaces. */
  workspaces: TenantAccess | undefined;
  /** The API key, if a request created it. */
  key: ApiKey | undefined;
}

/** Path of the operation that describes the caller. */
const CURRENT_USER_PATH = '/me';

/** Identifies callers, and checks what they are allowed to do. */
export class Auth {
  readonly #contract: Pick<Contract, 'operations' | 'accessLevels'>;
  readonly #tokens: Tokens | undefined;
  readonly #state: State | undefined;

  constructor(
    contract: Pick<Contract, 'operations' | 'accessLevels'>,
    tokens: Tokens | undefined,
    state: State | undefined,
  ) {
    this.#contract = contract;
    this.#tokens = tokens;
    this.#state = state;
  }

  /** Whether every API key is accepted. */
  get acceptsAnyKey(): boolean {
    return this.#tokens === undefined;
  }

  /**
   * Returns the caller that a token identifies, without `Bearer`.
   *
   * @throws {ApiError} 401 when the token is unknown, or an API key that was deleted or has expired
   */
  identify(token: string): Caller {
    const created = this.#state?.findKey(token);
    if (created) {
      const { owner, key } = created;
      if (!key || hasExpired(key)) throw invalidToken();
      return { owner, access: key.access, workspaces: groupByTenant(key.workspaces), key };
    }
    if (!this.#tokens) return { owner: token, access: undefined, workspaces: undefined, key: undefined };
    const known = Object.hasOwn(this.#tokens, token) ? this.#tokens[token] : undefined;
    if (!known) throw invalidToken();
    return { owner: token, key: undefined, ...toTokenAccess(known) };
  }

  /**
   * Checks that a caller may call an operation, and has access to the workspace of the request.
   *
   * @throws {ApiError} 403
   */
  check({ access, workspaces }: Caller, operation: Operation, request: OperationRequest): void {
    const required: unknown = operation.extensions?.[REQUIRED_ACCESS];
    if (access !== undefined && typeof required === 'string') {
      const isAllowed = includesAccess(this.#contract.accessLevels, access, required);
      if (!isAllowed) throw new ApiError(403, 'insufficient_access', insufficientAccess(access));
    }
    if (workspaces) checkWorkspace(workspaces, { ...request.parameters, ...findSelectedWorkspace(operation, request) });
  }

  /** Returns the body of the operation that describes the caller; undefined for all other operations. */
  describe({ access, workspaces, key }: Caller, { path }: Operation): object | undefined {
    if (path !== CURRENT_USER_PATH) return undefined;
    if (key) {
      const { user_id, name, expires_at } = key;
      return { user_id, name, access: key.access, expires_at, workspaces: key.workspaces };
    }
    const named = workspaces && listWorkspaces(workspaces);
    return {
      ...this.#example,
      ...(access !== undefined && { access }),
      ...(named?.length && { workspaces: named.map((one, index) => ({ ...one, is_default: index === 0 })) }),
    };
  }

  /** Returns the workspace of a request: from its path or query, otherwise the caller's default. */
  findWorkspace(
    caller: Caller | undefined,
    operation: Operation,
    request: OperationRequest,
  ): WorkspaceScope | undefined {
    const { tenant_id, workspace_id } = request.parameters;
    if (tenant_id !== undefined && workspace_id !== undefined) return { tenant_id, workspace_id };
    return findSelectedWorkspace(operation, request) ?? this.#findDefaultWorkspace(caller);
  }

  #findDefaultWorkspace(caller: Caller | undefined): WorkspaceScope | undefined {
    const { key, workspaces } = caller ?? {};
    const [first] = key?.workspaces ?? (workspaces && listWorkspaces(workspaces)) ?? this.#example.workspaces;
    return first && { tenant_id: first.tenant_id, workspace_id: first.workspace_id };
  }

  /** The default workspace of the current user in the examples. */
  get exampleWorkspace(): WorkspaceScope {
    return this.#findDefaultWorkspace(undefined) ?? { tenant_id: 't1', workspace_id: 'w1' };
  }

  /** Returns the query that selects a workspace other than the caller's default; empty for the default. */
  selectionQuery(caller: Caller, operation: Operation, request: OperationRequest): string {
    const selected = findSelectedWorkspace(operation, request);
    if (!selected) return '';
    const first = this.#findDefaultWorkspace(caller);
    const isDefault = first?.tenant_id === selected.tenant_id && first.workspace_id === selected.workspace_id;
    return isDefault ? '' : `?${new URLSearchParams(selected)}`;
  }

  /** The current user in the examples. */
  get #example(): { workspaces: readonly WorkspaceScope[] } {
    const operation = this.#contract.operations.find(({ path }) => path === CURRENT_USER_PATH);
    const [example] = operation?.responses[0]?.contents?.[0]?.examples ?? [];
    const value = example && 'value' in example ? example.value : undefined;
    return isJsonObject(value) && Array.isArray(value.workspaces)
      ? { ...value, workspaces: value.workspaces as WorkspaceScope[] }
      : { workspaces: [] };
  }
}

/** Returns the workspace that the query selects; undefined when the operation or the request doesn't select one. */
function findSelectedWorkspace(
  { request = {} }: Operation,
  { query }: Pick<OperationRequest, 'query'>,
): WorkspaceScope | undefined {
  const declared = (request.query ?? []).some(({ name }) => isScopeParameter(name));
  const { tenant_id, workspace_id } = query;
  return declared && typeof tenant_id === 'string' && typeof workspace_id === 'string'
    ? { tenant_id, workspace_id }
    : undefined;
}

function invalidToken(): ApiError {
  return new ApiError(401, 'invalid_api_key', INVALID_TOKEN, { headers: { 'www-authenticate': 'Bearer' } });
}

function hasExpired({ expires_at }: ApiKey): boolean {
  return expires_at !== null && parseTimestamp(expires_at).ms <= Date.now();
}

function groupByTenant(workspaces: readonly WorkspaceScope[]): TenantAccess {
  const tenants: Record<string, string[]> = {};
  for (const { tenant_id, workspace_id } of workspaces) {
    tenants[tenant_id] = [...(Object.hasOwn(tenants, tenant_id) ? (tenants[tenant_id] ?? []) : []), workspace_id];
  }
  return tenants;
}

/** Lists the named workspaces, without those that `*` stands for. */
function listWorkspaces(tenants: TenantAccess): WorkspaceScope[] {
  return Object.entries(tenants).flatMap(([tenant_id, names]) =>
    tenant_id === ANY ? [] : names.filter((name) => name !== ANY).map((workspace_id) => ({ tenant_id, workspace_id })),
  );
}
