import values from 'virtual:contract/values';
import { type Agent, createAgentEvaluation, listAgents, listEvaluations } from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { findValue } from '../../shared/contract/format-values.ts';
import { toVisibleText } from '../../shared/text/visible-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState, explain, Loading } from '../../shared/ui/states.tsx';
import styles from './evaluations.module.css';

const MAX_AGENTS = 50;
const PAGE_SIZE = 100;

/** Opens the form for attaching an evaluation. */
export function AttachButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        Attach evaluation…
      </Button>
      <dialog ref={dialog} className={styles.dialog} aria-label="Attach evaluation" onClose={() => setOpen(false)}>
        {isOpen && <AttachForm close={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

/** Attaches an evaluation of the catalogue to an agent, with a schedule. */
function AttachForm({ close }: { close: () => void }) {
  const client = useWorkspaceClient();
  const navigate = useNavigate();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const catalogue = useCatalogue();
  const { mutate, isPending, error } = useMutation(mutationOptions(client, createAgentEvaluation));
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? '');
    const schedule = findValue(values.enumerations.EvaluationSchedule, read('schedule'));
    const body = {
      agent_id: read('agent'),
      evaluation_id: read('evaluation'),
      ...(schedule !== undefined && { schedule }),
      ...(read('name') !== '' && { name: read('name') }),
    };
    mutate(
      { body },
      {
        onSuccess: ({ id }) => {
          close();
          void navigate({ to: '/w/$tenant/$workspace/evaluations/$id', params: { tenant, workspace, id } });
        },
      },
    );
  }
  if (catalogue.error !== null) return <ErrorState error={catalogue.error} retry={catalogue.refetch} />;
  if (catalogue.data === undefined) return <Loading rows={6} />;
  return (
    <form className={styles.form} onSubmit={submit}>
      <h2>Attach evaluation</h2>
      <AgentField />
      <label>
        Evaluation
        <select name="evaluation" required>
          {catalogue.data.pages
            .flatMap(({ items }) => items)
            .map(({ id, name, description }) => (
              <option key={id} value={id} title={description}>
                {toVisibleText(name)}
              </option>
            ))}
        </select>
      </label>
      <label>
        Schedule
        <select name="schedule">
          <option value="">Manual</option>
          {values.enumerations.EvaluationSchedule.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Name (optional)
        <input name="name" maxLength={values.limits.agentEvaluationName} />
      </label>
      {error !== null && <p role="alert">Not attached. {explain(error)}</p>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" isDisabled={isPending}>
          Attach evaluation
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}

/** Requests all pages of the catalogue in sequence. */
function useCatalogue() {
  const catalogue = useInfiniteQuery(
    infiniteQueryOptions(useWorkspaceClient(), listEvaluations, { page_size: PAGE_SIZE }),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = catalogue;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return catalogue;
}

/** Finds agents by name, because a workspace may have more than a list can show. */
function AgentField() {
  const [text, setText] = useState('');
  const name = useDeferredValue(text.trim());
  const { data, error, isFetching } = useQuery({
    ...queryOptions(useWorkspaceClient(), listAgents, { page_size: MAX_AGENTS, ...(name !== '' && { name }) }),
    placeholderData: keepPreviousData,
  });
  // An agent selected before the search stays selected among its results.
  const [chosen, setChosen] = useState<Agent>();
  const found = data?.items ?? [];
  const isFound = found.some(({ aispm_object_id: id }) => id === chosen?.aispm_object_id);
  const agents = chosen === undefined || isFound ? found : [chosen, ...found];
  return (
    <>
      <label>
        Find agent
        <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <label>
        Agent
        <select
          name="agent"
          required
          size={Math.min(6, Math.max(2, agents.length))}
          onChange={({ target }) => setChosen(agents.find(({ aispm_object_id: id }) => id === target.value))}
        >
          {agents.map(({ aispm_object_id: id, aispm_friendly_name: label }) => (
            <option key={id} value={id}>
              {toVisibleText(label)}
            </option>
          ))}
        </select>
      </label>
      <p role="status">
        {error !== null
          ? explain(error)
          : isFetching
            ? 'Searching'
            : found.length === 0
              ? 'No matching agents.'
              : data?.cursor
                ? `Showing the first ${found.length} agents. Enter part of a name to find others.`
                : ''}
      </p>
    </>
  );
}
