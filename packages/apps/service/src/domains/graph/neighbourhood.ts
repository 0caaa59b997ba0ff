/**
 * Reads the objects around an object, and the relations between them. The number of queries only depends on the depth, and
 * their cost on the size of the response, not on the size of the graph or the number of an object's neighbours.
 */
import type { EdgeName, Neighbourhood, NeighbourhoodEdge, NeighbourhoodNode, ObjectType } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { invertEdge, listRelations } from './relations.ts';

const MAX_EDGES = getSchema('Neighbourhood').properties?.edges?.maxItems ?? 0;
/**
 * The relations of an object with more relations of one edge aren't searched for other returned objects; these are looked up
 * one by one.
 */
const MAX_SEARCHED_RELATIONS = 500;

/** The limits of a neighbourhood. */
export interface NeighbourhoodQuery {
  depth: number;
  max_nodes: number;
  /** The edges to follow; undefined for all. */
  edge?: readonly EdgeName[];
}

/** An object on a path through the graph. */
interface Reached {
  id: string;
  type: ObjectType;
  depth: number;
}

/** Reads a neighbourhood; undefined if the object doesn't exist in the workspace. */
export async function readNeighbourhood(
  db: Db,
  scope: Workspace,
  rootId: string,
  query: NeighbourhoodQuery,
): Promise<Neighbourhood | undefined> {
  const root = await db
    .selectFrom('objects')
    .select('object_type')
    .where(inWorkspace('objects', scope))
    .where('aispm_object_id', '=', rootId)
    .executeTakeFirst();
  if (!root) return undefined;
  const reached: Reached[] = [{ id: rootId, type: root.object_type as ObjectType, depth: 0 }];
  let hasMore = false;
  for (let depth = 1; depth <= query.depth && !hasMore; depth++) {
    const start = reached.filter((object) => object.depth === depth - 1);
    if (start.length === 0) break;
    const room = query.max_nodes - reached.length;
    const found = await findNext(db, scope, { start, reached, isFollowed: followedBy(query.edge), limit: room + 1 });
    hasMore = found.length > room;
    reached.push(...found.slice(0, room).map((object) => ({ ...object, depth })));
  }
  const nodes = await readNodes(db, scope, reached);
  const edges = await readEdges(db, scope, reached, query.edge);
  return {
    root_id: rootId,
    nodes,
    edges: edges.slice(0, MAX_EDGES),
    truncated: hasMore || edges.length > MAX_EDGES,
  };
}

function followedBy(edges: readonly EdgeName[] | undefined): (edge: EdgeName) => boolean {
  return (edge) => edges === undefined || edges.includes(edge);
}

interface Step {
  start: readonly Reached[];
  /** Objects that were already found. */
  reached: readonly Reached[];
  isFollowed: (edge: EdgeName) => boolean;
  limit: number;
}

/** Finds the objects one step further, most severe first. An index has the neighbours of each object in this order. */
async function findNext(
  db: Db,
  scope: Workspace,
  { start, reached, isFollowed, limit }: Step,
): Promise<{ id: string; type: ObjectType }[]> {
  const steps = start.flatMap(({ id, type }) =>
    listRelations(type).flatMap(({ name, ...relation }) => (isFollowed(name) ? [{ id, ...relation }] : [])),
  );
  const forward = steps.filter(({ from }) => from === 'source');
  const backward = steps.filter(({ from }) => from === 'target');
  const known = reached.map(({ id }) => id);
  const { rows } = await sql<{ id: string; type: ObjectType }>`
    SELECT id, type FROM (
      SELECT near.* FROM unnest(${forward.map(({ id }) => id)}::text[], ${forward.map(({ edge }) => edge)}::text[])
        AS step(id, edge)
      CROSS JOIN LATERAL (
        SELECT target_id AS id, target_type AS type, target_rank AS rank FROM edges
        WHERE ${inWorkspace('edges', scope)} AND source_id = step.id AND edge = step.edge AND target_id <> ALL(${known}::text[])
        ORDER BY target_rank DESC, target_id LIMIT ${limit}
      ) AS near
      UNION ALL
      SELECT near.* FROM unnest(${backward.map(({ id }) => id)}::text[], ${backward.map(({ edge }) => edge)}::text[],
        ${backward.map(({ relatedType }) => relatedType)}::text[]) AS step(id, edge, type)
      CROSS JOIN LATERAL (
        SELECT source_id, source_type, source_rank FROM edges
        WHERE ${inWorkspace('edges', scope)} AND target_id = step.id AND edge = step.edge AND source_type = step.type
          AND source_id <> ALL(${known}::text[])
        ORDER BY source_rank DESC, source_id LIMIT ${limit}
      ) AS near
    ) AS found
    GROUP BY id, type ORDER BY max(rank) DESC, id COLLATE "C" LIMIT ${limit}`.execute(db);
  return rows;
}

