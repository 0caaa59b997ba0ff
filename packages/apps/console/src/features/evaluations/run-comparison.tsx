import type { EvaluationRun } from '@aispm/client';
import { labelOf } from '../../shared/contract/labels.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { formatMinute, Time } from '../../shared/ui/time.tsx';
import styles from './evaluations.module.css';
import { ScoreChart } from './score-chart.tsx';

/** Number of runs whose categories are compared. */
const COMPARED = 5;

/** Compares runs of an evaluation, newest first: scores over time, numbers of prompts, and scores by category. */
export function RunComparison({ runs }: { runs: readonly EvaluationRun[] }) {
  const scored = runs.filter(({ score }) => score !== null);
  return (
    <>
      <section aria-label="Scores" className={styles.screen}>
        <h2>Scores</h2>
        <p className={styles.quiet}>From 0 to 1; higher is better.</p>
        {scored.length > 1 && <ScoreChart runs={scored.toReversed()} />}
        <RunTable runs={runs} />
      </section>
      <Categories runs={scored.slice(0, COMPARED)} />
    </>
  );
}

function RunTable({ runs }: { runs: readonly EvaluationRun[] }) {
  return (
    <Table
      label="Recent runs"
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'Requested',
          isHeader: true,
          render: ({ id, created_at }) => (
            <WorkspaceLink to={`runs/${encodeURIComponent(id)}`}>
              <Time value={created_at} />
            </WorkspaceLink>
          ),
        },
        { label: 'Status', render: (run) => <Status run={run} /> },
        { label: 'Score', isNumber: true, render: ({ score }) => formatScore(score) },
        { label: '95 % interval', isNumber: true, render: ({ summary }) => formatInterval(summary) ?? '–' },
        { label: 'Change', isNumber: true, render: (run) => formatChange(changeOf(run, runs)) },
        { label: 'Passed', isNumber: true, render: (run) => <Prompts run={run} status="passed" /> },
        { label: 'Failed', isNumber: true, render: (run) => <Prompts run={run} status="failed" /> },
        { label: 'Errored', isNumber: true, render: (run) => <Prompts run={run} status="errored" /> },
      ]}
    />
  );
}

/** The status of a run, with the reason for a failure. */
function Status({ run: { status, error_message } }: { run: EvaluationRun }) {
  return (
    <>
      {labelOf('RunStatus', status)}
      {error_message !== null && (
        <span className={styles.reason}>
          <Untrusted text={error_message} />
        </span>
      )}
    </>
  );
}

/** Links the number of prompts with a result to their conversations. */
function Prompts({ run: { id, summary }, status }: { run: EvaluationRun; status: 'passed' | 'failed' | 'errored' }) {
  if (summary === null) return '–';
  if (summary[status] === 0) return 0;
  return (
    <WorkspaceLink to={`runs/${encodeURIComponent(id)}`} search={{ status }}>
      {formatNumber(summary[status])}
    </WorkspaceLink>
  );
}

/** Returns the difference from the previous scored run, or undefined if either score is missing. */
function changeOf(run: EvaluationRun, newestFirst: readonly EvaluationRun[]): number | undefined {
  const before = newestFirst.slice(newestFirst.indexOf(run) + 1).find(({ score }) => score !== null)?.score;
  return run.score === null || typeof before !== 'number' ? undefined : run.score - before;
}

/** Formats a score with two decimals, so that a column lines up. */
function formatScore(score: number | null | undefined): string {
  return score?.toFixed(2) ?? '–';
}

/** Formats the confidence interval of a score; undefined if it's unknown. */
export function formatInterval(summary: EvaluationRun['summary']): string | undefined {
  const interval = summary?.score_interval;
  return interval && `${formatScore(interval.lower)}–${formatScore(interval.upper)}`;
}

function formatChange(change: number | undefined): string {
  if (change === undefined) return '–';
  return change < 0 ? `−${(-change).toFixed(2)}` : `+${change.toFixed(2)}`;
}

function Categories({ runs }: { runs: readonly EvaluationRun[] }) {
  const names = [...new Set(runs.flatMap(({ summary }) => Object.keys(summary?.by_category ?? {})))].sort();
  if (names.length === 0) return null;
  return (
    <section aria-label="Scores by category">
      <h2>Scores by category</h2>
      <Table
        label="Scores by category"
        rows={names}
        rowKey={(name) => name}
        columns={[
          { label: 'Category', isHeader: true, render: (name) => <Untrusted text={readLabel(name)} /> },
          ...runs.map(({ created_at, summary }) => ({
            label: formatMinute(new Date(created_at)),
            isNumber: true,
            render: (name: string) => formatScore(summary?.by_category?.[name]),
          })),
        ]}
      />
    </section>
  );
}
