/** Reads, creates, changes and deletes saved views. */
import type { NewView, View, ViewUpdate } from '@aispm/types';
import { sql } from 'kysely';
import { newId } from '../../platform/core/identifiers.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import { checkVersion, formatETag } from '../../platform/http/etag.ts';
import { anyOf, contains, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { checkView } from './check-view.ts';
import { findViewedList } from './viewed-lists.ts';

const COLUMNS = ['id', 'name', 'entity', 'filters', 'columns', 'version', 'created_at', 'updated_at'] as const;

/** A view with its version, which is its entity tag. */
export interface ViewRow extends View {
  version: number;
}

/** Returns the record of the contract. */
export function toView({ version, ...view }: ViewRow): View {
  return view;
}

/** Returns the entity tag of a view. */
export function toETag({ version }: ViewRow): string {
  return formatETag(String(version));
}

/** Selects the views of a workspace. */
function selectViews(db: Db, scope: Scope) {
  return db.selectFrom('views').select(COLUMNS).where(inWorkspace('views', scope)).$castTo<ViewRow>();
}

/** Returns one view; undefined if the workspace doesn't have it. */
export function findView(db: Db, scope: Scope, id: string): Promise<ViewRow | undefined> {
  return selectViews(db, scope).where('id', '=', id).executeTakeFirst();
}

export const viewList: List<'listViews', ViewRow, View> = {
  operation: 'listViews',
  rows: selectViews,
  filters: {
    id: anyOf('id'),
    name: contains('name'),
    entity: anyOf('entity'),
    created_since: since('created_at'),
    updated_since: since('updated_at'),
  },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('id'),
  toItem: toView,
};

/** Saves a validated view; by default, it has all columns. */
export async function insertView(db: Db, { tenantId, workspaceId }: Scope, view: NewView): Promise<ViewRow> {
  const { name, entity, filters = {}, columns = [...findViewedList(entity).columns] } = view;
  return db
    .insertInto('views')
    .values({
      tenant_id: tenantId,
      workspace_id: workspaceId,
      id: newId(),
      name,
      entity,
      filters: json(filters),
      columns,
    })
    .returning(COLUMNS)
    .$castTo<ViewRow>()
    .executeTakeFirstOrThrow();
}

/**
 * Changes the given fields of a view.
 *
 * @param ifMatch the required entity tag; undefined for any
 * @throws {ApiError} 404, 412 if the entity tag differs, 422 if the list doesn't have a filter or column
 */
export async function changeView(
  db: Db,
  scope: Scope,
  id: string,
  change: ViewUpdate,
  ifMatch: string | undefined,
): Promise<ViewRow> {
  const { entity } = await lockView(db, scope, id, ifMatch);
  const { name, filters, columns } = change;
  checkView({ entity, ...(filters && { filters }), ...(columns && { columns }) });
  return db
    .updateTable('views')
    .set({
      ...(name !== undefined && { name }),
      ...(filters !== undefined && { filters: json(filters) }),
      ...(columns !== undefined && { columns }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where(inWorkspace('views', scope))
    .where('id', '=', id)
    .returning(COLUMNS)
    .$castTo<ViewRow>()
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a view with its exports and their files.
 *
 * @param ifMatch the required entity tag; undefined for any
 * @throws {ApiError} 404, 412 if the entity tag differs
 */
export async function deleteView(db: Db, scope: Scope, id: string, ifMatch: string | undefined): Promise<void> {
  await lockView(db, scope, id, ifMatch);
  await db.deleteFrom('views').where(inWorkspace('views', scope)).where('id', '=', id).execute();
}

/** Locks a view and compares its entity tag with the precondition. */
async function lockView(db: Db, scope: Scope, id: string, ifMatch: string | undefined): Promise<ViewRow> {
  const view = await selectViews(db, scope).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!view) throw new ApiError(404, 'not_found', 'There is no such view. It may have been deleted already.');
  checkVersion(ifMatch, toETag(view));
  return view;
}
