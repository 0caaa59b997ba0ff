/** Reads and writes the rows of relations, and the counts of relations on objects. */
import { type RawBuilder, sql } from 'kysely';
import { divide } from '../../../platform/database/batches.ts';
import { anyOf, inWorkspace, jsonRecordset, recordset } from '../../../platform/database/rows.ts';
import type { PendingEdge } from './pending-changes.ts';
import type { KnownRelation, Relation } from './relation.ts';
import { AI_OBJECT_TYPES, type ScanContext } from './scan-context.ts';

const KEY_COLUMNS = 'source_id text, edge text, target_id text';

/** Loads the existing relations of the document, and the ones that this target showed before. */
export async function loadKnownRelations(
  { db, scope, scan }: ScanContext,
  relations: readonly Relation[],
): Promise<KnownRelation[]> {
  const { rows } = await sql<KnownRelation>`
    WITH wanted AS (
      SELECT source_id, edge, target_id FROM ${selectKeys(relations)}
      UNION
      SELECT source_id, edge, target_id FROM edge_sightings
      WHERE ${inWorkspace('edge_sightings', scope)} AND scan_target_id = ${scan.scan_target_id}
    )
    SELECT edges.source_id, edges.edge, edges.target_id, edges.source_type, edges.target_type, edges.evidence,
      max(sighting.evidence) FILTER (WHERE sighting.scan_target_id = ${scan.scan_target_id}) AS own,
      coalesce(array_agg(sighting.evidence) FILTER (WHERE sighting.scan_target_id <> ${scan.scan_target_id}), '{}') AS others
    FROM wanted
    JOIN edges ON ${inWorkspace('edges', scope)} AND edges.source_id = wanted.source_id AND edges.edge = wanted.edge
      AND edges.target_id = wanted.target_id AND edges.source_id = ANY(ARRAY(SELECT DISTINCT source_id FROM wanted))
    LEFT JOIN edge_sightings AS sighting ON ${inWorkspace('sighting', scope)} AND sighting.source_id = edges.source_id
      AND sighting.edge = edges.edge AND sighting.target_id = edges.target_id
      AND sighting.source_id = ANY(ARRAY(SELECT DISTINCT source_id FROM wanted))
    GROUP BY edges.source_id, edges.edge, edges.target_id, edges.source_type, edges.target_type, edges.evidence
  `.execute(db);
  return rows;
}

export async function insertEdgeRows({ db, scope, now }: ScanContext, relations: readonly Relation[]): Promise<void> {
  const columns = `${KEY_COLUMNS}, source_type text, target_type text, evidence text`;
  for (const { json } of divide(relations)) {
    await sql`
      INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence,
        first_seen_at, last_seen_at)
      SELECT ${scope.tenantId}, ${scope.workspaceId}, source_id, edge, target_id, source_type, target_type, evidence,
        ${now}::timestamptz, ${now}::timestamptz
      FROM ${jsonRecordset(json, columns)}`.execute(db);
  }
}

/** Updates the evidence of relations. Relations that this scan doesn't show keep the time when the target last showed them. */
export async function updateEvidence(
  { db, scope, scan }: ScanContext,
  relations: readonly PendingEdge[],
): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    UPDATE edges SET evidence = given.evidence,
      last_seen_at = CASE WHEN "isShown" THEN edges.last_seen_at
        ELSE greatest(edges.last_seen_at, (
          SELECT target.last_seen_at FROM scan_targets AS target
          WHERE ${inWorkspace('target', scope)} AND target.scan_target_id = ${scan.scan_target_id}
        )) END
    FROM ${recordset(relations, `${KEY_COLUMNS}, evidence text, "isShown" boolean`)}
    WHERE ${inWorkspace('edges', scope)} AND edges.source_id = given.source_id AND edges.edge = given.edge
      AND edges.target_id = given.target_id AND edges.source_id = ${anyOf(listSources(relations))}`.execute(db);
}

export async function deleteEdges({ db, scope }: ScanContext, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    DELETE FROM edges USING ${selectKeys(relations)}
    WHERE ${inWorkspace('edges', scope)} AND edges.source_id = given.source_id AND edges.edge = given.edge
      AND edges.target_id = given.target_id
      AND edges.source_id = ${anyOf(listSources(relations))}`.execute(db);
}

