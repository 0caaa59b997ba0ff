/** Evaluation runs and scans: queued → running → completed, or cancelled after they are stopped. */
import type { JsonObject } from '../../bundled/openapi.ts';
import { ApiError } from '../../core/errors.ts';
import type { RunTimes } from '../../sample-data/entry.ts';

/** Durations of the states of a run, in milliseconds. */
export const QUEUED_MS = 1_000;
export const RUNNING_MS = 4_000;
const CANCEL_MS = 1_000;

/** Returns the properties of a new run. */
export function createRun(now: number): JsonObject {
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
    created_at: formatTime(now),
    started_at: null,
    finished_at: null,
    updated_at: formatTime(now),
  };
}

/** The result of a run whose agent doesn't respond. */
export const FAILED_RUN = {
  status: 'failed',
  progress: 0.12,
  error_kind: 'agent_unreachable',
  error_message: 'The agent did not respond to five requests in a row.',
};

/** Returns the times of a run or scan that continues now, in any state. */
export function resumeRun(run: JsonObject, now: number): RunTimes {
  const elapsed = run.started_at === null ? 0 : QUEUED_MS + Number(run.progress) * RUNNING_MS;
  return { startedMs: now - elapsed, ...(run.cancel_requested === true && { stoppedMs: now }) };
}

/** Returns whether a record is a scan. */
export function isScan(record: JsonObject): boolean {
  return 'detection_count' in record;
}

/** Returns whether a run has ended. */
export function hasEnded(run: JsonObject): boolean {
  return run.finished_at !== null;
}

/**
 * Updates a run to its current state.
 *
 * @param result the properties of the run when it ends without being stopped; includes `status` unless it completes
 */
export function advanceRun(run: JsonObject, { startedMs, stoppedMs }: RunTimes, result: JsonObject, now: number): void {
  if (hasEnded(run)) return;
  const before = JSON.stringify(run);
  const until = stoppedMs === undefined ? now : Math.min(now, stoppedMs + CANCEL_MS);
  if (startedMs !== undefined && until >= startedMs + QUEUED_MS) {
    const done = (until - startedMs - QUEUED_MS) / RUNNING_MS;
    const progress = Math.min(Math.floor(done * 100) / 100, 0.99);
    const started_at = run.started_at ?? formatTime(startedMs + QUEUED_MS);
    Object.assign(run, { status: 'running', started_at, progress });
    if (done >= 1 && stoppedMs === undefined) {
      const finished_at = formatTime(startedMs + QUEUED_MS + RUNNING_MS);
      Object.assign(run, { status: 'completed', progress: 1, ...result, finished_at });
    }
  }
  if (stoppedMs !== undefined && now >= stoppedMs + CANCEL_MS) {
    Object.assign(run, { status: 'cancelled', finished_at: formatTime(stoppedMs + CANCEL_MS) });
  }
  // The end of a run is known exactly; its progress is computed on read.
  if (JSON.stringify(run) !== before) run.updated_at = run.finished_at ?? formatTime(now);
}

/**
 * Stops a run or a scan. A second request changes nothing.
 *
 * @throws {ApiError} 409 when it has ended
 */
export function stopRun(run: JsonObject, times: RunTimes, now: number): void {
  if (hasEnded(run)) {
    const reason = isScan(run) ? 'scan_finished' : 'run_finished';
    throw new ApiError(409, reason, `This has already ended; its status is ${run.status}.`);
  }
  if (run.cancel_requested === true && times.stoppedMs !== undefined) return;
  times.stoppedMs = now;
  Object.assign(run, { cancel_requested: true, cancel_requested_at: formatTime(now), updated_at: formatTime(now) });
}

/** Returns the properties of an attached evaluation that describe its runs, oldest run first; none without runs. */
export function summarizeRuns(evaluation: JsonObject, runs: readonly JsonObject[]): JsonObject {
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

/** Formats a time as RFC 3339, UTC, with milliseconds. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
