/** What a completed scan without a document changes: it has found again what the scan before it found. */
import type { JsonObject } from '../bundled/openapi.ts';
import { Random } from '../world/random.ts';
import type { ScanImport } from './import-scan.ts';

/**
 * Makes the findings of a scan those of the one that follows it.
 *
 * @param scan the completed scan
 * @param previous identifier of the one before
 */
export function repeatScan(
  scan: JsonObject,
  previous: string,
  { workspace, change }: Pick<ScanImport, 'workspace' | 'change'>,
): void {
  const { scan_id, finished_at } = scan;
  const random = new Random(String(scan_id));
  const found = workspace.listNested('listScanResults', 'scan_id', previous).filter((row) => row.change !== 'absent');
  const rows = found.map((row) => ({
    ...row,
    scan_result_id: random.uuid(),
    scan_id,
    change: 'unchanged',
    created_at: finished_at,
  }));
  change({ kind: 'nest', list: 'listScanResults', rows });
  const fields = { scan_id };
  for (const { id, record } of workspace.listEntries('listFineGrainedIssues'))
    if (record.scan_id === previous) change({ kind: 'update', list: 'listFineGrainedIssues', id, fields });
  for (const { id, record } of workspace.listEntries('listAispmAssets')) {
    if (record.last_scan_id !== previous) continue;
    const scanned = { last_scan_id: scan_id, last_scanned_at: finished_at };
    change({ kind: 'update', list: 'listAispmAssets', id, fields: scanned });
  }
}