/** Reads the returned objects, in order. */
async function readNodes(db: Db, scope: Workspace, reached: readonly Reached[]): Promise<NeighbourhoodNode[]> {
  const ids = reached.map(({ id }) => id);
  const { rows } = await sql<Omit<NeighbourhoodNode, 'depth'>>`
    SELECT aispm_object_id, aispm_friendly_name, object_type, total_issues_count, critical_issues_count, high_issues_count,
      max_definitive_severity, (
        SELECT coalesce(jsonb_object_agg(edge, degree), '{}') FROM object_degrees
        WHERE ${inWorkspace('object_degrees', scope)} AND object_degrees.aispm_object_id = objects.aispm_object_id
      ) AS degrees
    FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${ids}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.aispm_object_id, row]));
  return reached.flatMap(({ id, type, depth }) => {
    const row = found.get(id);
    if (!row) return [];
    const degrees = Object.fromEntries(listRelations(type).map(({ name }) => [name, row.degrees[name] ?? 0]));
    return [{ ...row, depth, degrees }];
  });
}

/** Reads the relations between objects, each once and in its stored direction, up to one more than can be returned. */
async function readEdges(
  db: Db,
  scope: Workspace,
  reached: readonly Reached[],
  edges: readonly EdgeName[] | undefined,
): Promise<NeighbourhoodEdge[]> {
  const isFollowed = followedBy(edges);
  const starts = reached.flatMap(({ id, type }, position) =>
    listRelations(type)
      .filter(({ from, edge }) => from === 'source' && (isFollowed(edge) || isFollowed(invertEdge(edge, type))))
      .map(({ edge, relatedType }) => ({ id, position, edge, relatedType })),
  );
  const { rows } = await sql<NeighbourhoodEdge>`
    WITH node AS MATERIALIZED (
      SELECT id, type, position FROM unnest(${reached.map(({ id }) => id)}::text[], ${reached.map(({ type }) => type)}::text[])
        WITH ORDINALITY AS given(id, type, position)
    ), start AS MATERIALIZED (
      SELECT given.*, degree
      FROM unnest(${starts.map(({ id }) => id)}::text[], ${starts.map(({ position }) => position + 1)}::bigint[],
        ${starts.map(({ edge }) => edge)}::text[], ${starts.map(({ relatedType }) => relatedType)}::text[])
        AS given(id, position, edge, related_type)
      JOIN object_degrees ON ${inWorkspace('object_degrees', scope)} AND aispm_object_id = given.id
        AND object_degrees.edge = given.edge AND degree > 0
    )
    SELECT from_id, edge, to_id, evidence FROM (
      SELECT start.id AS from_id, start.edge, node.id AS to_id, related.evidence, start.position AS from_position,
        node.position AS to_position
      FROM start
      CROSS JOIN LATERAL (
        SELECT target_id, evidence FROM edges
        WHERE ${inWorkspace('edges', scope)} AND source_id = start.id AND edge = start.edge
        LIMIT ${MAX_SEARCHED_RELATIONS}
      ) AS related
      JOIN node ON node.id = related.target_id
      WHERE start.degree <= ${MAX_SEARCHED_RELATIONS}
      UNION ALL
      SELECT start.id, start.edge, node.id, related.evidence, start.position, node.position
      FROM start
      JOIN node ON node.type = start.related_type
      CROSS JOIN LATERAL (
        SELECT evidence FROM edges
        WHERE ${inWorkspace('edges', scope)} AND source_id = start.id AND edge = start.edge AND target_id = node.id
        LIMIT 1
      ) AS related
      WHERE start.degree > ${MAX_SEARCHED_RELATIONS}
    ) AS found
    ORDER BY greatest(from_position, to_position), from_position, edge COLLATE "C", to_position
    LIMIT ${MAX_EDGES + 1}`.execute(db);
  return rows;
}
