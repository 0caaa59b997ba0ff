/** A workspace of a tenant. */
export type WorkspaceName = Readonly<{ tenant_id: string; workspace_id: string }>;
