/** Loads the part of the graph that static rules evaluate in a scan. */
import type { ObjectType } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import {
  buildGraph,
  type EdgeRow,
  type Graph,
  type NodeLocation,
  type NodeRow,
  type NodeType,
} from '../rules/index.ts';
import { getSchemaFingerprints, type SchemaFingerprints } from './merge-object.ts';
import { AI_OBJECT_TYPES } from './scan-context.ts';

/** The edges that rules follow. */
const EDGES = ['models', 'tools', 'mcp_servers', 'sub_agents'];

/** Finds the objects that are related to some objects, in either direction. */
export async function findNeighbours(db: Db, scope: Workspace, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT target_id AS id FROM edges
    WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${ids}::text[]) AND edge = ANY(${EDGES}::text[])
    UNION
    SELECT source_id FROM edges
    WHERE ${inWorkspace('edges', scope)} AND target_id = ANY(${ids}::text[]) AND edge = ANY(${EDGES}::text[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Loads objects, those up to two edges away, and the relations among them. */
export async function loadGraph(db: Db, scope: Workspace, ids: readonly string[]): Promise<Graph> {
  const near = unite(ids, await findNeighbours(db, scope, ids));
  const all = unite(near, await findNeighbours(db, scope, near));
  const nodes = await loadNodes(db, scope, all);
  const edges = await loadEdges(db, scope, all);
  const locations = await loadLocations(db, scope, near);
  return buildGraph(
    nodes.map((node) => ({ ...node, locations: locations.get(node.id) ?? [] })),
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
  /** Set by a person; null when nobody did. */
  chosen_owners: string[] | null;
  details: Record<string, unknown>;
  accepted_schemas: SchemaFingerprints | null;
}

async function loadNodes(db: Db, scope: Workspace, ids: readonly string[]): Promise<NodeRow[]> {
  const { rows } = await sql<ObjectRow>`
    SELECT aispm_object_id, object_type, stable_key, aispm_friendly_name, description, labels, chosen_owners, details, accepted_schemas
    FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${ids}::text[])
      AND object_type = ANY(${AI_OBJECT_TYPES}::text[]) AND lifecycle_status <> 'deleted'
    ORDER BY aispm_object_id`.execute(db);
  return rows.map(toNodeRow);
}

function toNodeRow(row: ObjectRow): NodeRow {
  const {
    aispm_object_id: id,
    object_type,
    stable_key,
    aispm_friendly_name,
    description,
    labels,
    chosen_owners,
    details,
  } = row;
  const { input = null, output = null } = getSchemaFingerprints(details);
  return {
    id,
    type: object_type as NodeType,
    // Details have the field names of the scan document.
    facts: {
      object_type,
      stable_key,
      aispm_friendly_name,
      ...(description !== null && { description }),
      labels,
      ...details,
      ...(chosen_owners !== null && { owners: chosen_owners }),
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

/** Loads the locations of each object, sorted by identifier. */
async function loadLocations(
  db: Db,
  scope: Workspace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeLocation[]>> {
  const { rows } = await sql<NodeLocation & { object: string }>`
    WITH found AS MATERIALIZED (
      SELECT source_id, target_id FROM edges
      WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${ids}::text[]) AND edge = 'locations'
    )
    SELECT source_id AS object, aispm_object_id AS id, aispm_friendly_name AS name, details ->> 'snippet' AS snippet
    FROM found JOIN objects ON ${inWorkspace('objects', scope)} AND aispm_object_id = target_id
      AND aispm_object_id = ANY(ARRAY(SELECT target_id FROM found))
    ORDER BY source_id, aispm_object_id`.execute(db);
  const byObject = Map.groupBy(rows, ({ object }) => object);
  return new Map([...byObject].map(([id, found]) => [id, found.map(({ object: _, ...location }) => location)]));
}

function unite(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}
