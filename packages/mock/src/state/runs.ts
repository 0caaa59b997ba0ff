/** How a started evaluation run, or a scan, moves: queued → running → completed, or cancelled after it was stopped. */
import type { Json } from '../contract-checks.js';
import { ApiError } from '../errors.js';

/** Times of a run, in milliseconds. */
export const QUEUED_MS = 1_000;
export const RUNNING_MS = 4_000;
const CANCEL_MS = 1_000;

/** When a run was started and told to stop, in milliseconds since 1970. A run of the examples was never started. */
export interface RunTimes {
  startedMs?: number;
  stoppedMs?: number;
}

/** The fields of a run that has just been asked for. */
export function newRun(now: number): Json {
  return {
    status: 'queued',
    progress: 0,
    trigger: 'manual',
    cancel_requested: false,
    cancel_requested_at: null,
    summary: null,
    score: null,
    error_kind: null,
    error_message: null,
    attempt: 1,
    created_at: timestamp(now),
    started_at: null,
    finished_at: null,
  };
}

/** Whether a run has ended. */
export function hasEnded(run: Json): boolean {
  return run.finished_at !== null;
}

/**
 * Moves a run on to where it is by now.
 *
 * @param outcome the fields that tell how it ended, should it not be stopped; `status` among them unless it completes
 */
export function advance(run: Json, { startedMs, stoppedMs }: RunTimes, outcome: Json, now: number): void {
  if (hasEnded(run)) return;
  const until = stoppedMs === undefined ? now : Math.min(now, stoppedMs + CANCEL_MS);
  if (startedMs !== undefined && until >= startedMs + QUEUED_MS) {
    const done = (until - startedMs - QUEUED_MS) / RUNNING_MS;
    const progress = Math.min(Math.floor(done * 100) / 100, 0.99);
    Object.assign(run, { status: 'running', started_at: timestamp(startedMs + QUEUED_MS), progress });
    if (done >= 1 && stoppedMs === undefined) {
      const finished_at = timestamp(startedMs + QUEUED_MS + RUNNING_MS);
      Object.assign(run, { status: 'completed', progress: 1, ...outcome, finished_at });
    }
  }
  if (stoppedMs !== undefined && now >= stoppedMs + CANCEL_MS) {
    Object.assign(run, { status: 'cancelled', finished_at: timestamp(stoppedMs + CANCEL_MS) });
  }
}

/**
 * Asks a run to stop; asked again, nothing changes.
 *
 * @throws {ApiError} 409 when it has ended
 */
export function stop(run: Json, times: RunTimes, now: number): void {
  if (hasEnded(run)) throw new ApiError(409, `The run has ended already; it is ${run.status}.`);
  if (run.cancel_requested === true && times.stoppedMs !== undefined) return;
  times.stoppedMs = now;
  Object.assign(run, { cancel_requested: true, cancel_requested_at: timestamp(now) });
}

/** What an attached evaluation tells of its runs, the oldest one first; nothing when there is none. */
export function latestRunFields(evaluation: Json, runs: readonly Json[]): Json {
  const latest = runs.at(-1);
  if (!latest) return {};
  const scored = runs.filter(({ score }) => typeof score === 'number');
  const latestScored = scored.at(-1);
  const trend = Array.isArray(evaluation.score_trend) ? evaluation.score_trend : [];
  return {
    run_requested: latest.status === 'queued',
    latest_run_id: latest.id,
    latest_run_status: latest.status,
    latest_run_progress: latest.progress,
    latest_run_started_at: latest.started_at,
    latest_run_finished_at: latest.finished_at,
    latest_run_cancel_requested: latest.cancel_requested === true && !hasEnded(latest),
    latest_run_summary: latest.summary,
    score_trend: [...trend, ...scored.map(({ score }) => score)].slice(-5),
    ...(latestScored && {
      latest_scored_run_id: latestScored.id,
      latest_scored_run_finished_at: latestScored.finished_at,
      latest_scored_run_summary: latestScored.summary,
    }),
  };
}

/** RFC 3339, UTC, to the millisecond. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
