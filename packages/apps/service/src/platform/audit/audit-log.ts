/** Writes the audit log: who did what, when, from where, with which API key. Entries contain no values, only identifiers. */
import { userInfo } from 'node:os';
import type { AuditEntry } from '@aispm/types';
import { newId } from '../core/identifiers.ts';
import type { Db } from '../database/dialect.ts';
import type { Workspace } from '../database/rows.ts';

/** The contents of an entry; other columns are empty. */
export type AuditedEvent = Pick<AuditEntry, 'kind' | 'action' | 'source'> &
  Partial<Omit<AuditEntry, 'audit_entry_id' | 'kind' | 'action' | 'source'>>;

/** The scope of entries without a workspace, which only commands read. */
const NO_WORKSPACE: Workspace = { tenantId: '', workspaceId: '' };

/** Maximum number of identifiers in an entry, from the contract. */
const MAX_OBJECT_IDS = 100;

/**
 * Adds an entry to the log of a workspace.
 *
 * @param db the transaction of the recorded change, so both are committed together
 * @param workspace undefined for entries without a workspace
 */
export async function appendEntry(db: Db, workspace: Workspace | undefined, event: AuditedEvent): Promise<void> {
  await db.insertInto('audit_entries').values(toRow(workspace, event)).execute();
}

/** Returns the row of an entry. */
export function toRow(workspace: Workspace | undefined, event: AuditedEvent) {
  const { tenantId, workspaceId } = workspace ?? NO_WORKSPACE;
  return {
    tenant_id: tenantId,
    workspace_id: workspaceId,
    audit_entry_id: newId(),
    occurred_at: event.occurred_at ?? new Date().toISOString(),
    kind: event.kind,
    action: event.action,
    source: event.source,
    user_id: event.user_id ?? null,
    api_key_id: event.api_key_id ?? null,
    remote_address: event.remote_address ?? null,
    request_id: event.request_id ?? null,
    object_ids: (event.object_ids ?? []).slice(0, MAX_OBJECT_IDS),
    failure_reason: event.failure_reason ?? null,
    count: event.count ?? 1,
  };
}

/**
 * Adds an entry about a command.
 *
 * @param workspace undefined unless the command affects a single one
 * @param command its name, such as `keys create`
 */
export function appendCommand(
  db: Db,
  workspace: Workspace | undefined,
  command: string,
  objectIds: string[],
  kind: AuditEntry['kind'] = 'write',
): Promise<void> {
  return appendEntry(db, workspace, {
    kind,
    action: command,
    source: 'command',
    user_id: findAccount(),
    object_ids: objectIds,
  });
}

/** Returns the account that runs this process; null if the system has no name for it, as in some containers. */
function findAccount(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
