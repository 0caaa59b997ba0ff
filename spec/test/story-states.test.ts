import { describe, expect, test } from 'vitest';
import { answers, type Example, fieldsOfExample, nameOf } from './examples.ts';
import { all, appearances, NOW, recordsOf } from './story.ts';

interface Issue {
  status: string;
  status_reason: string | null;
  status_changed_at: string | null;
  status_changed_by: string | null;
  resolved_at: string | null;
  reopened_at: string | null;
  reopen_count: number;
}
interface Summary {
  score: number;
  total: number;
  passed: number;
  failed: number;
  errored: number;
}
interface Run {
  id: string;
  agent_evaluation_id: string;
  status: string;
  progress: number;
  cancel_requested: boolean;
  cancel_requested_at: string | null;
  summary: Summary | null;
  score: number | null;
  error_kind: string | null;
  error_message: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}
interface AgentEvaluation {
  id: string;
  name: string;
  evaluation_id: string;
  config: { num_prompts?: number };
  run_requested: boolean;
  latest_run_id: string | null;
  latest_run_status: string | null;
  latest_run_cancel_requested: boolean;
  latest_scored_run_id: string | null;
  score_trend: number[];
}
interface Scan {
  scan_id: string;
  scan_type: string;
  asset_id: string;
  status: string;
  progress: number;
  is_current: boolean;
  has_ai_objects: boolean;
  ai_object_count: number;
  num_detections: number;
  num_resolutions: number;
  error_message: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}
interface ViewExport {
  export_workflow_id: string;
  export_status: string;
  export_path: string;
}

/** Every state of the records of a kind that any answer shows. */
const states = <T>(name: string) =>
  appearances
    .filter(({ kind }) => kind.name === name)
    .map(({ example, id, record }) => [`${nameOf(example)} ${id}`, record as T] as const);

const byCreation = (a: { created_at: string }, b: { created_at: string }) =>
  Date.parse(a.created_at) - Date.parse(b.created_at);
const runs = all<Run>('EvaluationRun').toSorted(byCreation);
const scans = all<Scan>('Scan').toSorted(byCreation);

/** What holds for everything that waits, works and ends. */
function expectProgress({ status, progress, started_at, finished_at }: Run | Scan): void {
  const ended = ['completed', 'failed', 'cancelled'].includes(status);
  expect(progress === 1).toBe(status === 'completed');
  expect(finished_at !== null).toBe(ended);
  if (status === 'queued') expect([progress, started_at]).toEqual([0, null]);
  if (status === 'running' || status === 'completed') expect(started_at).not.toBeNull();
}

describe('evaluation runs', () => {
  test.each(states<Run>('EvaluationRun'))('%s keeps the rules of its status', (_, run) => {
    expectProgress(run);
    const completed = run.status === 'completed';
    expect([run.summary !== null, run.score !== null]).toEqual([completed, completed]);
    expect([run.error_kind !== null, run.error_message !== null]).toEqual(Array(2).fill(run.status === 'failed'));
    expect(run.cancel_requested_at !== null).toBe(run.cancel_requested);
    if (run.status === 'cancelled') expect(run.cancel_requested).toBe(true);
  });

  test.each(runs.filter(({ summary }) => summary))(
    '$id adds up, and its score is the share of passed prompts',
    (run) => {
      const { score, total, passed, failed, errored } = run.summary as Summary;
      expect(total).toBe(passed + failed + errored);
      expect(run.score).toBe(score);
      expect(score).toBe(Math.round((100 * passed) / (passed + failed)) / 100);
      const { config, evaluation_id } = recordsOf('AgentEvaluation').get(
        run.agent_evaluation_id,
      ) as unknown as AgentEvaluation;
      expect(total).toBe(config.num_prompts ?? recordsOf('Evaluation').get(evaluation_id)?.num_prompts);
    },
  );

  test.each(states<AgentEvaluation>('AgentEvaluation'))(
    '%s tells of its newest run and of its scores',
    (_, attached) => {
      const latest = runs.findIndex(({ id }) => id === attached.latest_run_id);
      const own = runs.slice(0, latest + 1).filter(({ agent_evaluation_id }) => agent_evaluation_id === attached.id);
      const scored = own.filter(
        ({ id, score }) =>
          score !== null && (id !== attached.latest_run_id || attached.latest_run_status === 'completed'),
      );
      expect(own.at(-1)?.id ?? null).toBe(attached.latest_run_id);
      expect(attached.latest_scored_run_id).toBe(scored.at(-1)?.id ?? null);
      expect(attached.score_trend).toEqual(scored.slice(-5).map(({ score }) => score));
      expect(attached.run_requested).toBe(attached.latest_run_status === 'queued');
      if (!['queued', 'running'].includes(attached.latest_run_status ?? ''))
        expect(attached.latest_run_cancel_requested).toBe(false);
    },
  );

  test.each(all<AgentEvaluation>('AgentEvaluation'))(
    '$name shows the newest of all its runs',
    ({ id, latest_run_id }) => {
      expect(runs.findLast(({ agent_evaluation_id }) => agent_evaluation_id === id)?.id).toBe(latest_run_id);
    },
  );

  test('an attached evaluation never has two runs under way', () => {
    const active = runs.filter(({ status }) => ['queued', 'running'].includes(status));
    const attached = active.map(({ agent_evaluation_id }) => agent_evaluation_id);
    expect(new Set(attached).size).toBe(attached.length);
  });

  test('one attached evaluation ran five times, was stopped once and failed once', () => {
    const histories = all<AgentEvaluation>('AgentEvaluation').map(({ id }) =>
      runs.filter(({ agent_evaluation_id }) => agent_evaluation_id === id).map(({ status }) => status),
    );
    const ended = [...Array(5).fill('completed'), 'cancelled', 'failed'].toSorted();
    expect(histories.map((history) => history.toSorted())).toContainEqual(ended);
  });
});

