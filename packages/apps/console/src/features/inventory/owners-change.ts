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

/** The properties of an object that a change can set. */
export interface Owned {
  labels: Readonly<Record<string, string>>;
  owners: readonly string[];
}

/** Returns the change that restores what another one changes. Unknown objects have nothing to restore. */
export function restoringChange(before: Owned | undefined, { labels, ...owners }: ObjectChange): ObjectChange {
  if (before === undefined) return {};
  return {
    ...(labels !== undefined && {
      labels: Object.fromEntries(Object.keys(labels).map((name) => [name, before.labels[name] ?? null])),
    }),
    ...(Object.keys(owners).length > 0 && { owners: [...before.owners] }),
  };
}
