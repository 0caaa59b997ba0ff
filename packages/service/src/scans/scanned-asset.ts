import type { ScanDocument } from '@aispm/types';

/**
 * The key of the asset that was scanned, when the document brings it: its only asset. Undefined when it brings none or several,
 * or names one of the inventory.
 */
export function scannedAssetKey({ asset_id, objects }: ScanDocument): string | undefined {
  if (asset_id) return undefined;
  const assets = objects.filter(({ object_type }) => object_type === 'asset');
  return assets.length === 1 ? assets[0]?.key : undefined;
}
