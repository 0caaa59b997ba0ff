/** Generates the scans of assets. */
import { groupBy } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import { NODE_LISTS } from '../counts.ts';
import { Random } from '../random.ts';
import { pick, replaceLastSegment } from '../variations.ts';
import { DAY_MS, formatAgo, type Generation, MINUTE_MS, recordsOf, templatesOf } from './context.ts';

/** Adds the current scan of each asset with its results, and some failed scans. */
export function addScans(generation: Generation): void {
  const templates = templatesOf(generation, 'listScans');
  const assetTemplates = templatesOf(generation, 'listAispmAssets');
  const failed = templates.find(({ status }) => status === 'failed');
  const contents = groupBy(
    generation.relations.filter(({ edge }) => edge === 'assets'),
    ({ to_id }) => to_id,
  );
  const byAsset = groupBy(recordsOf(generation, 'listFineGrainedIssues'), ({ asset_id }) => asset_id);
  const objects = new Map(
    NODE_LISTS.flatMap((name) =>
      recordsOf(generation, name).map((record) => [record.aispm_object_id, record] as const),
    ),
  );
  const scans: JsonObject[] = [];
  for (const [index, asset] of recordsOf(generation, 'listAispmAssets').entries()) {
    const own = assetTemplates[index % assetTemplates.length];
    const template =
      templates.find(({ asset_id, is_current }) => asset_id === own?.asset_id && is_current) ?? templates[0];
    const scan_id = generation.random.uuid();
    const started = DAY_MS * generation.random.next();
    const inside = (contents.get(asset.asset_id) ?? []).map(({ from_id }) => objects.get(from_id));
    const found = inside.filter((object) => object !== undefined);
    const issues = (byAsset.get(asset.asset_id) ?? []).filter(({ status }) => status !== 'resolved');
    const target = replaceLastSegment(template?.target, asset.asset_name);
    const times = {
      created_at: formatAgo(generation, started + 5 * MINUTE_MS),
      started_at: formatAgo(generation, started + 4 * MINUTE_MS),
      finished_at: formatAgo(generation, started),
      updated_at: formatAgo(generation, started),
    };
    scans.push({
      ...template,
      ...times,
      scan_id,
      asset_id: asset.asset_id,
      target,
      commit_sha: asset.commit_sha,
      has_ai_objects: found.length > 0,
      ai_object_count: found.length,
      detection_count: issues.length,
      resolution_count: 0,
    });
    Object.assign(asset, {
      last_scan_id: scan_id,
      last_scanned_at: times.finished_at,
      ai_object_count: found.length,
    });
    for (const occurrence of byAsset.get(asset.asset_id) ?? []) occurrence.scan_id = scan_id;
    const seed = generation.random.hex(16);
    generation.results.push(() =>
      createResults(new Random(seed), { scan_id, created_at: times.finished_at, objects: found, issues }),
    );
    if (failed && generation.random.next() < 0.05) {
      const at = formatAgo(generation, started - MINUTE_MS < 0 ? 0 : started - MINUTE_MS);
      const later = { created_at: at, started_at: at, finished_at: at, updated_at: at };
      const failedId = generation.random.uuid();
      scans.push({ ...failed, ...later, scan_id: failedId, asset_id: asset.asset_id, target });
      asset.last_scan_id = failedId;
    }
  }
  generation.lists.listScans = scans;
}

/** Creates the results of a scan that found nothing new. */
function createResults(
  random: Random,
  scan: { scan_id: string; created_at: string; objects: readonly JsonObject[]; issues: readonly JsonObject[] },
): JsonObject[] {
  const { scan_id, created_at } = scan;
  const base = { scan_id, change: 'unchanged', created_at };
  const objects = scan.objects.map((object) => ({
    scan_result_id: random.uuid(),
    ...base,
    result_kind: 'object',
    ...pick(object, ['object_type', 'aispm_object_id']),
    fine_grained_issue_id: null,
    definitive_severity: null,
  }));
  const issues = scan.issues.map((issue) => ({
    scan_result_id: random.uuid(),
    ...base,
    result_kind: 'issue',
    ...pick(issue, ['object_type', 'aispm_object_id', 'fine_grained_issue_id', 'definitive_severity']),
  }));
  return [...objects, ...issues];
}
