import { type Issue, type IssueUpdate, updateIssues } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import {
  applyChange,
  type Before,
  type KnownIssues,
  type Outcome,
  stepsBack,
  toBefore,
  undoChange,
} from './triage-batches.ts';

/** Changes of triage in a workspace, and what undoes them, the last one first. */
export interface TriageStore {
  /** Changes issues, each on the condition that nobody else has changed it, unless `isForced`. */
  apply: (issues: readonly Issue[], change: IssueUpdate, label: string, isForced?: boolean) => Promise<Outcome>;
  /** Records a change that was made in another way. */
  record: (before: Issue, after: Issue, label: string) => void;
  /** The change that `undo` leads back from; undefined when there is none. */
  last: string | undefined;
  undo: () => Promise<{ label: string; outcome: Outcome } | undefined>;
}

/** A change that was made, and what was before it. */
interface Done {
  label: string;
  before: readonly Before[];
}

const TriageContext = createContext<TriageStore | undefined>(undefined);

/** The store of the screen above. */
export function useTriageStore(): TriageStore {
  const store = useContext(TriageContext);
  if (store === undefined) throw new Error('useTriageStore needs a TriageProvider above it.');
  return store;
}

/** Keeps what was changed, for all parts of the screen below it. */
export function TriageProvider({ children }: { children: ReactNode }) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [done, setDone] = useState<readonly Done[]>([]);
  const known = useRef<KnownIssues>(new Map()).current;
  const store = useMemo((): TriageStore => {
    const refresh = () => invalidateAfter(queries, client, updateIssues, {});
    /** What no change leads back from is not kept. */
    function push(label: string, before: readonly Before[]): void {
      const reversible = before.filter((issue) => stepsBack(known, issue) !== undefined);
      if (reversible.length > 0) setDone((all) => [...all, { label, before: reversible }]);
    }
    return {
      async apply(issues, change, label, isForced = false) {
        const outcome = await applyChange(client, known, { issues, change, isForced }).finally(refresh);
        const changed = new Set(outcome.updated.map(({ issue_id }) => issue_id));
        // A forced change replaces a state that this page does not know, so that nothing can lead back there.
        if (!isForced) push(label, issues.filter(({ issue_id }) => changed.has(issue_id)).map(toBefore));
        return outcome;
      },
      record(before, after, label) {
        known.set(after.issue_id, { ...toBefore(after), etag: after.etag });
        push(label, [toBefore(before)]);
      },
      last: done.at(-1)?.label,
      async undo() {
        const entry = done.at(-1);
        if (entry === undefined) return undefined;
        // What fails in between has changed some issues, and can be undone again.
        const outcome = await undoChange(client, known, entry.before).finally(refresh);
        setDone((all) => all.filter((one) => one !== entry));
        return { label: entry.label, outcome };
      },
    };
  }, [client, queries, known, done]);
  return <TriageContext value={store}>{children}</TriageContext>;
}
