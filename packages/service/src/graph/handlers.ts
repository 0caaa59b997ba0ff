import type { EdgeName, ObjectType, RelatedObject } from '@aispm/types';
import { sql } from 'kysely';
import { notFound } from '../http/errors.ts';
import type { Handlers, OperationRequest } from '../http/operation.ts';
import { type CursorPage, cursorPage } from '../lists/cursor-page.ts';
import { type List, sortKey } from '../lists/list.ts';
import { relationOf } from './relations.ts';

type EdgeOperation =
  | 'listAgentEdge'
  | 'listModelEdge'
  | 'listToolEdge'
  | 'listMcpServerEdge'
  | 'listAssetEdge'
  | 'listLocationEdge';

/** Where to start, and which edge to follow: the same for all kinds. */
interface EdgePath {
  id: string;
  edge: EdgeName;
}

/** Follows one edge from objects of a kind. */
function edgeList<Id extends EdgeOperation>(operation: Id, type: ObjectType): List<Id, RelatedObject, RelatedObject> {
  return {
    operation,
    rows(db, { tenantId, workspaceId }, path) {
      const { id, edge } = path as unknown as EdgePath;
      const relation = relationOf(type, edge);
      if (!relation) throw new Error(`The contract gives ${type} the edge ${edge}, which nothing stores.`);
      const [own, other] =
        relation.from === 'source'
          ? (['edges.source_id', 'edges.target_id'] as const)
          : (['edges.target_id', 'edges.source_id'] as const);
      return db
        .selectFrom('edges')
        .innerJoin('objects', (join) =>
          join
            .onRef('objects.tenant_id', '=', 'edges.tenant_id')
            .onRef('objects.workspace_id', '=', 'edges.workspace_id')
            .onRef('objects.aispm_object_id', '=', other),
        )
        .where('edges.tenant_id', '=', tenantId)
        .where('edges.workspace_id', '=', workspaceId)
        .where(own, '=', id)
        .where('edges.edge', '=', relation.edge)
        .where(relation.from === 'source' ? 'edges.target_type' : 'edges.source_type', '=', relation.relatedType)
        .select([
          'objects.aispm_object_id',
          'objects.aispm_friendly_name',
          'objects.object_type',
          sql<EdgeName>`${edge}::text`.as('edge'),
          'edges.evidence',
          'objects.critical_issues_count',
          'objects.high_issues_count',
          'edges.first_seen_at',
          'edges.last_seen_at',
        ]) as never;
    },
    shapedBy: ['edge'],
    filters: {} as List<Id>['filters'],
    sorts: { sorted: sortKey('objects.name_order', 'text') } as List<Id>['sorts'],
    id: sql.ref('objects.aispm_object_id'),
    toItem: (row) => row,
  };
}

function follow<Id extends EdgeOperation>(operation: Id, type: ObjectType) {
  const list = edgeList(operation, type);
  return async (request: OperationRequest<Id>): Promise<{ status: 200; body: CursorPage<RelatedObject> }> => {
    const { scope, database } = request;
    const { id } = request.path as unknown as EdgePath;
    const start = await database((db) =>
      db
        .selectFrom('objects')
        .select('aispm_object_id')
        .where('tenant_id', '=', scope.tenantId)
        .where('workspace_id', '=', scope.workspaceId)
        .where('aispm_object_id', '=', id)
        .where('object_type', '=', type)
        .executeTakeFirst(),
    );
    if (!start) throw notFound();
    return { status: 200, body: await cursorPage(list, request) };
  };
}

export const graphHandlers = {
  listAgentEdge: follow('listAgentEdge', 'agent'),
  listModelEdge: follow('listModelEdge', 'model'),
  listToolEdge: follow('listToolEdge', 'tool'),
  listMcpServerEdge: follow('listMcpServerEdge', 'mcp_server'),
  listAssetEdge: follow('listAssetEdge', 'asset'),
  listLocationEdge: follow('listLocationEdge', 'location'),
} satisfies Partial<Handlers>;
