/** A workspace of a tenant. */
export type WorkspaceScope = Readonly<{ tenant_id: string; workspace_id: string }>;
