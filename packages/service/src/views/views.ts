/** Saved views. */
import type { NewView, View } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { json } from '../database/json.ts';
import type { Scope } from '../database/scope.ts';
import { newId } from '../identifiers.ts';
import { anyOf, contains } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';
import { entityOf } from './entities.ts';

const COLUMNS = ['id', 'name', 'entity', 'filters', 'columns', 'created_at', 'updated_at'] as const;

/** The views of a workspace. */
function views(db: Db, { tenantId, workspaceId }: Scope) {
  return db
    .selectFrom('views')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .$castTo<View>();
}

/** One view; undefined when the workspace has none with this identifier. */
export function findView(db: Db, scope: Scope, id: string): Promise<View | undefined> {
  return views(db, scope).where('id', '=', id).executeTakeFirst();
}

export const viewList: List<'listViews', View, View> = {
  operation: 'listViews',
  rows: views,
  filters: { name: contains('name'), entity: anyOf('entity') },
  sorts: { sorted: sortKey('name_order', 'text') },
  id: sql.ref('id'),
  toItem: (view) => view,
};

/** Saves a view that is known to fit its list; without columns it has all of them. */
export async function insertView(db: Db, { tenantId, workspaceId }: Scope, view: NewView): Promise<View> {
  const { name, entity, filters = {}, columns = [...entityOf(entity).columns] } = view;
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

/** Deletes a view with its exports and their files. @returns whether there was one */
export async function deleteView(db: Db, { tenantId, workspaceId }: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('views')
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
