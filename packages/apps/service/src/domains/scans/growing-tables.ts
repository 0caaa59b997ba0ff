import { sql } from 'kysely';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import type { GrowingTables } from '../../platform/database/statistics.ts';

/** Returns the tables that grow with the scans of a workspace and that scans read. */
export function listGrowingTables(scope: Workspace): GrowingTables {
  return {
    tables: [
      'objects',
      'object_sightings',
      'object_degrees',
      'edges',
      'edge_sightings',
      'fine_grained_issues',
      'fine_grained_issue_sightings',
      'issue_elements',
      'scan_results',
    ],
    counts: {
      objects: sql`SELECT coalesce(sum(inventory_count), 0)::bigint AS count FROM object_counts
        WHERE ${inWorkspace('object_counts', scope)}`,
      fine_grained_issues: sql`SELECT coalesce(sum(fine_grained_issue_count), 0)::bigint AS count FROM issues
        WHERE ${inWorkspace('issues', scope)}`,
    },
  };
}
