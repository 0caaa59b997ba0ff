/** Compares stored counts with the occurrences and edges that they count. */
import { sql } from 'kysely';
import type { ScannedWorkspace } from './scanned-workspace.ts';

type Rows = Record<string, unknown>[];

interface Counts {
  stored: Rows;
  recounted: Rows;
}

/** Reads all stored counts of a workspace, and recounts them. */
export async function recount(workspace: ScannedWorkspace): Promise<Record<string, Counts>> {
  const { tenantId, workspaceId } = workspace.scope;
  const own = (table: string) =>
    sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId} AND ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`;
  const rows = async (query: ReturnType<typeof sql>) => (await workspace.read((db) => query.execute(db))).rows as Rows;
  const counts = sql`count(*) AS occurrence_count,
    count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'critical') AS critical_count,
    count(*) FILTER (WHERE status <> 'resolved' AND definitive_severity = 'high') AS high_count,
    count(*) FILTER (WHERE status <> 'resolved') AS unresolved_count,
    count(*) FILTER (WHERE status IN ('open', 'in_progress') AND definitive_severity = 'critical') AS active_critical_count,
    count(*) FILTER (WHERE status IN ('open', 'in_progress') AND definitive_severity = 'high') AS active_high_count`;
  return {
    elements: {
      stored: await rows(sql`
        SELECT issue_id, role, aispm_object_id, occurrence_count, critical_count, high_count, unresolved_count,
          active_critical_count, active_high_count
        FROM issue_elements WHERE ${own('issue_elements')} ORDER BY 1, 2, 3`),
      recounted: await rows(sql`
        SELECT issue_id, 'asset' AS role, asset_id AS aispm_object_id, ${counts}
        FROM fine_grained_issues AS o WHERE ${own('o')} AND asset_id IS NOT NULL GROUP BY issue_id, asset_id
        UNION ALL
        SELECT issue_id, 'object', aispm_object_id, ${counts}
        FROM fine_grained_issues AS o WHERE ${own('o')} GROUP BY issue_id, aispm_object_id
        ORDER BY 1, 2, 3`),
    },
    elementCounts: {
      stored: await rows(sql`
        SELECT issue_id, object_type, element_count, critical_element_count, high_element_count, total_affected_elements,
          fine_grained_issue_count
        FROM issue_element_counts WHERE ${own('issue_element_counts')} AND element_count <> 0 ORDER BY 1, 2`),
      recounted: await rows(sql`
        SELECT issue_id, object_type, count(DISTINCT aispm_object_id) AS element_count,
          count(DISTINCT aispm_object_id) FILTER (WHERE status IN ('open', 'in_progress') AND severity_rank = 5) AS critical_element_count,
          count(DISTINCT aispm_object_id) FILTER (WHERE status IN ('open', 'in_progress') AND severity_rank = 4) AS high_element_count,
          count(DISTINCT aispm_object_id) FILTER (WHERE status <> 'resolved') AS total_affected_elements,
          count(*) FILTER (WHERE status <> 'resolved') AS fine_grained_issue_count
        FROM fine_grained_issues AS o WHERE ${own('o')} GROUP BY 1, 2 ORDER BY 1, 2`),
    },
    issues: {
      stored: await rows(sql`
        SELECT issue_id, status, CASE WHEN status = 'suppressed' THEN status_reason END AS reason, resolved_at IS NOT NULL AS has_end,
          CASE WHEN status = 'resolved' THEN NULL ELSE severity_rank END AS severity, critical_element_count,
          high_element_count, total_affected_elements, fine_grained_issue_count, first_seen_at, last_seen_at, object_types
        FROM issues WHERE ${own('issues')} ORDER BY 1`),
      recounted: await rows(sql`
        SELECT issue_id,
          CASE WHEN bool_or(status = 'open') THEN 'open' WHEN bool_or(status = 'in_progress') THEN 'in_progress'
            WHEN bool_or(status = 'suppressed') THEN 'suppressed' ELSE 'resolved' END AS status,
          CASE WHEN NOT bool_or(status IN ('open', 'in_progress')) THEN min(status_reason) FILTER (WHERE status = 'suppressed') END AS reason,
          bool_and(status = 'resolved') AS has_end, max(severity_rank) FILTER (WHERE status <> 'resolved') AS severity,
          count(DISTINCT aispm_object_id) FILTER (WHERE status IN ('open', 'in_progress') AND severity_rank = 5) AS critical_element_count,
          count(DISTINCT aispm_object_id) FILTER (WHERE status IN ('open', 'in_progress') AND severity_rank = 4) AS high_element_count,
          count(DISTINCT aispm_object_id) FILTER (WHERE status <> 'resolved') AS total_affected_elements,
          count(*) FILTER (WHERE status <> 'resolved') AS fine_grained_issue_count,
          min(first_seen_at) AS first_seen_at, max(last_seen_at) AS last_seen_at,
          array_agg(DISTINCT object_type ORDER BY object_type) AS object_types
        FROM fine_grained_issues AS o WHERE ${own('o')} GROUP BY issue_id ORDER BY 1`),
    },
    objects: {
      stored: await rows(sql`
        SELECT aispm_object_id, total_issues_count, critical_issues_count, high_issues_count, max_severity_rank,
          critical_occurrence_count, high_occurrence_count
        FROM objects WHERE ${own('objects')} ORDER BY 1`),
      recounted: await rows(sql`
        SELECT objects.aispm_object_id, count(DISTINCT issue_id) AS total_issues_count,
          count(DISTINCT issue_id) FILTER (WHERE highest = 5) AS critical_issues_count,
          count(DISTINCT issue_id) FILTER (WHERE highest = 4) AS high_issues_count,
          coalesce(max(highest), 0)::smallint AS max_severity_rank,
          coalesce(sum(critical), 0)::bigint AS critical_occurrence_count, coalesce(sum(high), 0)::bigint AS high_occurrence_count
        FROM objects
        LEFT JOIN (
          SELECT issue_id, CASE WHEN side = 'asset' THEN asset_id ELSE o.aispm_object_id END AS id, side,
            max(severity_rank) AS highest, count(*) FILTER (WHERE severity_rank = 5) AS critical,
            count(*) FILTER (WHERE severity_rank = 4) AS high
          FROM fine_grained_issues AS o, (VALUES ('asset'), ('object')) AS sides (side)
          WHERE ${own('o')} AND status <> 'resolved'
          GROUP BY 1, 2, 3
        ) AS found ON found.id = objects.aispm_object_id AND (side = 'asset') = (object_type = 'asset')
        WHERE ${own('objects')}
        GROUP BY objects.aispm_object_id ORDER BY 1`),
    },
    relations: {
      stored: await rows(sql`
        SELECT aispm_object_id, model_count, tool_count, mcp_server_count, agent_count, ai_object_count
        FROM objects WHERE ${own('objects')} ORDER BY 1`),
      recounted: await rows(sql`
        SELECT aispm_object_id,
          count(*) FILTER (WHERE source_id = aispm_object_id AND edge = 'models') AS model_count,
          count(*) FILTER (WHERE source_id = aispm_object_id AND edge = 'tools') AS tool_count,
          count(*) FILTER (WHERE source_id = aispm_object_id AND edge = 'mcp_servers') AS mcp_server_count,
          count(*) FILTER (WHERE target_id = aispm_object_id AND source_type = 'agent' AND edge IN ('models', 'tools', 'mcp_servers')) AS agent_count,
          count(*) FILTER (WHERE target_id = aispm_object_id AND edge = 'assets' AND source_type <> 'location') AS ai_object_count
        FROM objects LEFT JOIN edges ON ${own('edges')} AND aispm_object_id IN (source_id, target_id)
        WHERE ${own('objects')} GROUP BY aispm_object_id ORDER BY 1`),
    },
    ranks: {
      stored: await rows(sql`
        SELECT source_id, edge, target_id, source_rank, target_rank FROM edges WHERE ${own('edges')} ORDER BY 1, 2, 3`),
      recounted: await rows(sql`
        SELECT source_id, edge, target_id, source.max_severity_rank AS source_rank, target.max_severity_rank AS target_rank
        FROM edges
        JOIN objects AS source ON ${own('source')} AND source.aispm_object_id = source_id
        JOIN objects AS target ON ${own('target')} AND target.aispm_object_id = target_id
        WHERE ${own('edges')} ORDER BY 1, 2, 3`),
    },
    degrees: {
      stored: await rows(sql`
        SELECT aispm_object_id, edge, degree FROM object_degrees WHERE ${own('object_degrees')} AND degree <> 0 ORDER BY 1, 2`),
      recounted: await rows(sql`
        SELECT id AS aispm_object_id, edge, count(*) AS degree FROM (
          SELECT source_id AS id, edge FROM edges WHERE ${own('edges')}
          UNION ALL SELECT target_id, aispm_inverse_edge(edge, source_type) FROM edges WHERE ${own('edges')}
        ) AS ends GROUP BY 1, 2 ORDER BY 1, 2`),
    },
    dashboard: {
      stored: await rows(sql`
        SELECT object_type, '' AS issue_id, inventory_count AS total, 0 AS critical FROM object_counts
        WHERE ${own('object_counts')} AND inventory_count <> 0
        UNION ALL
        SELECT object_type, issue_id, unresolved_count, critical_count FROM issue_counts
        WHERE ${own('issue_counts')} AND unresolved_count <> 0
        ORDER BY 1, 2`),
      recounted: await rows(sql`
        SELECT object_type, '' AS issue_id, count(*) AS total, 0 AS critical FROM objects
        WHERE ${own('objects')} AND lifecycle_status <> 'deleted' GROUP BY 1
        UNION ALL
        SELECT object_type, issue_id, count(*), count(*) FILTER (WHERE severity_rank = 5) FROM fine_grained_issues AS o
        WHERE ${own('o')} AND status <> 'resolved' AND object_type <> 'asset' GROUP BY 1, 2
        UNION ALL
        SELECT 'asset', issue_id, count(*), count(*) FILTER (WHERE severity_rank = 5) FROM fine_grained_issues AS o
        WHERE ${own('o')} AND status <> 'resolved' AND asset_id IS NOT NULL GROUP BY 2
        ORDER BY 1, 2`),
    },
    names: {
      stored: await rows(sql`
        SELECT fine_grained_issue_id, o.aispm_friendly_name, o.object_type FROM fine_grained_issues AS o
        WHERE ${own('o')} ORDER BY 1`),
      recounted: await rows(sql`
        SELECT fine_grained_issue_id, objects.aispm_friendly_name, objects.object_type FROM fine_grained_issues AS o
        JOIN objects ON ${own('objects')} AND objects.aispm_object_id = o.aispm_object_id
        WHERE ${own('o')} ORDER BY 1`),
    },
  };
}
