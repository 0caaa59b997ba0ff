import { updateObjects } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import type { OBJECT_UPDATES } from '../../shared/contract/object-types.ts';
import { type Control, changeObjects, type Outcome, undoObjects } from './bulk-change.ts';
import type { ObjectChange } from './owners-change.ts';

/** A change of objects, with a label for its report. */
export interface Applied {
  label: string;
  change: ObjectChange;
}

/** A change that has ended. */
export interface Report {
  label: string;
  outcome: Outcome;
  isUndo: boolean;
}

/** Changes several objects of a type, with progress, and undoes the last change. */
export function useBulkUpdate(segment: keyof typeof OBJECT_UPDATES) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ count: number; total: number }>();
  const stopping = useRef<AbortController>(undefined);
  const { mutate, isPending, data } = useMutation({
    mutationFn: async ({ total, run, ...report }: Omit<Report, 'outcome'> & Run): Promise<Report> => {
      stopping.current = new AbortController();
      setProgress({ count: 0, total });
      const onProgress = (count: number) => setProgress({ count, total });
      return { ...report, outcome: await run({ signal: stopping.current.signal, onProgress }) };
    },
    onSettled: () => invalidateAfter(queries, client, updateObjects, {}),
  });
  // Objects that weren't in the list any longer have nothing to restore.
  const undoable = data?.isUndo ? [] : (data?.outcome.changed.filter(({ undo }) => Object.keys(undo).length > 0) ?? []);
  return {
    apply: (ids: readonly string[], { label, change }: Applied) =>
      mutate({
        label,
        isUndo: false,
        total: ids.length,
        run: (control) => changeObjects(client, segment, ids, change, control),
      }),
    /** Undefined if there's nothing to undo. */
    undo:
      data === undefined || undoable.length === 0 || isPending
        ? undefined
        : () =>
            mutate({
              label: `Undo: ${data.label}`,
              isUndo: true,
              total: undoable.length,
              run: (control) => undoObjects(client, undoable, control),
            }),
    stop: () => stopping.current?.abort(),
    progress: isPending ? progress : undefined,
    isPending,
    report: isPending ? undefined : data,
  };
}

interface Run {
  total: number;
  run: (control: Control) => Promise<Outcome>;
}
