/** Which targets show what in the story: what they do not show in their next scan is gone. */
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Keys } from './story.ts';

/** Writes what the current scan of each target saw: what lies in its asset. All else of the story has to be there. */
export async function seedSightings(db: Db, { tenant_id, workspace_id }: Keys): Promise<void> {
  const own = sql`tenant_id = ${tenant_id} AND workspace_id = ${workspace_id}`;
  await sql`
    INSERT INTO object_sightings (tenant_id, workspace_id, scan_target_id, aispm_object_id)
    SELECT tenant_id, workspace_id, scan_target_id, seen.id
    FROM scan_targets, LATERAL (
      SELECT source_id AS id FROM edges WHERE ${own} AND target_id = scan_targets.asset_id AND edge = 'assets'
      UNION SELECT scan_targets.asset_id
    ) AS seen
    WHERE ${own} AND current_scan_id IS NOT NULL AND asset_id IS NOT NULL`.execute(db);
  await sql`
    INSERT INTO edge_sightings (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id, evidence)
    SELECT seen.tenant_id, seen.workspace_id, seen.scan_target_id, source_id, edge, target_id, evidence
    FROM object_sightings AS seen
    JOIN edges ON edges.tenant_id = seen.tenant_id AND edges.workspace_id = seen.workspace_id
      AND edges.source_id = seen.aispm_object_id
    WHERE seen.tenant_id = ${tenant_id} AND seen.workspace_id = ${workspace_id} AND EXISTS (
      SELECT FROM object_sightings AS other
      WHERE other.tenant_id = seen.tenant_id AND other.workspace_id = seen.workspace_id
        AND other.scan_target_id = seen.scan_target_id AND other.aispm_object_id = edges.target_id
    )`.execute(db);
  await sql`
    INSERT INTO fine_grained_issue_sightings (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id)
    SELECT target.tenant_id, target.workspace_id, target.scan_target_id, fine_grained_issue_id
    FROM scan_targets AS target
    JOIN fine_grained_issues AS issue ON issue.tenant_id = target.tenant_id AND issue.workspace_id = target.workspace_id
      AND issue.asset_id = target.asset_id AND issue.scan_id IS NOT NULL AND issue.status <> 'resolved'
    WHERE target.tenant_id = ${tenant_id} AND target.workspace_id = ${workspace_id} AND current_scan_id IS NOT NULL
  `.execute(db);
}
