import type { EdgeName, ObjectType, RelatedObject } from '@aispm/types';
import { sql } from 'kysely';
import { inSameWorkspace, inWorkspace } from '../../platform/database/rows.ts';
import { notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers, OperationRequest } from '../../platform/http/operation.ts';
import { type CursorPage, cursorPage } from '../../platform/lists/cursor-page.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { readNeighbourhood } from './neighbourhood.ts';
import { findRelation } from './relations.ts';

type EdgeOperation =
  | 'listAgentEdge'
  | 'listModelEdge'
  | 'listToolEdge'
  | 'listMcpServerEdge'
  | 'listAssetEdge'
  | 'listLocationEdge';

/** When a relation was last observed: by a target that currently shows it, or earlier. */
const LAST_SEEN_AT = sql<string>`greatest(edges.last_seen_at, (
  SELECT max(target.last_seen_at) FROM edge_sightings AS sighting
  JOIN scan_targets AS target ON ${inSameWorkspace('target', 'sighting')} AND target.scan_target_id = sighting.scan_target_id
  WHERE ${inSameWorkspace('sighting', 'edges')} AND sighting.source_id = edges.source_id AND sighting.edge = edges.edge
    AND sighting.target_id = edges.target_id
))`;

/** Creates the list of objects that an edge connects an object of a type to. */
function createEdgeList(
  operation: EdgeOperation,
  type: ObjectType,
  edge: EdgeName,
): List<EdgeOperation, RelatedObject, RelatedObject> {
  const relation = findRelation(type, edge);
  if (!relation)
    throw new Error(`The edge ${edge} of ${type} is in the contract but is not stored. Add it to relations.ts.`);
  const [own, other] = relation.from === 'source' ? (['source', 'target'] as const) : (['target', 'source'] as const);
  return {
    operation,
    rows(db, scope, { id }) {
      return db
        .selectFrom('edges')
        .innerJoin('objects', (join) =>
          join.on(inSameWorkspace('objects', 'edges')).onRef('objects.aispm_object_id', '=', `edges.${other}_id`),
        )
        .where(inWorkspace('edges', scope))
        .where(`edges.${own}_list`, '=', sql<string>`${id}::text || ${sql.lit(` ${edge}`)}`)
        .select([
          'objects.aispm_object_id',
          'objects.aispm_friendly_name',
          'objects.object_type',
          sql<EdgeName>`${edge}::text`.as('edge'),
          'edges.evidence',
          'objects.critical_issues_count',
          'objects.high_issues_count',
          'edges.first_seen_at',
          LAST_SEEN_AT.as('last_seen_at'),
        ])
        .$castTo<RelatedObject>();
    },
    shapedBy: ['edge'],
    filters: {},
    sorts: { sorted: sortKey(`edges.${other}_name`, 'text') },
    id: sql.ref(`edges.${other}_id`),
    async countAll(db, scope, { id }) {
      const row = await db
        .selectFrom('object_degrees')
        .select('degree')
        .where(inWorkspace('object_degrees', scope))
        .where('aispm_object_id', '=', id)
        .where('edge', '=', edge)
        .executeTakeFirst();
      return row?.degree ?? 0;
    },
    toItem: (row) => row,
  };
}

function createHandler(operation: EdgeOperation, type: ObjectType) {
  return async (
    request: OperationRequest<EdgeOperation>,
  ): Promise<{ status: 200; body: CursorPage<RelatedObject> }> => {
    const { scope, database } = request;
    const { id, edge } = request.path;
    const object = await database((db) =>
      db
        .selectFrom('objects')
        .select('aispm_object_id')
        .where(inWorkspace('objects', scope))
        .where('aispm_object_id', '=', id)
        .where('object_type', '=', type)
        .executeTakeFirst(),
    );
    if (!object) throw notFound();
    return { status: 200, body: await cursorPage(createEdgeList(operation, type, edge), request) };
  };
}

export const graphHandlers = {
  getNeighbourhood: async ({ path, query, scope, snapshot }) => {
    const body = await snapshot((db) => readNeighbourhood(db, scope, path.id, query));
    if (!body) throw notFound();
    return { status: 200, body };
  },
  listAgentEdge: createHandler('listAgentEdge', 'agent'),
  listModelEdge: createHandler('listModelEdge', 'model'),
  listToolEdge: createHandler('listToolEdge', 'tool'),
  listMcpServerEdge: createHandler('listMcpServerEdge', 'mcp_server'),
  listAssetEdge: createHandler('listAssetEdge', 'asset'),
  listLocationEdge: createHandler('listLocationEdge', 'location'),
} satisfies Partial<Handlers>;
