import type { ObjectUpdateItem } from '@aispm/client';

/** A change of objects, as `updateObjects` accepts it. */
export type ObjectChange = Pick<ObjectUpdateItem, 'labels' | 'owners' | 'add_owners' | 'remove_owners'>;

/** What to do with the owners of objects. */
export type OwnersMode = 'add' | 'remove' | 'replace';

/** Returns the change of owners in a form, one per line. Empty lines are ignored. */
export function toOwnersChange(mode: OwnersMode, lines: string): ObjectChange {
  const owners = [
    ...new Set(
      lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  if (mode === 'replace') return { owners };
  return mode === 'add' ? { add_owners: owners } : { remove_owners: owners };
}
