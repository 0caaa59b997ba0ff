/** The results of scans. */
import { completeScanResults } from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import { seededUuid } from '../core/seeded.ts';
import type { Workspace } from './workspace.ts';

/**
 * Lists the results of a scan: the known ones, and more that make them add up to its counts; objects have their current names.
 *
 * @returns undefined when the scan doesn't exist
 */
export function readScanResults(workspace: Workspace, id: string): readonly JsonObject[] | undefined {
  const scan = workspace.find('listScans', id);
  if (!scan) return undefined;
  return workspace.compute(`results of scan ${id}`, () => {
    const known = workspace.listNested('listScanResults', 'scan_id', id);
    const others = completeScanResults(scan, known, workspace.readContents(scan.asset_id), (seen) =>
      seededUuid(`${id}/${seen}`),
    );
    return [...known, ...others].map((row) => ({
      location: row.change === 'absent' ? null : findLocation(workspace, row.fine_grained_issue_id),
      ...row,
      aispm_friendly_name: workspace.graph.get(String(row.aispm_object_id))?.aispm_friendly_name ?? null,
    }));
  });
}

function findLocation(workspace: Workspace, occurrenceId: string | null): unknown {
  const occurrence = occurrenceId === null ? undefined : workspace.find('listFineGrainedIssues', occurrenceId);
  return occurrence?.location ?? null;
}
