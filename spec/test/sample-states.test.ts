import { describe, expect, it } from 'vitest';
import { type Example, exampleName, listFields, responseExamples } from './examples.ts';
import { appearances, getRecord, listAll, NOW } from './sample-data.ts';

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
  score_interval: { lower: number; upper: number };
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
  detection_count: number;
  resolution_count: number;
  error_message: string | null;
  cancel_requested: boolean;
  cancel_requested_at: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}
interface ViewExport {
  export_workflow_id: string;
  view_id: string;
  export_status: string;
  export_path: string;
  error_message: string | null;
  finished_at: string | null;
  expires_at: string | null;
}

/** Lists every state of the records of a type that a response shows, with the name of its example. */
const listStates = <T>(typeName: string) =>
  appearances
    .filter(({ type }) => type.name === typeName)
    .map(({ example, id, record }) => [`${exampleName(example)} ${id}`, record as T] as const);

const byCreation = (a: { created_at: string }, b: { created_at: string }) =>
  Date.parse(a.created_at) - Date.parse(b.created_at);
const runs = listAll<Run>('EvaluationRun').toSorted(byCreation);
const scans = listAll<Scan>('Scan').toSorted(byCreation);

/** Checks the fields that every queued, running or ended record has. */
function expectProgress({ status, progress, started_at, finished_at }: Run | Scan): void {
  const ended = ['completed', 'failed', 'cancelled'].includes(status);
  expect(progress === 1).toBe(status === 'completed');
  expect(finished_at !== null).toBe(ended);
  if (status === 'queued') expect([progress, started_at]).toEqual([0, null]);
  if (status === 'running' || status === 'completed') expect(started_at).not.toBeNull();
}

/** Returns the 95 % confidence interval of Wilson: the shares from which the observed one is up to 1.96 standard deviations away. */
function toInterval(passed: number, failed: number): Summary['score_interval'] {
  const share = passed / (passed + failed);
  const shares = Array.from({ length: 100_001 }, (_, index) => index / 100_000).filter(
    (expected) => Math.abs(share - expected) <= 1.95996 * Math.sqrt((expected * (1 - expected)) / (passed + failed)),
  );
  const round = (value = Number.NaN) => Math.round(100 * value) / 100;
  return { lower: round(shares[0]), upper: round(shares.at(-1)) };
}

describe('evaluation runs', () => {
  it.each(listStates<Run>('EvaluationRun'))('%s has the fields of its status', (_, run) => {
    expectProgress(run);
    const completed = run.status === 'completed';
    expect([run.summary !== null, run.score !== null]).toEqual([completed, completed]);
    expect([run.error_kind !== null, run.error_message !== null]).toEqual(Array(2).fill(run.status === 'failed'));
    expect(run.cancel_requested_at !== null).toBe(run.cancel_requested);
    if (run.status === 'cancelled') expect(run.cancel_requested).toBe(true);
  });

  it.each(runs.filter(({ summary }) => summary))(
    '$id has the sum of its prompts, and its score is the share of passed ones',
    (run) => {
      const { score, score_interval, total, passed, failed, errored } = run.summary as Summary;
      expect(total).toBe(passed + failed + errored);
      expect(run.score).toBe(score);
      expect(score).toBe(Math.round((100 * passed) / (passed + failed)) / 100);
      expect(score_interval).toEqual(toInterval(passed, failed));
      const { config, evaluation_id } = getRecord<AgentEvaluation>(
        'AgentEvaluation',
        run.agent_evaluation_id,
      ) as AgentEvaluation;
      expect(total).toBe(config.num_prompts ?? getRecord('Evaluation', evaluation_id)?.num_prompts);
    },
  );

  it.each(listStates<AgentEvaluation>('AgentEvaluation'))('%s shows its newest run and its scores', (_, attached) => {
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
  });

  it.each(listAll<AgentEvaluation>('AgentEvaluation'))(
    '$name shows the newest of all its runs',
    ({ id, latest_run_id }) => {
      expect(runs.findLast(({ agent_evaluation_id }) => agent_evaluation_id === id)?.id).toBe(latest_run_id);
    },
  );

  it('an attached evaluation never has two queued or running runs', () => {
    const active = runs.filter(({ status }) => ['queued', 'running'].includes(status));
    const attached = active.map(({ agent_evaluation_id }) => agent_evaluation_id);
    expect(new Set(attached).size).toBe(attached.length);
  });

  it('one attached evaluation ran five times, was stopped once and failed once', () => {
    const histories = listAll<AgentEvaluation>('AgentEvaluation').map(({ id }) =>
      runs.filter(({ agent_evaluation_id }) => agent_evaluation_id === id).map(({ status }) => status),
    );
    const ended = [...Array(5).fill('completed'), 'cancelled', 'failed'].toSorted();
    expect(histories.map((history) => history.toSorted())).toContainEqual(ended);
  });
});

