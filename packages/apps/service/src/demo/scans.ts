/** Seeds the ended scans of the sample data. */
import type { Db } from '../platform/database/dialect.ts';
import { inWorkspace } from '../platform/database/rows.ts';
import { type Keys, type SampleData, toWorkspace } from './sample-data.ts';
import { listScanResults } from './scan-results.ts';

/** Inserts scans with their targets and results. The objects must exist. */
export async function seedScans(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  const ended = sampleData.scans
    .filter(({ finished_at }) => finished_at !== null)
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const targets = Map.groupBy(ended, ({ scan_type, target }) => `${scan_type} ${target}`);
  await db
    .insertInto('scan_targets')
    .values(
      [...targets.values()].map((scans) => {
        const [first] = scans as [(typeof ended)[number]];
        return {
          ...keys,
          // A target has the identifier of its first scan.
          scan_target_id: first.scan_id,
          scan_type: first.scan_type,
          target: first.target,
          asset_id: first.asset_id,
          current_scan_id: scans.find(({ is_current }) => is_current)?.scan_id ?? null,
        };
      }),
    )
    .execute();
  await db
    .insertInto('scans')
    .values(
      ended.map(({ cancel_requested, detection_count, resolution_count, ...scan }) => ({
        ...keys,
        ...scan,
        num_detections: detection_count,
        num_resolutions: resolution_count,
        attempt: 1,
        scan_target_id: targets.get(`${scan.scan_type} ${scan.target}`)?.[0]?.scan_id ?? scan.scan_id,
      })),
    )
    .execute();
  await db
    .insertInto('scan_results')
    .values(ended.flatMap((scan) => listScanResults(scan, sampleData)).map((result) => ({ ...keys, ...result })))
    .execute();
  await setLastScans(db, keys, ended);
}

/** Sets the last scan of each asset. */
async function setLastScans(db: Db, keys: Keys, ended: SampleData['scans']): Promise<void> {
  for (const [asset, scans] of Map.groupBy(ended, ({ asset_id }) => asset_id)) {
    const latest = scans.at(-1);
    if (asset === null || !latest) continue;
    await db
      .updateTable('objects')
      .set({ last_scan_id: latest.scan_id })
      .where(inWorkspace('objects', toWorkspace(keys)))
      .where('aispm_object_id', '=', asset)
      .execute();
  }
}
