/** Loads the part of the graph that static rules evaluate in a scan, in its state once the scan is applied. */

import { buildGraph, type Graph, type NodeLocation, type NodeRow, type NodeType } from '@aispm/rules';
import type { ObjectType } from '@aispm/types';
import { sql } from 'kysely';
import { mapInSlices, Slices } from '../../../platform/core/slices.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { anyOf, inWorkspace, recordset, type Workspace } from '../../../platform/database/rows.ts';
import { getSchemaFingerprints, type SchemaFingerprints } from './merge-object.ts';
import type { PendingChanges } from './pending-changes.ts';
import { findReadEdges, type TypedObject } from './read-paths.ts';
import { formatRelation, type RelationKey } from './relation.ts';
import { AI_OBJECT_TYPES, type ScanContext } from './scan-context.ts';

/** A part of the graph. */
export interface LoadedGraph {
  graph: Graph;
  /** Versions of the user-set fields of the objects, by identifier. */
  versions: ReadonlyMap<string, string>;
}

/** Loads objects, and everything that static rules read to evaluate them. */
export async function loadGraph(
  { db, scope, pending }: ScanContext,
  objects: readonly TypedObject[],
): Promise<LoadedGraph> {
  const ids = objects.map(({ id }) => id);
  const edges = (await findReadEdges(db, scope, objects)).filter(
    ({ from, edge, to }) => !pending.deletedEdges.has(formatRelation({ source_id: from, edge, target_id: to })),
  );
  const rows = await loadRows(
    db,
    scope,
    [...new Set([...ids, ...edges.flatMap(({ from, to }) => [from, to])])],
    pending,
  );
  const locations = await loadLocations(db, scope, ids, pending);
  const nodes = await mapInSlices(rows, (row) => ({
    ...toNodeRow(row),
    locations: locations.get(row.aispm_object_id) ?? [],
  }));
  // Linking thousands of objects takes about 30 ms, so it gets a separate turn of the event loop.
  await new Slices().next();
  return {
    graph: buildGraph(nodes, edges, new Set(ids)),
    versions: new Map(rows.map(({ aispm_object_id, version }) => [aispm_object_id, version])),
  };
}

/** The version of an object's user-set fields. It changes with labels, owners and accepted schemas. */
const VERSION = sql<string>`md5(jsonb_build_array(label_changes, chosen_owners, accepted_schemas)::text)`;

/** Finds the objects whose user-set fields changed since their versions were read. */
export async function findChangedVersions(
  { db, scope }: ScanContext,
  versions: ReadonlyMap<string, string>,
): Promise<TypedObject[]> {
  const { rows } = await sql<TypedObject>`
    SELECT aispm_object_id AS id, object_type AS type
    FROM unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::text[]) AS known (id, version)
    JOIN objects ON ${inWorkspace('objects', scope)} AND aispm_object_id = id
      AND aispm_object_id = ${anyOf([...versions.keys()])}
    WHERE version <> ${VERSION}`.execute(db);
  return rows;
}

interface ObjectRow {
  aispm_object_id: string;
  object_type: ObjectType;
  stable_key: string;
  aispm_friendly_name: string;
  description: string | null;
  labels: Record<string, unknown>;
  /** Set by a user; null if unset. */
  chosen_owners: string[] | null;
  details: Record<string, unknown>;
  accepted_schemas: SchemaFingerprints | null;
  version: string;
}

async function loadRows(
  db: Db,
  scope: Workspace,
  ids: readonly string[],
  { changedObjects, deletedObjects }: PendingChanges,
): Promise<ObjectRow[]> {
  const changed = ids.flatMap((id) => changedObjects.get(id) ?? []);
  const labels = changed.map(({ aispm_object_id, labels }) => ({ changed_id: aispm_object_id, scanned: labels }));
  const { rows } = await sql<ObjectRow>`
    SELECT aispm_object_id, object_type, stable_key, aispm_friendly_name, description,
      CASE WHEN changed_id IS NULL THEN labels ELSE aispm_merge_labels(scanned, label_changes) END AS labels,
      chosen_owners, details, accepted_schemas, ${VERSION} AS version
    FROM objects
    LEFT JOIN ${recordset(labels, 'changed_id text, scanned jsonb')} ON changed_id = aispm_object_id
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${anyOf(ids)}
      AND object_type = ANY(${AI_OBJECT_TYPES}::text[])
      -- A scan that shows a deleted object changes it.
      AND (lifecycle_status <> 'deleted' OR changed_id IS NOT NULL)
    ORDER BY aispm_object_id`.execute(db);
  return rows
    .filter(({ aispm_object_id }) => !deletedObjects.has(aispm_object_id))
    .map((row) => {
      const object = changedObjects.get(row.aispm_object_id);
      if (!object) return row;
      const { aispm_friendly_name, description, details, accepted_schemas } = object;
      const accepted = accepted_schemas && { ...accepted_schemas, ...row.accepted_schemas };
      return { ...row, aispm_friendly_name, description, details, accepted_schemas: accepted };
    });
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
    // Details use the field names of the scan document.
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

/** Loads the locations of each object, sorted by identifier. */
async function loadLocations(
  db: Db,
  scope: Workspace,
  ids: readonly string[],
  { changedObjects, deletedEdges }: PendingChanges,
): Promise<ReadonlyMap<string, NodeLocation[]>> {
  const { rows } = await sql<NodeLocation & RelationKey>`
    WITH found AS MATERIALIZED (
      SELECT source_id, edge, target_id FROM edges
      WHERE ${inWorkspace('edges', scope)} AND source_id = ${anyOf(ids)} AND edge = 'locations'
    )
    SELECT source_id, edge, target_id, aispm_object_id AS id, aispm_friendly_name AS name, details ->> 'snippet' AS snippet
    FROM found JOIN objects ON ${inWorkspace('objects', scope)} AND aispm_object_id = target_id
      AND aispm_object_id = ANY(ARRAY(SELECT target_id FROM found))
    ORDER BY source_id, aispm_object_id`.execute(db);
  const shown = rows.filter((relation) => !deletedEdges.has(formatRelation(relation)));
  const byObject = Map.groupBy(shown, ({ source_id }) => source_id);
  const toLocation = ({ id, name, snippet }: NodeLocation): NodeLocation => {
    const changed = changedObjects.get(id);
    if (!changed) return { id, name, snippet };
    return { id, name: changed.aispm_friendly_name, snippet: (changed.details.snippet as string | undefined) ?? null };
  };
  return new Map([...byObject].map(([id, found]) => [id, found.map(toLocation)]));
}
