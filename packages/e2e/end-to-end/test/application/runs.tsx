/** Attached evaluations with a button that starts a run, the list of runs, and a run with its results. */
import {
  type EvaluationResultStatus,
  type EvaluationRun,
  getEvaluationRun,
  listAgentEvaluations,
  listEvaluationRunResults,
  listEvaluationRuns,
  runAgentEvaluation,
} from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from './api.ts';
import { Count, Failure, List } from './components.tsx';
import { toHash, useRoute } from './route.ts';

/** The numbers of a summary, each with the results that it counts. */
function summarize({ id, summary }: EvaluationRun): ReactNode[] {
  if (!summary) return [];
  const counts = { passed: summary.passed, failed: summary.failed, errored: summary.errored };
  return [
    <Count key="total" of={summary.total} path={`runs/${id}/results`} />,
    ...Object.entries(counts).map(([status, count]) => (
      <Count key={status} of={count} path={`runs/${id}/results`} filters={{ status }} />
    )),
  ];
}

export function Runs() {
  const attached = useInfiniteQuery(infiniteQueryOptions(client, listAgentEvaluations, { page_size: 10 }));
  const runs = useInfiniteQuery(infiniteQueryOptions(client, listEvaluationRuns, { page_size: 10 }));
  const start = useMutation(mutationOptions(client, runAgentEvaluation));
  return (
    <>
      <List
        title="Attached evaluations"
        query={attached}
        columns={['Name', 'Latest run', 'Progress', 'Start']}
        row={(evaluation) => [
          evaluation.name,
          evaluation.latest_run_id && (
            <a href={toHash(`runs/${evaluation.latest_run_id}`)}>{evaluation.latest_run_status}</a>
          ),
          evaluation.latest_run_progress,
          <button
            key="start"
            type="button"
            disabled={start.isPending}
            onClick={() =>
              start.mutate({ id: evaluation.id }, { onSuccess: (run) => location.assign(toHash(`runs/${run.id}`)) })
            }
          >
            Start
          </button>,
        ]}
      />
      <Failure error={start.error} />
      <List
        title="Runs"
        query={runs}
        columns={['Status', 'Progress', 'Results', 'Passed', 'Failed', 'Errored']}
        row={(run) => [
          <a key="status" href={toHash(`runs/${run.id}`)}>
            {run.status}
          </a>,
          run.progress,
          ...summarize(run),
        ]}
      />
    </>
  );
}

export function Run({ id }: { id: string }) {
  const { data: run, error } = useQuery(queryOptions(client, getEvaluationRun, { run_id: id }));
  if (!run) return <Failure error={error} />;
  return (
    <>
      <h1>Run</h1>
      <p>
        <output>{run.status}</output>, <progress value={run.progress} />
      </p>
      <ul aria-label="Summary">
        {summarize(run).map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same numbers
          <li key={index}>{count}</li>
        ))}
      </ul>
    </>
  );
}

export function Results({ id }: { id: string }) {
  const { all } = useRoute();
  const query = useInfiniteQuery(
    infiniteQueryOptions(client, listEvaluationRunResults, {
      run_id: id,
      status: all<EvaluationResultStatus>('status'),
      page_size: 50,
    }),
  );
  return (
    <List
      title="Results"
      query={query}
      columns={['Prompt', 'Status', 'Score']}
      row={(result) => [result.prompt_index, result.status, result.score]}
    />
  );
}
