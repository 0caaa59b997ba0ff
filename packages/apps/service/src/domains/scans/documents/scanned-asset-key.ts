import type { ScanDocument, ScannedOccurrence } from '@aispm/types';

/**
 * Returns the key of the scanned asset if it's the document's only asset. Undefined if the document contains none or several,
 * or references an asset of the inventory.
 */
export function findScannedAssetKey({
  asset_id,
  objects,
}: Pick<ScanDocument, 'asset_id' | 'objects'>): string | undefined {
  if (asset_id) return undefined;
  const assets = objects.filter(({ object_type }) => object_type === 'asset');
  return assets.length === 1 ? assets[0]?.key : undefined;
}

/** Returns whether a document identifies the scanned asset. */
export function hasScannedAsset(document: ScanDocument): boolean {
  return Boolean(document.asset_id) || findScannedAssetKey(document) !== undefined;
}

/** Returns the key of the object that an occurrence affects; undefined if it's the scanned asset. */
export function findAffectedKey({ object_key, location_key }: ScannedOccurrence): string | undefined {
  return object_key ?? location_key;
}