/** Stores the relations that this target shows with new evidence. */
export async function storeSightings({ db, scope, scan }: ScanContext, relations: readonly Relation[]): Promise<void> {
  for (const { json } of divide(relations)) {
    await sql`
      INSERT INTO edge_sightings (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id, evidence)
      SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_target_id}, source_id, edge, target_id, evidence
      FROM ${jsonRecordset(json, `${KEY_COLUMNS}, evidence text`)}
      ON CONFLICT (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id)
        DO UPDATE SET evidence = excluded.evidence`.execute(db);
  }
}

/** Removes the target from relations that it no longer shows. */
export async function deleteSightings({ db, scope, scan }: ScanContext, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    DELETE FROM edge_sightings USING ${selectKeys(relations)}
    WHERE ${inWorkspace('edge_sightings', scope)} AND scan_target_id = ${scan.scan_target_id}
      AND edge_sightings.source_id = given.source_id AND edge_sightings.edge = given.edge
      AND edge_sightings.target_id = given.target_id`.execute(db);
}

/** The keys of relations as a table for queries. */
function selectKeys(relations: readonly Relation[]): RawBuilder<unknown> {
  return sql`unnest(${relations.map(({ source_id }) => source_id)}::text[], ${relations.map(({ edge }) => edge)}::text[],
    ${relations.map(({ target_id }) => target_id)}::text[]) AS given(source_id, edge, target_id)`;
}

function listSources(relations: readonly Relation[]): string[] {
  return [...new Set(relations.map(({ source_id }) => source_id))];
}

/** Recounts the relations of objects, and sets the MCP server that offers each tool: the first one by identifier. */
export async function refreshCounts({ db, scope, now }: ScanContext, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  await sql`
    WITH counts AS (
      SELECT id,
        count(*) FILTER (WHERE is_source AND edge = 'models') AS models,
        count(*) FILTER (WHERE is_source AND edge = 'tools') AS tools,
        count(*) FILTER (WHERE is_source AND edge = 'mcp_servers') AS mcp_servers,
        count(*) FILTER (WHERE is_source AND edge = 'sub_agents') AS sub_agents,
        count(*) FILTER (WHERE NOT is_source AND edge IN ('models', 'tools', 'mcp_servers') AND other_type = 'agent') AS agents,
        count(*) FILTER (WHERE NOT is_source AND edge = 'assets' AND other_type = ANY(${AI_OBJECT_TYPES}::text[])) AS contents,
        min(other_id) FILTER (WHERE NOT is_source AND edge = 'tools' AND other_type = 'mcp_server') AS server
      FROM unnest(${objectIds}::text[]) AS id
      LEFT JOIN (
        SELECT source_id AS own_id, true AS is_source, edge, target_id AS other_id, target_type AS other_type FROM edges
        WHERE ${inWorkspace('edges', scope)} AND source_id = ${anyOf(objectIds)}
        UNION ALL
        SELECT target_id, false, edge, source_id, source_type FROM edges
        WHERE ${inWorkspace('edges', scope)} AND target_id = ${anyOf(objectIds)}
      ) AS related ON own_id = id
      GROUP BY id
    )
    UPDATE objects SET model_count = models, tool_count = tools, mcp_server_count = mcp_servers,
      sub_agent_count = sub_agents, agent_count = agents, ai_object_count = contents,
      updated_at = greatest(updated_at, ${now}::timestamptz),
      details = CASE WHEN object_type = 'tool' THEN details || jsonb_build_object('mcp_server_id', server) ELSE details END
    FROM counts
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = counts.id
      AND aispm_object_id = ${anyOf(objectIds)}
      -- Skips rows that this scan has written already and whose counts stay 0, such as locations.
      AND (object_type = 'tool' OR (updated_at, model_count, tool_count, mcp_server_count, sub_agent_count, agent_count, ai_object_count)
        IS DISTINCT FROM (${now}::timestamptz, models, tools, mcp_servers, sub_agents, agents, contents))`.execute(db);
}

/**
 * Copies the severity ranks of objects to their relations again, because triage doesn't see the relations that this scan
 * inserted. The findings must be locked.
 */
export async function refreshRanks({ db, scope }: ScanContext, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  for (const end of ['source', 'target'] as const) {
    const [id, rank] = [sql.ref(`edges.${end}_id`), sql.ref(`${end}_rank`)];
    await sql`
      UPDATE edges SET ${rank} = max_severity_rank
      FROM objects
      WHERE ${inWorkspace('edges', scope)} AND ${inWorkspace('objects', scope)} AND aispm_object_id = ${id}
        AND aispm_object_id = ${anyOf(objectIds)} AND ${id} = ${anyOf(objectIds)}
        AND edges.${rank} <> max_severity_rank`.execute(db);
  }
}
