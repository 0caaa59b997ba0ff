import values from 'virtual:contract/values';
import {
  type EvaluationRun,
  type EvaluationRunResult,
  getAgentEvaluation,
  getEvaluationRun,
  listEvaluationRunResults,
} from '@aispm/client';
import { infiniteQueryOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { findValue } from '../../shared/contract/format-values.ts';
import { labelOf } from '../../shared/contract/labels.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './run.module.css';
import { formatInterval } from './run-comparison.tsx';
import { StopRun } from './stop-run.tsx';

/** A run, polled until it ends, and its results with the conversations of failed prompts. */
export function RunScreen() {
  const { id } = useParams({ from: '/w/$tenant/$workspace/runs/$id' });
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getEvaluationRun, { run_id: id }));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={10} />;
  const interval = formatInterval(data.summary);
  return (
    <article className={styles.run}>
      <p>
        <WorkspaceLink to="evaluations" search={{ tab: 'runs' }}>
          Evaluation runs
        </WorkspaceLink>
      </p>
      <h1>Evaluation run</h1>
      <Facts run={data} />
      <p role="status">
        {labelOf('RunStatus', data.status)}
        {data.finished_at === null && `, ${Math.round(data.progress * 100)} %`}
        {data.score !== null && `, score ${data.score}${interval === undefined ? '' : ` (95 % interval ${interval})`}`}
        {data.summary !== null && (
          <>
            {', '}
            <WorkspaceLink to={`runs/${encodeURIComponent(id)}`} search={{ status: 'passed' }}>
              {formatNumber(data.summary.passed)} of {formatNumber(data.summary.total)} passed
            </WorkspaceLink>
          </>
        )}
        {data.error_message !== null && (
          <>
            : <Untrusted text={data.error_message} />
          </>
        )}
      </p>
      {data.finished_at === null && (
        <p>
          <StopRun run={data} />
        </p>
      )}
      {data.score !== null && <p className={styles.quiet}>Scores range from 0 to 1; higher is better.</p>}
      <Results run={data} />
    </article>
  );
}

/** The evaluation, trigger and times of a run. */
function Facts({ run }: { run: EvaluationRun }) {
  const { agent_evaluation_id: id } = run;
  const { data } = useQuery(queryOptions(useWorkspaceClient(), getAgentEvaluation, { id }));
  return (
    <dl className={styles.facts}>
      <dt>Evaluation</dt>
      <dd>
        <WorkspaceLink to={`evaluations/${encodeURIComponent(id)}`}>
          {data === undefined ? 'Attached evaluation' : <Untrusted text={data.name} />}
        </WorkspaceLink>
      </dd>
      <dt>Trigger</dt>
      <dd>{labelOf('RunTrigger', run.trigger)}</dd>
      <dt>Requested</dt>
      <dd>
        <Time value={run.created_at} />
      </dd>
      <dt>Finished</dt>
      <dd>{run.finished_at === null ? 'Not yet' : <Time value={run.finished_at} />}</dd>
    </dl>
  );
}

/** The results with the status in the URL, refetched while the run adds more. */
function Results({ run }: { run: EvaluationRun }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [named = ''] = valuesOf(search, 'status');
  const status = findValue(values.enumerations.EvaluationResultStatus, named);
  const query = useInfiniteQuery(
    infiniteQueryOptions(useWorkspaceClient(), listEvaluationRunResults, {
      run_id: run.id,
      page_size: 100,
      ...(status !== undefined && { status: [status] }),
    }),
  );
  const { refetch } = query;
  const version = `${run.status} ${run.progress}`;
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    void refetch();
  }, [version, refetch]);
  const results = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Results" className={styles.results}>
      <div className={styles.bar}>
        <h2>Results</h2>
        <label>
          Status{' '}
          <select
            value={status ?? ''}
            onChange={(event) =>
              void navigate({ to: '.', search: { ...search, status: event.target.value }, replace: true })
            }
          >
            <option value="">All</option>
            {values.enumerations.EvaluationResultStatus.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {query.error !== null && <ErrorState error={query.error} retry={query.refetch} />}
      {query.isPending && <Loading rows={6} />}
      {query.isSuccess && results.length === 0 && (
        <p>{status === undefined ? 'No results yet' : 'No results with this status'}</p>
      )}
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
    <details className={styles.result} data-status={result.status}>
      <summary>
        Prompt {result.prompt_index + 1}:{' '}
        <span className={styles.status}>{labelOf('EvaluationResultStatus', result.status)}</span>
        {result.category !== null && (
          <>
            , <Untrusted text={readLabel(result.category)} />
          </>
        )}
      </summary>
      {result.explanation !== null && (
        <p>
          <Untrusted text={result.explanation} />
        </p>
      )}
      {result.conversation === null && <p>No conversation.</p>}
      {result.conversation?.map((message, index) => (
        <div key={index}>
          <h3>{labelOf('MessageRole', message.role)}</h3>
          <pre>
            <Untrusted text={message.content} />
          </pre>
        </div>
      ))}
    </details>
  );
}
