import { type Issue, type IssueUpdate, updateIssues } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import {
  applyChange,
  type Before,
  type Control,
  type KnownIssues,
  type Outcome,
  toBefore,
  undoChange,
  undoSteps,
} from './triage-batches.ts';

/** A change of issues, and its label for undoing it. */
export interface TriageOptions {
  change: IssueUpdate;
  label: string;
  isForced?: boolean;
}

/** Applies triage changes in a workspace, and undoes them in reverse order. */
export interface TriageStore {
  /** Changes issues. Unless `isForced`, each change is rejected if the issue was changed concurrently. */
  apply: (issues: readonly Issue[], change: TriageOptions, control: Control) => Promise<Outcome>;
  /** Records a change that was made elsewhere. */
  record: (before: Issue, after: Issue, label: string) => void;
  /** The label of the change that `undo` reverts; undefined if there is none. */
  last: string | undefined;
  undo: () => Promise<{ label: string; outcome: Outcome } | undefined>;
}

/** A change, and the state before it. */
interface Done {
  label: string;
  before: readonly Before[];
}

const TriageContext = createContext<TriageStore | undefined>(undefined);

/** Returns the store of the enclosing {@link TriageProvider}. */
export function useTriageStore(): TriageStore {
  const store = useContext(TriageContext);
  if (store === undefined) throw new Error('useTriageStore needs a TriageProvider above it.');
  return store;
}

/** Provides a {@link TriageStore} to the components below it. */
export function TriageProvider({ children }: { children: ReactNode }) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [done, setDone] = useState<readonly Done[]>([]);
  const known = useRef<KnownIssues>(new Map()).current;
  const store = useMemo((): TriageStore => {
    const refresh = () => invalidateAfter(queries, client, updateIssues, {});
    /** Only keeps changes that can be undone. */
    function push(label: string, before: readonly Before[]): void {
      const reversible = before.filter((issue) => undoSteps(known, issue) !== undefined);
      if (reversible.length > 0) setDone((all) => [...all, { label, before: reversible }]);
    }
    return {
      async apply(issues, { change, label, isForced = false }, control) {
        const outcome = await applyChange(client, known, { issues, change, isForced }, control).finally(refresh);
        const changed = new Set(outcome.updated.map(({ issue_id }) => issue_id));
        // A forced change replaces a state that this page doesn't know, so it can't be undone.
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
        // A failure in between has undone some of the issues. Undoing can be repeated.
        const outcome = await undoChange(client, known, entry.before).finally(refresh);
        setDone((all) => all.filter((other) => other !== entry));
        return { label: entry.label, outcome };
      },
    };
  }, [client, queries, known, done]);
  return <TriageContext value={store}>{children}</TriageContext>;
}