describe('scans', () => {
  it.each(listStates<Scan>('Scan'))('%s has the fields of its status', (_, scan) => {
    expectProgress(scan);
    expect(scan.error_message !== null).toBe(scan.status === 'failed');
    expect(scan.has_ai_objects).toBe(scan.ai_object_count > 0);
    const { ai_object_count, detection_count, resolution_count } = scan;
    expect(scan.cancel_requested_at !== null).toBe(scan.cancel_requested);
    if (scan.status === 'cancelled') expect(scan.cancel_requested).toBe(true);
    if (scan.status !== 'completed') expect([ai_object_count, detection_count, resolution_count]).toEqual([0, 0, 0]);
  });

  it.each(scans)('$scan_id is current exactly when it is the newest completed one of its type', (scan) => {
    const newest = scans.findLast(
      ({ asset_id, scan_type, status }) =>
        asset_id === scan.asset_id && scan_type === scan.scan_type && status === 'completed',
    );
    expect(scan.is_current).toBe(newest?.scan_id === scan.scan_id);
  });
});

describe('exports and issues', () => {
  it.each(listStates<ViewExport>('ViewExport'))(
    '%s has the fields of its status',
    (_, { view_id, export_path, export_status, export_workflow_id, error_message, finished_at, expires_at }) => {
      const isCompleted = export_status === 'completed';
      expect(export_path).toBe(isCompleted ? `/views/${view_id}/export/${export_workflow_id}/download` : '');
      expect(expires_at !== null).toBe(isCompleted);
      expect(error_message !== null).toBe(export_status === 'failed');
      expect(finished_at !== null).toBe(isCompleted || export_status === 'failed');
    },
  );

  it.each(listStates<Issue>('Issue'))('%s has the fields of its status', (_, issue) => {
    expect(issue.resolved_at !== null).toBe(issue.status === 'resolved');
    expect(issue.status_reason === null).toBe(['open', 'in_progress'].includes(issue.status));
    expect(issue.reopened_at === null).toBe(issue.reopen_count === 0);
    if (issue.status_changed_by) expect(issue.status_changed_at).not.toBeNull();
  });
});

describe('time', () => {
  const times = responseExamples.flatMap((example) =>
    listFields(example)
      // A date that a user sets may be in the future.
      .filter(({ schema, name, value }) => schema.format === 'date-time' && value !== null && name !== 'due_at')
      .map(({ name, value, owner }) => ({ name, value: Date.parse(value as string), owner, example })),
  );

  it('no time is later than now, except that of an expiry, and writes respond within a minute', () => {
    const end = ({ operation }: Example) => Date.parse(NOW) + (operation.method === 'get' ? 0 : 60_000);
    const late = times.filter(({ name, value, example }) => !name.endsWith('expires_at') && value > end(example));
    expect(late.map(({ name, example }) => `${exampleName(example)} ${name}`)).toEqual([]);
    expect(times.length).toBeGreaterThan(100);
  });

  it.each([
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
    ['finished_at', 'expires_at'],
  ])('%s is never after %s', (earlier, later) => {
    const pairs = times.filter(({ name, owner }) => name === later && owner[earlier]);
    const wrong = pairs.filter(({ value, owner }) => value < Date.parse(owner[earlier] as string));
    expect(wrong.map(({ example }) => exampleName(example))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(0);
  });
});
