import { type Rule, type RuleUpdate, updateRule } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { isTyping, useKeyPresses } from '../../shared/keys/key-presses.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { explain } from '../../shared/ui/states.tsx';
import styles from './rules.module.css';
import { ChangedRule, changeSettings, describeChange, settingsOf } from './settings.ts';

/** Changes rules, and undoes the last change. */
export interface RuleChanges {
  /** Saves settings of a rule, unless someone changed them after they were shown. */
  change: (shown: Rule, body: RuleUpdate) => void;
  isPending: boolean;
  /** Shown above the list and the rule. */
  report: React.ReactNode;
}

interface Change {
  shown: Rule;
  body: RuleUpdate;
  isUndo?: boolean;
}

/** Returns the changes of the rules of a screen. `u` undoes the last one. */
export function useRuleChanges(): RuleChanges {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [done, setDone] = useState<{ before: Rule; after: Rule; isUndo: boolean }>();
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: ({ shown, body }: Change) => changeSettings(client, shown, body),
    onMutate: () => setDone(undefined),
    onSuccess: (after, { shown, isUndo = false }) => setDone({ before: shown, after, isUndo }),
    onError: () => setDone(done),
    onSettled: () => invalidateAfter(queries, client, updateRule, {}),
  });
  function undo() {
    if (done === undefined || done.isUndo || isPending) return;
    mutate({ shown: done.after, body: settingsOf(done.before), isUndo: true });
  }
  useKeyPresses((event) => {
    if (event.key !== 'u' || isTyping(event)) return;
    event.preventDefault();
    undo();
  });
  const report = (
    <div role="status" className={styles.report}>
      {error instanceof ChangedRule && variables !== undefined ? (
        <p data-problem>
          <span>
            Someone else changed “<Untrusted text={error.theirs.rule_name} />
            ”: {describeChange(variables.shown, error.theirs)}.
          </span>
          <Button onClick={reset}>Keep their change</Button>
          <Button onClick={() => mutate({ ...variables, shown: error.theirs })}>
            {variables.isUndo ? 'Undo mine anyway' : 'Apply mine'}
          </Button>
        </p>
      ) : (
        error !== null && (
          <p data-problem>
            {variables?.isUndo ? 'Nothing was undone.' : 'The change was not saved.'} {explain(error)}
          </p>
        )
      )}
      {done !== undefined && (
        <p>
          <span>
            “<Untrusted text={done.after.rule_name} />”{done.isUndo && ' again'}:{' '}
            {describeChange(done.before, done.after)}.
          </span>
          {!done.isUndo && (
            <Button isDisabled={isPending} aria-keyshortcuts="U" onClick={undo}>
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
  return { change: (shown, body) => mutate({ shown, body }), isPending, report };
}
