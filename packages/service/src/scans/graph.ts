/** The part of the graph that the service's rules judge in a scan. */
import type { ObjectType } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, type Workspace } from '../database/rows.ts';
import {
  type EdgeRow,
  type GraphView,
  graphView,
  type NodeKind,
  type NodeRow,
  type Place,
} from '../rules/graph-view.ts';
import { type SchemaDigests, schemasOf } from './merge.ts';
import { AI_TYPES } from './work.ts';

/** The edges that rules follow. */
const EDGES = ['models', 'tools', 'mcp_servers', 'sub_agents'];

/** Objects that are related to some objects, in either direction. */
export async function neighboursOf(db: Db, scope: Workspace, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT target_id AS id FROM edges
    WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${ids}::text[]) AND edge = ANY(${EDGES}::text[])
    UNION
    SELECT source_id FROM edges
    WHERE ${inWorkspace('edges', scope)} AND target_id = ANY(${ids}::text[]) AND edge = ANY(${EDGES}::text[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Some objects with those up to two edges away, and the relations among them. */
export async function loadGraph(db: Db, scope: Workspace, ids: readonly string[]): Promise<GraphView> {
  const near = union(ids, await neighboursOf(db, scope, ids));
  const all = union(near, await neighboursOf(db, scope, near));
  const [nodes, edges, places] = [
    await loadNodes(db, scope, all),
    await loadEdges(db, scope, all),
    await loadPlaces(db, scope, near),
  ];
  return graphView(
    nodes.map((node) => ({ ...node, places: places.get(node.id) ?? [] })),
    edges,
    new Set(ids),
  );
}

interface ObjectRow {
  aispm_object_id: string;
  object_type: ObjectType;
  stable_key: string;
  aispm_friendly_name: string;
  description: string | null;
  labels: Record<string, unknown>;
  details: Record<string, unknown>;
  accepted_schemas: SchemaDigests | null;
}

async function loadNodes(db: Db, scope: Workspace, ids: readonly string[]): Promise<NodeRow[]> {
  const { rows } = await sql<ObjectRow>`
    SELECT aispm_object_id, object_type, stable_key, aispm_friendly_name, description, labels, details, accepted_schemas
    FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${ids}::text[])
      AND object_type = ANY(${AI_TYPES}::text[]) AND lifecycle_status <> 'deleted'
    ORDER BY aispm_object_id`.execute(db);
  return rows.map(nodeOf);
}

function nodeOf(row: ObjectRow): NodeRow {
  const { aispm_object_id: id, object_type, stable_key, aispm_friendly_name, description, labels, details } = row;
  const { input = null, output = null } = schemasOf(details);
  return {
    id,
    kind: object_type as NodeKind,
    // Details are kept in the words of the scan document.
    facts: {
      object_type,
      stable_key,
      aispm_friendly_name,
      ...(description !== null && { description }),
      labels,
      ...details,
    } as NodeRow['facts'],
    ...(object_type === 'tool' && {
      schemas: { input, output },
      acceptedSchemas: { input, output, ...row.accepted_schemas },
    }),
  };
}

async function loadEdges(db: Db, scope: Workspace, ids: readonly string[]): Promise<EdgeRow[]> {
  const { rows } = await sql<EdgeRow>`
    SELECT source_id AS "from", edge, target_id AS "to" FROM edges
    WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${ids}::text[]) AND edge = ANY(${EDGES}::text[])
    ORDER BY source_id, edge, target_id`.execute(db);
  return rows;
}

/** The places of each object, in the order of their identifiers. */
async function loadPlaces(db: Db, scope: Workspace, ids: readonly string[]): Promise<Map<string, Place[]>> {
  const { rows } = await sql<Place & { object: string }>`
    WITH found AS MATERIALIZED (
      SELECT source_id, target_id FROM edges
      WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${ids}::text[]) AND edge = 'locations'
    )
    SELECT source_id AS object, aispm_object_id AS id, aispm_friendly_name AS name, details ->> 'snippet' AS snippet
    FROM found JOIN objects ON ${inWorkspace('objects', scope)} AND aispm_object_id = target_id
      AND aispm_object_id = ANY(ARRAY(SELECT target_id FROM found))
    ORDER BY source_id, aispm_object_id`.execute(db);
  const places = new Map<string, Place[]>();
  for (const { object, ...place } of rows) {
    const others = places.get(object);
    if (others) others.push(place);
    else places.set(object, [place]);
  }
  return places;
}

function union(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])];
}
