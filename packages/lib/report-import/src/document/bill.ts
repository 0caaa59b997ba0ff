/** What the scans of all bills of materials have. */
import type { ScanDocument, ScannedAsset } from '@aispm/types';
import type { ImportContext } from './import-context.ts';
import { truncate } from './limits.ts';
import { toStableKey, toWebUrl } from './names.ts';

/** Creates the properties of a scan document that say what was scanned, and by which tool. */
export function createHead(tool: { name: string; version: string }, context: ImportContext) {
  return {
    scan_type: 'model',
    ...(context.trigger !== undefined && { trigger: context.trigger }),
    ...(context.assetId !== undefined && { asset_id: context.assetId }),
    target: truncate(context.target, 'ScanDocument.target'),
    ...(context.branch !== undefined && { branch: context.branch }),
    ...(context.commitSha !== undefined && { commit_sha: context.commitSha }),
    tool_name: truncate(tool.name, 'ScanDocument.tool_name'),
    tool_version: truncate(tool.version, 'ScanDocument.tool_version'),
  } as const satisfies Partial<ScanDocument>;
}

/**
 * Creates the asset that a bill describes; none when the inventory has it.
 *
 * @param name its name in the bill; default: the end of the target
 * @param type default: a repository
 */
export function createAssets(
  name: string | undefined,
  type: ScannedAsset['asset_type'] | undefined,
  context: ImportContext,
): ScannedAsset[] {
  if (context.assetId !== undefined) return [];
  const repository = toWebUrl(context.repositoryUrl);
  return [
    {
      key: 'asset',
      stable_key: toStableKey(context.target),
      object_type: 'asset',
      aispm_friendly_name: truncate(
        name || context.target.split('/').at(-1) || context.target,
        'ScannedAsset.aispm_friendly_name',
      ),
      asset_type: type ?? 'repository',
      ...(repository !== undefined && { repository_url: repository }),
    },
  ];
}
