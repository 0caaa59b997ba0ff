/** Reads the complete audit log for the operator of the service, including entries without a workspace. */
import type { AuditEntry } from '@aispm/types';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { COLUMNS } from './audit-list.ts';

/** An entry with its tenant and workspace; both are empty for entries without a workspace. */
export type ExportedEntry = AuditEntry & { tenant_id: string; workspace_id: string };

/** Number of entries per query. */
const PAGE = 1_000;

/** The entries to read; all if empty. */
export interface ReadOptions {
  workspace?: Workspace;
  /** The earliest time, in RFC 3339. */
  since?: string;
  /** The time before which entries are read, in RFC 3339. */
  until?: string;
}

/** Reads entries page by page, oldest first. */
export async function* readEntries(
  database: Database,
  { workspace, since, until }: ReadOptions,
): AsyncGenerator<ExportedEntry[]> {
  let last: ExportedEntry | undefined;
  do {
    const position = last;
    const rows = await database.system((db) =>
      db
        .selectFrom('audit_entries')
        .select(['tenant_id', 'workspace_id', ...COLUMNS])
        .$if(workspace !== undefined, (query) => query.where(inWorkspace('audit_entries', workspace as Workspace)))
        .$if(since !== undefined, (query) => query.where('occurred_at', '>=', since as string))
        .$if(until !== undefined, (query) => query.where('occurred_at', '<', until as string))
        .$if(position !== undefined, (query) =>
          query.where(
            sql<boolean>`(occurred_at, audit_entry_id) > (${position?.occurred_at}::timestamptz, ${position?.audit_entry_id})`,
          ),
        )
        .orderBy('occurred_at')
        .orderBy('audit_entry_id')
        .limit(PAGE)
        .execute(),
    );
    const page = rows as ExportedEntry[];
    if (page.length > 0) yield page;
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
}
