import type { CallOptions, Client } from './client.js';
import { ApiError, isApiError, TimeoutError } from './errors.js';
import { getEvaluationRun, runAgentEvaluation, stopEvaluationRun } from './generated/operations.js';
import type {
  EvaluationRun,
  GetEvaluationRunParams,
  RunAgentEvaluationParams,
  RunStatus,
} from './generated/operations.schemas.js';
import type { OperationMetadata } from './runtime/metadata.js';
import type { Reply } from './runtime/reply.js';
import { type RetryOptions, retryDelay } from './runtime/retry.js';
import { watch } from './runtime/timers.js';

/** A run in one state, with what is known in it to be there. */
type RunIn<Status extends RunStatus, Known> = Omit<EvaluationRun, 'status' | 'finished_at' | keyof Known> & {
  /** The state that the run ended in. */
  readonly status: Status;
  /** When the run ended. */
  readonly finished_at: string;
} & Known;

/** A run that has done its work. */
export type CompletedRun = RunIn<'completed', { readonly summary: NonNullable<EvaluationRun['summary']> }>;
/** A run that could not do its work. */
export type FailedRun = RunIn<'failed', { readonly error_kind: NonNullable<EvaluationRun['error_kind']> }>;
/** A run that was stopped. */
export type CancelledRun = RunIn<'cancelled', unknown>;
/** A run that has ended, told apart by `status`. */
export type EndedRun = CompletedRun | FailedRun | CancelledRun;

/** How to wait for the end of a run; the settings of a call go for each request. */
export interface WaitOptions extends CallOptions {
  /** Is told about the run each time it has been asked for, the last time when it has ended. */
  readonly onProgress?: ((run: EvaluationRun) => void) | undefined;
  /**
   * When it aborts, the service is asked to stop the run. The wait goes on until the run has ended, as `cancelled`, or in
   * another way if it was faster. To leave the run alone and only wait no longer, use `signal`.
   */
  readonly stop?: AbortSignal | undefined;
  /** How long to wait for the end, in milliseconds; then comes a `TimeoutError`, and the run goes on. Default: no limit. */
  readonly maxWait?: number | undefined;
  /**
   * How long to wait before the run is asked for again, when an answer has no `Retry-After`: at first `base` milliseconds,
   * default 1000, doubling up to `cap`, default 30000, each less up to a half by chance. `cap` also limits `Retry-After`.
   */
  readonly poll?: Pick<RetryOptions, 'base' | 'cap'> | undefined;
}

/**
 * Starts a run of an attached evaluation and waits for its end.
 *
 * @throws ApiError when the run cannot be started, with status 409 when one is under way; and as {@link waitForRun}.
 * @example
 * const run = await runToEnd(client, { tenant_id: 'halden-freight', workspace_id: 'production', id: 'e1' }, {
 *   onProgress: ({ status, progress }) => console.log(status, progress),
 * });
 * if (run.status === 'completed') console.log(run.summary.passed, 'passed');
 */
export function runToEnd(
  client: Client,
  params: RunAgentEvaluationParams,
  options: WaitOptions = {},
): Promise<EndedRun> {
  return follow(client, params, options, async (call) =>
    accepted(runAgentEvaluation.metadata, await runAgentEvaluation.result(client, params, call)),
  );
}

/**
 * Waits for the end of a run, however it was started.
 *
 * @throws TimeoutError after `maxWait`; the reason of `signal`; all errors of {@link getEvaluationRun}.
 * @example
 * const run = await waitForRun(client, { tenant_id: 'halden-freight', workspace_id: 'production', run_id: 'r1' });
 * if (run.status === 'failed') console.log(run.error_kind);
 */
export function waitForRun(
  client: Client,
  params: GetEvaluationRunParams,
  options: WaitOptions = {},
): Promise<EndedRun> {
  return follow(client, params, options, async (call) =>
    accepted(getEvaluationRun.metadata, await getEvaluationRun.result(client, params, call)),
  );
}

type RunReply = Reply<number, EvaluationRun>;

/** Waits for the end of the run that the first request is answered with. */
async function follow(
  client: Client,
  { tenant_id, workspace_id }: Pick<GetEvaluationRunParams, 'tenant_id' | 'workspace_id'>,
  { onProgress, stop, maxWait = Infinity, poll, ...call }: WaitOptions,
  first: (call: CallOptions) => Promise<RunReply>,
): Promise<EndedRun> {
  const { id } = getEvaluationRun.metadata;
  const { signal } = call;
  const deadline = Date.now() + maxWait;
  /** Settings of a request that must not take longer than what is left. */
  const inTime = (): CallOptions => ({
    ...call,
    ...(maxWait < Infinity && { totalTimeout: Math.min(call.totalTimeout ?? Infinity, deadline - Date.now()) }),
  });
  let stopping = false;
  let reply = await first(inTime());
  for (let polls = 1; ; polls += 1) {
    const run = reply.data;
    onProgress?.(run);
    if (run.finished_at) return run as EndedRun;

    const params = { tenant_id, workspace_id, run_id: run.id };
    const delay = retryDelay({ base: 1000, ...poll }, polls, reply.headers);
    await sleep(Math.min(delay, deadline - Date.now()), signal, stopping ? undefined : stop);
    signal?.throwIfAborted();
    if (Date.now() >= deadline) throw new TimeoutError(id, `${id}: the run ${run.id} has not ended (time-out)`);
    if (stop?.aborted && !stopping) {
      stopping = true;
      await stopEvaluationRun(client, params, inTime()).catch((error: unknown) => {
        // It has ended in the meantime.
        if (!isApiError(error) || error.status !== 409) throw error;
      });
    }
    reply = accepted(getEvaluationRun.metadata, await getEvaluationRun.result(client, params, inTime()));
  }
}

/** The reply when it carries a run. */
function accepted({ id }: OperationMetadata, reply: Reply<number, unknown>): RunReply {
  if (reply.status >= 300 || !reply.data) throw new ApiError(id, reply);
  return reply as RunReply;
}

/** Resolves after `ms` milliseconds, or as soon as one of the signals aborts. */
async function sleep(ms: number, ...signals: (AbortSignal | undefined)[]): Promise<void> {
  let stops: (() => void)[] = [];
  await new Promise<void>((resolve) => {
    stops = signals.map((signal) => watch(ms, signal, resolve));
  });
  for (const stop of stops) stop();
}
