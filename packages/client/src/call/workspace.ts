import type { Id } from '../generated/operations.schemas.ts';
import type { Client } from './client.ts';

/** Identifies a workspace, and the tenant that it belongs to. */
export interface Workspace {
  /** Identifies the tenant. */
  readonly tenant_id: Id;
  /** Identifies the workspace inside the tenant. */
  readonly workspace_id: Id;
}

/** A client whose calls use one workspace, unless their parameters select another one. */
export interface WorkspaceClient extends Client {
  /** The workspace of the calls. */
  readonly workspace: Workspace;
}

/** The parameters of a call of a client with a workspace, which is optional in them. */
export type WorkspaceOptional<Params> = Omit<NonNullable<Params>, keyof Workspace> & {
  /** Tenant of the call. Default: the client's tenant. */
  readonly tenant_id?: Id | undefined;
  /** Workspace of the call. Default: the client's workspace. */
  readonly workspace_id?: Id | undefined;
};

/** The parameters of a call of a client: the workspace is optional if the client has one. */
export type ParamsOf<Sender extends Client, Params> = Sender extends WorkspaceClient
  ? WorkspaceOptional<Params>
  : Params;

/**
 * Creates a client whose calls use one workspace, so that their parameters don't have to contain it. This includes operations
 * that otherwise use the default workspace of the API key. Parameters of a call that are not `undefined` override it.
 *
 * @param client is not changed. The new client shares its token, options and hooks.
 * @throws TypeError when the tenant or the workspace is missing.
 * @example
 * const production = withWorkspace(client, { tenant_id: 'halden-freight', workspace_id: 'production' });
 * const rules = await listRules(production);
 * console.log(rules.items.length);
 */
export function withWorkspace(client: Client, { tenant_id, workspace_id }: Workspace): WorkspaceClient {
  for (const [name, value] of Object.entries({ tenant_id, workspace_id })) {
    if (typeof value !== 'string' || !value) throw new TypeError(`withWorkspace: ${name} must not be "${value}"`);
  }
  return {
    ...client,
    workspace: { tenant_id, workspace_id },
    completeParameters: (params) => ({
      ...params,
      tenant_id: params.tenant_id ?? tenant_id,
      workspace_id: params.workspace_id ?? workspace_id,
    }),
  };
}
