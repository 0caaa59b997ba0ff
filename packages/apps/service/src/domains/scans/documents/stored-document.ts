/** Stores scan documents until they're processed. Lists are stored in parts, so no string contains a complete document. */
import type { ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema, resolve, type Schema } from '../../../platform/contract/contract.ts';
import { divide } from '../../../platform/database/batches.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../../platform/database/rows.ts';

/** The name of a list in a document. */
export type ListName = {
  [Name in keyof ScanDocument]-?: NonNullable<ScanDocument[Name]> extends readonly unknown[] ? Name : never;
}[keyof ScanDocument];

/** Names of the lists in a document. */
const LISTS = Object.entries(getSchema('ScanDocument').properties ?? {})
  .filter(([, schema]) => resolve<Schema>(schema).type === 'array')
  .map(([name]) => name as ListName);

/** Returns the part of a document that is stored in the row of its scan: everything except the items of its lists. */
export function withoutLists(document: ScanDocument): ScanDocument {
  return { ...document, ...Object.fromEntries(LISTS.map((list) => [list, []])) };
}

/** Stores the lists of a document. */
export async function storeLists(db: Db, scope: Workspace, scanId: string, document: ScanDocument): Promise<void> {
  for (const list of LISTS) {
    let part = 0;
    for (const { json } of divide<unknown>(document[list] ?? [])) {
      await sql`
        INSERT INTO scan_document_parts (tenant_id, workspace_id, scan_id, list, part, items)
        VALUES (${scope.tenantId}, ${scope.workspaceId}, ${scanId}, ${list}, ${part}, ${json}::jsonb)`.execute(db);
      part += 1;
    }
  }
}

/** Returns whether a document is so large that one of its lists has several parts. */
export async function hasLargeDocument(db: Db, scope: Workspace, scanId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scan_document_parts')
    .select('part')
    .where(inWorkspace('scan_document_parts', scope))
    .where('scan_id', '=', scanId)
    .where('part', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A stored document. Its lists are loaded on demand, so memory never contains all of them. */
export interface StoredDocument extends Pick<ScanDocument, 'asset_id' | 'error_message'> {
  load<Name extends ListName>(name: Name): Promise<NonNullable<ScanDocument[Name]>>;
}

/**
 * Opens a stored document.
 *
 * @param stored the document in the row of the scan; scans that were submitted to an earlier release include their lists
 */
export function openDocument(db: Db, scope: Workspace, scanId: string, stored: ScanDocument): StoredDocument {
  return {
    ...stored,
    load: async <Name extends ListName>(name: Name) => {
      const items: unknown[] = [...(stored[name] ?? [])];
      // One part after the other, yielding to other tasks in between.
      for (let part = 0; ; part += 1) {
        const row = await db
          .selectFrom('scan_document_parts')
          .select('items')
          .where(inWorkspace('scan_document_parts', scope))
          .where('scan_id', '=', scanId)
          .where('list', '=', name)
          .where('part', '=', part)
          .executeTakeFirst();
        if (!row) return items as NonNullable<ScanDocument[Name]>;
        for (const item of row.items as unknown[]) items.push(item);
      }
    },
  };
}
