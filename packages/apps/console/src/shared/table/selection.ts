import { useCallback, useMemo, useState } from 'react';
import type { TableRow } from '../contract/table-row.ts';

/** The selected rows of a list, by ID. They stay selected while more pages load. */
export interface Selection {
  rows: ReadonlyMap<string, TableRow>;
  /** Selects or deselects rows. */
  set: (rows: readonly (readonly [id: string, row: TableRow])[], isSelected: boolean) => void;
  /** Deselects all rows. */
  clear: () => void;
}

/** Creates an empty selection. */
export function useSelection(): Selection {
  const [rows, setRows] = useState<ReadonlyMap<string, TableRow>>(new Map());
  const set = useCallback<Selection['set']>((changed, isSelected) => {
    setRows((before) => {
      const next = new Map(before);
      for (const [id, row] of changed) {
        if (isSelected) next.set(id, row);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setRows((before) => (before.size === 0 ? before : new Map())), []);
  return useMemo(() => ({ rows, set, clear }), [rows, set, clear]);
}
