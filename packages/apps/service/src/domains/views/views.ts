/** Reads, creates and deletes saved views. */
import type { NewView, View } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { newId } from '../../platform/identifiers.ts';
import { anyOf, contains } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { findViewedList } from './viewed-lists.ts';

const COLUMNS = ['id', 'name', 'entity', 'filters', 'columns', 'created_at', 'updated_at'] as const;

/** Selects the views of a workspace. */
function selectViews(db: Db, scope: Scope) {
  return db.selectFrom('views').select(COLUMNS).where(inWorkspace('views', scope)).$castTo<View>();
}

/** Returns one view; undefined when the workspace has none with this identifier. */
export function findView(db: Db, scope: Scope, id: string): Promise<View | undefined> {
  return selectViews(db, scope).where('id', '=', id).executeTakeFirst();
}

export const viewList: List<'listViews', View, View> = {
  operation: 'listViews',
  rows: selectViews,
  filters: { name: contains('name'), entity: anyOf('entity') },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('id'),
  toItem: (view) => view,
};

/** Saves a checked view; without columns it has all of them. */
export async function insertView(db: Db, { tenantId, workspaceId }: Scope, view: NewView): Promise<View> {
  const { name, entity, filters = {}, columns = [...findViewedList(entity).columns] } = view;
  return db
    .insertInto('views')
    .values({
      tenant_id: tenantId,
      workspace_id: workspaceId,
      id: newId(),
      name,
      entity,
      filters: json(filters) as never,
      columns,
    })
    .returning(COLUMNS)
    .$castTo<View>()
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a view with its exports and their files.
 *
 * @returns whether it existed
 */
export async function deleteView(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('views')
    .where(inWorkspace('views', scope))
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
