import type { ScanDocument } from '@aispm/types';

/**
 * Returns the key of the scanned asset if the document contains it: its only asset. Undefined if the document contains none or
 * several, or refers to an asset of the inventory.
 */
export function findScannedAssetKey({ asset_id, objects }: ScanDocument): string | undefined {
  if (asset_id) return undefined;
  const assets = objects.filter(({ object_type }) => object_type === 'asset');
  return assets.length === 1 ? assets[0]?.key : undefined;
}
