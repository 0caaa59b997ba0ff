import values from 'virtual:contract/values';
import {
  type AgentEvaluationRecord,
  deleteAgentEvaluation,
  type EvaluationRun,
  getAgentEvaluation,
  listEvaluationRuns,
  runAgentEvaluation,
  updateAgentEvaluation,
} from '@aispm/client';
import { mutationOptions, queryOptions } from '@aispm/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { findValue } from '../../shared/contract/format-values.ts';
import { labelOf } from '../../shared/contract/labels.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectName } from '../../shared/objects/object-name.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { DeleteRecord } from '../../shared/ui/delete-record.tsx';
import { ErrorState, explain, Loading } from '../../shared/ui/states.tsx';
import styles from './evaluations.module.css';
import { RunComparison } from './run-comparison.tsx';
import { StopRun } from './stop-run.tsx';

const RUNS = 20;
const POLL_MS = 2_000;

/** An attached evaluation: its agent and schedule, the active run, and scores of recent runs. */
export function AgentEvaluationScreen() {
  const { id } = useParams({ from: '/w/$tenant/$workspace/evaluations/$id' });
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getAgentEvaluation, { id }));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={10} />;
  return (
    <article aria-label="Attached evaluation" className={styles.screen}>
      <p>
        <WorkspaceLink to="evaluations">Attached evaluations</WorkspaceLink>
      </p>
      <h1>
        <Untrusted text={data.name} />
      </h1>
      <dl className={styles.facts}>
        <dt>Evaluation</dt>
        <dd>
          <Untrusted text={data.evaluation_name} />
        </dd>
        <dt>Agent</dt>
        <dd>
          <ObjectName segment="agents" id={data.agent_id} />
        </dd>
        <dt>Weight</dt>
        <dd>{data.weight}</dd>
      </dl>
      <Runs record={data}>
        <Schedule record={data} />
        <DeleteRecord
          operation={deleteAgentEvaluation}
          record={data}
          verb="Detach"
          consequence="This also deletes the runs of this evaluation."
          list="evaluations"
        />
      </Runs>
    </article>
  );
}

function Schedule({ record }: { record: AgentEvaluationRecord }) {
  const client = useWorkspaceClient();
  const { mutate, isPending, error, isSuccess } = useMutation(mutationOptions(client, updateAgentEvaluation));
  return (
    <div>
      <label>
        Schedule{' '}
        <select
          value={record.schedule ?? ''}
          disabled={isPending}
          onChange={(event) => {
            const schedule = findValue(values.enumerations.EvaluationSchedule, event.target.value);
            mutate({ id: record.id, body: { schedule: schedule ?? null } });
          }}
        >
          <option value="">Manual</option>
          {values.enumerations.EvaluationSchedule.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>{' '}
      <span role="status">{error !== null ? `Not saved. ${explain(error)}` : isSuccess ? 'Saved.' : ''}</span>
    </div>
  );
}

/** @param children further actions, shown after the button that starts a run */
function Runs({ record, children }: { record: AgentEvaluationRecord; children: ReactNode }) {
  const client = useWorkspaceClient();
  const { data, error, refetch } = useQuery({
    ...queryOptions(client, listEvaluationRuns, {
      agent_evaluation_id: [record.id],
      order: 'DESC',
      page_size: RUNS,
    }),
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? POLL_MS : false),
  });
  const start = useMutation(mutationOptions(client, runAgentEvaluation));
  const active = data?.items.find(isActive);
  return (
    <>
      <div className={styles.actions}>
        <Button
          kind="primary"
          isDisabled={data === undefined || start.isPending || active !== undefined}
          onClick={() => start.mutate({ id: record.id })}
        >
          Run now
        </Button>
        {children}
      </div>
      {start.error !== null && <p role="alert">The run was not started. {explain(start.error)}</p>}
      {active !== undefined && <ActiveRun run={active} />}
      {error !== null ? (
        <ErrorState error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading rows={6} />
      ) : data.items.length === 0 ? (
        <p className={styles.quiet}>This evaluation has not run yet.</p>
      ) : (
        <RunComparison runs={data.items} />
      )}
    </>
  );
}

function isActive({ finished_at }: EvaluationRun): boolean {
  return finished_at === null;
}

/** The active run, with a button to stop it. */
function ActiveRun({ run }: { run: EvaluationRun }) {
  return (
    <section aria-label="Current run" className={styles.current}>
      <StopRun run={run}>
        <span role="status">
          {labelOf('RunStatus', run.status)}, {Math.round(run.progress * 100)} %
        </span>{' '}
        <WorkspaceLink to={`runs/${encodeURIComponent(run.id)}`}>Follow the run</WorkspaceLink>{' '}
      </StopRun>
    </section>
  );
}
