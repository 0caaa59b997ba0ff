import type { AuditEntry } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, since, until } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';

/** The columns of an entry, which are the properties of its record. */
export const COLUMNS = [
  'audit_entry_id',
  'occurred_at',
  'kind',
  'action',
  'source',
  'user_id',
  'api_key_id',
  'remote_address',
  'request_id',
  'object_ids',
  'failure_reason',
  'count',
] as const;

/** Selects the entries of a workspace. */
export function selectEntries(db: Db, scope: Workspace) {
  return db.selectFrom('audit_entries').select(COLUMNS).where(inWorkspace('audit_entries', scope));
}

export const auditEntryList: List<'listAuditEntries', object, AuditEntry> = {
  operation: 'listAuditEntries',
  rows: (db, scope) => selectEntries(db, scope),
  filters: {
    id: anyOf('audit_entry_id'),
    start_time: since('occurred_at'),
    end_time: until('occurred_at'),
    kind: anyOf('kind'),
    action: anyOf('action'),
    user_id: anyOf('user_id'),
    api_key_id: anyOf('api_key_id'),
  },
  sorts: { sorted: sortKey('occurred_at', 'timestamptz') },
  direction: 'DESC',
  id: sql.ref('audit_entry_id'),
  idDirection: 'DESC',
  toItem: (row) => row as AuditEntry,
};