describe('scans', () => {
  test.each(states<Scan>('Scan'))('%s keeps the rules of its status', (_, scan) => {
    expectProgress(scan);
    expect(scan.error_message !== null).toBe(scan.status === 'failed');
    expect(scan.has_ai_objects).toBe(scan.ai_object_count > 0);
    const { ai_object_count, num_detections, num_resolutions } = scan;
    if (scan.status !== 'completed') expect([ai_object_count, num_detections, num_resolutions]).toEqual([0, 0, 0]);
  });

  test.each(scans)('$scan_id is current exactly when it is the newest completed one of its kind', (scan) => {
    const newest = scans.findLast(
      ({ asset_id, scan_type, status }) =>
        asset_id === scan.asset_id && scan_type === scan.scan_type && status === 'completed',
    );
    expect(scan.is_current).toBe(newest?.scan_id === scan.scan_id);
  });
});

describe('exports and issues', () => {
  test.each(states<ViewExport>('ViewExport'))('%s has a path to its file once it is completed', (_, one) => {
    expect(one.export_path === '').toBe(one.export_status !== 'completed');
    if (one.export_path) expect(one.export_path).toContain(`/export/${one.export_workflow_id}/download`);
  });

  test.each(states<Issue>('Issue'))('%s keeps the rules of its status', (_, issue) => {
    expect(issue.resolved_at !== null).toBe(issue.status === 'resolved');
    expect(issue.status_reason === null).toBe(['open', 'in_progress'].includes(issue.status));
    expect(issue.reopened_at === null).toBe(issue.reopen_count === 0);
    if (issue.status_changed_by) expect(issue.status_changed_at).not.toBeNull();
  });
});

describe('time', () => {
  const times = answers.flatMap((example) =>
    fieldsOfExample(example)
      .filter(({ schema, value }) => schema.format === 'date-time' && value !== null)
      .map(({ name, value, owner }) => ({ name, value: Date.parse(value as string), owner, example })),
  );

  test('nothing is later than now, and the answers to writes come within a minute', () => {
    const end = ({ operation }: Example) => Date.parse(NOW) + (operation.method === 'get' ? 0 : 60_000);
    const late = times.filter(({ value, example }) => value > end(example));
    expect(late.map(({ name, example }) => `${nameOf(example)} ${name}`)).toEqual([]);
    expect(times.length).toBeGreaterThan(100);
  });

  test.each([
    ['first_seen_at', 'last_seen_at'],
    ['created_at', 'updated_at'],
    ['created_at', 'started_at'],
    ['started_at', 'finished_at'],
    ['created_at', 'finished_at'],
    ['start_time', 'end_time'],
    ['first_seen_at', 'resolved_at'],
    ['created_at', 'status_changed_at'],
    ['latest_run_started_at', 'latest_run_finished_at'],
    ['created_at', 'cancel_requested_at'],
    ['last_scanned_at', 'updated_at'],
    ['created_at', 'last_introspected_at'],
  ])('%s is never after %s', (earlier, later) => {
    const pairs = times.filter(({ name, owner }) => name === later && owner[earlier]);
    const wrong = pairs.filter(({ value, owner }) => value < Date.parse(owner[earlier] as string));
    expect(wrong.map(({ example }) => nameOf(example))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(0);
  });
});
