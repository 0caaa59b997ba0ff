import { type EvaluationRunResult, getEvaluationRun, listEvaluationRunResults, stopEvaluationRun } from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useWorkspaceClient } from '../api/api.tsx';
import { WorkspaceLink } from '../app/workspace-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState, explain, Loading } from '../ui/states.tsx';
import styles from './run.module.css';

/** One run, followed until it has ended, and its results with the conversations of failed prompts. */
export function RunScreen() {
  const { id } = useParams({ from: '/w/$tenant/$workspace/runs/$id' });
  const client = useWorkspaceClient();
  const { data, error, refetch } = useQuery(queryOptions(client, getEvaluationRun, { run_id: id }));
  const stop = useMutation(mutationOptions(client, stopEvaluationRun));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={10} />;
  const hasEnded = data.finished_at !== null;
  return (
    <article className={styles.run}>
      <p>
        <WorkspaceLink to="evaluations">Evaluation runs</WorkspaceLink>
      </p>
      <h1>Evaluation run</h1>
      <p role="status">
        {data.status}
        {!hasEnded && `, ${Math.round(data.progress * 100)} %`}
        {data.score !== null && `, score ${data.score}`}
        {data.summary !== null && `, ${data.summary.passed} of ${data.summary.total} passed`}
        {data.error_message !== null && (
          <>
            : <Untrusted text={data.error_message} />
          </>
        )}
      </p>
      {!hasEnded && (
        <p>
          <Button
            kind="danger"
            isDisabled={stop.isPending || data.cancel_requested}
            onClick={() => stop.mutate({ run_id: id })}
          >
            {data.cancel_requested ? 'Stopping' : 'Stop run'}
          </Button>{' '}
          {stop.error !== null && explain(stop.error)}
        </p>
      )}
      <Results runId={id} />
    </article>
  );
}

function Results({ runId }: { runId: string }) {
  const query = useInfiniteQuery(
    infiniteQueryOptions(useWorkspaceClient(), listEvaluationRunResults, { run_id: runId, page_size: 100 }),
  );
  const results = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.error !== null) return <ErrorState error={query.error} retry={query.refetch} />;
  return (
    <section aria-label="Results">
      <h2>Results</h2>
      {results.map((result) => (
        <Result key={result.id} result={result} />
      ))}
      {query.hasNextPage && (
        <Button isDisabled={query.isFetching} onClick={() => query.fetchNextPage()}>
          Show more results
        </Button>
      )}
    </section>
  );
}

function Result({ result }: { result: EvaluationRunResult }) {
  return (
    <details className={styles.result}>
      <summary>
        {result.prompt_index}. {result.status}
        {result.category !== null && (
          <>
            , <Untrusted text={result.category} />
          </>
        )}
      </summary>
      {result.explanation !== null && (
        <p>
          <Untrusted text={result.explanation} />
        </p>
      )}
      {result.conversation?.map((message, index) => (
        <div key={index}>
          <h3>{message.role}</h3>
          <pre>
            <Untrusted text={message.content} />
          </pre>
        </div>
      ))}
    </details>
  );
}
