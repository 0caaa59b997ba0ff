/** Seeds which target shows which objects: if the next scan of a target doesn't find them, they're deleted. */
import { sql } from 'kysely';
import type { Db } from '../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace } from '../platform/database/rows.ts';
import { type Keys, toWorkspace } from './sample-data.ts';

/**
 * Inserts what the current scan of each target found: the contents of its asset. All other sample data must exist.
 */
export async function seedObservations(db: Db, keys: Keys): Promise<void> {
  const workspace = toWorkspace(keys);
  await sql`
    INSERT INTO object_sightings (tenant_id, workspace_id, scan_target_id, aispm_object_id)
    SELECT tenant_id, workspace_id, scan_target_id, seen.id
    FROM scan_targets, LATERAL (
      SELECT source_id AS id FROM edges WHERE ${inWorkspace('edges', workspace)} AND target_id = scan_targets.asset_id AND edge = 'assets'
      UNION SELECT scan_targets.asset_id
    ) AS seen
    WHERE ${inWorkspace('scan_targets', workspace)} AND current_scan_id IS NOT NULL AND asset_id IS NOT NULL`.execute(
    db,
  );
  await sql`
    INSERT INTO edge_sightings (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id, evidence)
    SELECT seen.tenant_id, seen.workspace_id, seen.scan_target_id, source_id, edge, target_id, evidence
    FROM object_sightings AS seen
    JOIN edges ON ${inSameWorkspace('edges', 'seen')} AND edges.source_id = seen.aispm_object_id
    WHERE ${inWorkspace('seen', workspace)} AND EXISTS (
      SELECT FROM object_sightings AS other
      WHERE ${inSameWorkspace('other', 'seen')} AND other.scan_target_id = seen.scan_target_id AND other.aispm_object_id = edges.target_id
    )`.execute(db);
  await sql`
    INSERT INTO fine_grained_issue_sightings (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id)
    SELECT target.tenant_id, target.workspace_id, target.scan_target_id, fine_grained_issue_id
    FROM scan_targets AS target
    JOIN fine_grained_issues AS issue ON ${inSameWorkspace('issue', 'target')} AND issue.asset_id = target.asset_id AND issue.scan_id IS NOT NULL AND issue.status <> 'resolved'
    WHERE ${inWorkspace('target', workspace)} AND current_scan_id IS NOT NULL
  `.execute(db);
}
