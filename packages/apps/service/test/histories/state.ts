/** The state of a workspace without identifiers and times, to compare two workspaces with the same history. */
import { sql } from 'kysely';
import type { ScannedWorkspace } from './scanned-workspace.ts';

/** Reads objects, relations, occurrences, issues with their history, and the results of scans. */
export async function readState(workspace: ScannedWorkspace): Promise<Record<string, unknown[]>> {
  const { tenantId } = workspace.scope;
  const own = (table: string) => sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`;
  // The key of a location starts with the identifier of its asset.
  const key = (table: string) =>
    sql`${sql.ref(`${table}.object_type`)} || ' ' || CASE ${sql.ref(`${table}.object_type`)} WHEN 'location'
      THEN ${sql.ref(`${table}.aispm_friendly_name`)} ELSE ${sql.ref(`${table}.stable_key`)} END`;
  const queries = {
    objects: sql`
      SELECT ${key('o')} AS key, aispm_friendly_name, description, lifecycle_status, labels, owners, accepted_schemas,
        total_issues_count, critical_issues_count, high_issues_count, max_severity_rank, critical_occurrence_count,
        high_occurrence_count, agent_count, model_count, tool_count, mcp_server_count, ai_object_count
      FROM objects AS o WHERE ${own('o')} ORDER BY 1`,
    edges: sql`
      SELECT ${key('source')} AS source, edge, ${key('target')} AS target, evidence, source_rank, target_rank
      FROM edges
      JOIN objects AS source ON ${own('source')} AND source.aispm_object_id = source_id
      JOIN objects AS target ON ${own('target')} AND target.aispm_object_id = target_id
      WHERE ${own('edges')} ORDER BY 1, 2, 3`,
    sightings: sql`
      SELECT target, count(*) AS relations FROM edge_sightings
      JOIN scan_targets ON ${own('scan_targets')} AND scan_targets.scan_target_id = edge_sightings.scan_target_id
      WHERE ${own('edge_sightings')} GROUP BY 1 ORDER BY 1`,
    occurrences: sql`
      SELECT rule_id, ${key('o')} AS object, message, definitive_severity, status, status_reason, location_id IS NULL AS lacks_location,
        f.aispm_friendly_name, f.resolved_at IS NULL AS is_unresolved
      FROM fine_grained_issues AS f
      JOIN objects AS o ON ${own('o')} AND o.aispm_object_id = f.aispm_object_id
      WHERE ${own('f')} ORDER BY 1, 2, 3, 4`,
    issues: sql`
      SELECT rule_id, definitive_severity, severity_reason, status, status_reason, status_comment, status_changed_by, assignee, due_at,
        object_types, critical_element_count, high_element_count, total_affected_elements, fine_grained_issue_count, reopen_count,
        (SELECT count(*) FROM issue_periods AS p WHERE ${own('p')} AND p.issue_id = i.issue_id) AS periods,
        (
          SELECT jsonb_agg(jsonb_build_array(kind, changed_by, before, after) ORDER BY position) FROM issue_history AS h
          WHERE ${own('h')} AND h.issue_id = i.issue_id
        ) AS history
      FROM issues AS i WHERE ${own('i')} ORDER BY 1`,
    results: sql`
      SELECT dense_rank() OVER (ORDER BY scans.position) AS scan, result_kind, change, count(*) AS results FROM scan_results
      JOIN scans ON ${own('scans')} AND scans.scan_id = scan_results.scan_id
      WHERE ${own('scan_results')} GROUP BY scans.position, 2, 3`,
  };
  const state: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await workspace.read((db) => query.execute(db));
    // Some rows differ only in what isn't read.
    state[name] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return state;
}
