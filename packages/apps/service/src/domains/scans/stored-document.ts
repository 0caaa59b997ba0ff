/** Stores scan documents until they are processed: their lists in parts, so that no text contains a complete document. */
import type { ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema, resolve, type Schema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';

/** Length of a part after which another one begins, in characters of JSON. */
const PART_LENGTH = 1024 * 1024;

/** Names of the lists of a document. */
const LISTS = Object.entries(getSchema('ScanDocument').properties ?? {})
  .filter(([, schema]) => resolve<Schema>(schema).type === 'array')
  .map(([name]) => name as keyof ScanDocument);

/** Returns what is stored in the row of a scan: the document without the items of its lists. */
export function withoutLists(document: ScanDocument): ScanDocument {
  return { ...document, ...Object.fromEntries(LISTS.map((list) => [list, []])) };
}

/** Stores the lists of a document. */
export async function storeLists(db: Db, scope: Workspace, scanId: string, document: ScanDocument): Promise<void> {
  for (const list of LISTS) {
    let part = 0;
    for (const items of divide((document[list] as readonly unknown[] | undefined) ?? [])) {
      await sql`
        INSERT INTO scan_document_parts (tenant_id, workspace_id, scan_id, list, part, items)
        VALUES (${scope.tenantId}, ${scope.workspaceId}, ${scanId}, ${list}, ${part}, ${items}::jsonb)`.execute(db);
      part += 1;
    }
  }
}

/** Returns whether a document is so large that a list has several parts. */
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

/** Divides a list into JSON arrays. */
function* divide(items: readonly unknown[]): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length < PART_LENGTH) continue;
    yield `[${texts.join(',')}]`;
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}

/**
 * Returns a stored document.
 *
 * @param stored what the row of the scan contains; scans that were submitted to an earlier release have their lists in it
 */
export async function loadLists(db: Db, scope: Workspace, scanId: string, stored: ScanDocument): Promise<ScanDocument> {
  const rows = await db
    .selectFrom('scan_document_parts')
    .select(['list', 'items'])
    .where(inWorkspace('scan_document_parts', scope))
    .where('scan_id', '=', scanId)
    .orderBy('list')
    .orderBy('part')
    .execute();
  const lists = new Map<string, unknown[]>();
  for (const { list, items } of rows) {
    const loaded = lists.get(list) ?? [...((stored[list as keyof ScanDocument] as unknown[] | undefined) ?? [])];
    for (const item of items as unknown[]) loaded.push(item);
    lists.set(list, loaded);
  }
  return { ...stored, ...Object.fromEntries(lists) };
}
