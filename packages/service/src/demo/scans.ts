/** The scans of the story that have ended. */
import type { Db } from '../database/dialect.ts';
import { type Keys, story } from './story.ts';

/** Writes scans, their targets and results; objects have to be there. */
export async function seedScans(db: Db, keys: Keys): Promise<void> {
  const ended = story.scans
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
          // The first scan of a target names it.
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
      ended.map((scan) => ({
        ...keys,
        ...scan,
        attempt: 1,
        scan_target_id: targets.get(`${scan.scan_type} ${scan.target}`)?.[0]?.scan_id ?? scan.scan_id,
      })),
    )
    .execute();
  const ids = new Set(ended.map(({ scan_id }) => scan_id));
  await db
    .insertInto('scan_results')
    .values(story.scanResults.filter(({ scan_id }) => ids.has(scan_id)).map((result) => ({ ...keys, ...result })))
    .execute();
  await rememberCurrentScans(db, keys, ended);
}

/** Assets show their newest scan that is there. */
async function rememberCurrentScans(db: Db, keys: Keys, ended: typeof story.scans): Promise<void> {
  for (const [asset, scans] of Map.groupBy(ended, ({ asset_id }) => asset_id)) {
    const newest = scans.at(-1);
    if (asset === null || !newest) continue;
    await db
      .updateTable('objects')
      .set({ last_scan_id: newest.scan_id })
      .where('tenant_id', '=', keys.tenant_id)
      .where('workspace_id', '=', keys.workspace_id)
      .where('aispm_object_id', '=', asset)
      .execute();
  }
}
