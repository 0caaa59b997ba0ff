import type { Client } from './client.ts';
import { ApiError, isApiError, TimeoutError } from './errors.ts';
import type {
  EvaluationRun,
  GetEvaluationRunParams,
  RunAgentEvaluationParams,
  RunStatus,
} from './generated/operations.schemas.ts';
import { getEvaluationRun, runAgentEvaluation, stopEvaluationRun } from './generated/operations.ts';
import type { CallOptions } from './options.ts';
import type { OperationMetadata } from './request/metadata.ts';
import type { ApiResponse } from './request/response.ts';
import { type RetryOptions, retryDelay } from './request/retry.ts';
import { callAfter } from './request/timers.ts';

/** A run in one state, with the properties that are present in it. */
type RunWithStatus<Status extends RunStatus, Present> = Omit<
  EvaluationRun,
  'status' | 'finished_at' | keyof Present
> & {
  /** The status that the run ended with. */
  readonly status: Status;
  /** When the run ended. */
  readonly finished_at: string;
} & Present;

/** A run that has tested everything. */
export type CompletedRun = RunWithStatus<'completed', { readonly summary: NonNullable<EvaluationRun['summary']> }>;
/** A run that ended with an error. */
export type FailedRun = RunWithStatus<'failed', { readonly error_kind: NonNullable<EvaluationRun['error_kind']> }>;
/** A run that was stopped. */
export type CancelledRun = RunWithStatus<'cancelled', unknown>;
/** A run that has ended; `status` discriminates its types. */
export type EndedRun = CompletedRun | FailedRun | CancelledRun;

/** How to wait for the end of a run. The options of a call apply to each request. */
export interface WaitOptions extends CallOptions {
  /** Called with the run after each request, also the last one, when the run has ended. */
  readonly onProgress?: ((run: EvaluationRun) => void) | undefined;
  /**
   * When it aborts, the client requests the service to stop the run. It still waits until the run has ended: as
   * `cancelled`, or in another way if the run was faster. To stop only the wait and not the run, use `signal`.
   */
  readonly stop?: AbortSignal | undefined;
  /** The maximum time to wait, in milliseconds; a `TimeoutError` follows, and the run continues. Default: no limit. */
  readonly maxWait?: number | undefined;
  /**
   * Delay between two requests when a response has no `Retry-After`: first `baseDelay` milliseconds, default 1000, doubling
   * up to `maxDelay`, default 30000, each less a random part of up to a half. `maxDelay` also limits `Retry-After`.
   */
  readonly poll?: Pick<RetryOptions, 'baseDelay' | 'maxDelay'> | undefined;
}

/**
 * Starts a run of an attached evaluation and waits for its end.
 *
 * @throws ApiError when the run cannot be started, with status 409 when another one has not ended; and as {@link waitForRun}.
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
  return pollUntilEnd(client, params, options, async (call) =>
    requireRun(runAgentEvaluation.metadata, await runAgentEvaluation.result(client, params, call)),
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
  return pollUntilEnd(client, params, options, async (call) =>
    requireRun(getEvaluationRun.metadata, await getEvaluationRun.result(client, params, call)),
  );
}

type RunResponse = ApiResponse<number, EvaluationRun>;

/** Waits for the end of the run that the first response contains. */
async function pollUntilEnd(
  client: Client,
  { tenant_id, workspace_id }: Pick<GetEvaluationRunParams, 'tenant_id' | 'workspace_id'>,
  { onProgress, stop, maxWait = Infinity, poll, ...callOptions }: WaitOptions,
  firstRequest: (options: CallOptions) => Promise<RunResponse>,
): Promise<EndedRun> {
  const { id } = getEvaluationRun.metadata;
  const { signal } = callOptions;
  const deadline = Date.now() + maxWait;
  /** Returns the options of a request that must end before the deadline. */
  const optionsUntilDeadline = (): CallOptions => ({
    ...callOptions,
    ...(maxWait < Infinity && { totalTimeout: Math.min(callOptions.totalTimeout ?? Infinity, deadline - Date.now()) }),
  });
  let stopRequested = false;
  let response = await firstRequest(optionsUntilDeadline());
  for (let requests = 1; ; requests += 1) {
    const run = response.data;
    onProgress?.(run);
    if (run.finished_at) return run as EndedRun;

    const params = { tenant_id, workspace_id, run_id: run.id };
    const delay = retryDelay({ baseDelay: 1000, ...poll }, requests, response);
    await sleep(Math.min(delay, deadline - Date.now()), signal, stopRequested ? undefined : stop);
    signal?.throwIfAborted();
    if (Date.now() >= deadline) throw new TimeoutError(id, `${id}: the run ${run.id} has not ended (timeout)`);
    if (stop?.aborted && !stopRequested) {
      stopRequested = true;
      await stopEvaluationRun(client, params, optionsUntilDeadline()).catch((error: unknown) => {
        // 409: the run has ended in the meantime.
        if (!isApiError(error) || error.status !== 409) throw error;
      });
    }
    response = requireRun(
      getEvaluationRun.metadata,
      await getEvaluationRun.result(client, params, optionsUntilDeadline()),
    );
  }
}

/**
 * Returns a response when it contains a run.
 *
 * @throws ApiError when it does not.
 */
function requireRun({ id }: OperationMetadata, response: ApiResponse<number, unknown>): RunResponse {
  if (response.status >= 300 || !response.data) throw new ApiError(id, response);
  return response as RunResponse;
}

/** Resolves after a delay in milliseconds, or as soon as one of the signals aborts. */
async function sleep(delay: number, ...signals: (AbortSignal | undefined)[]): Promise<void> {
  let cancels: (() => void)[] = [];
  await new Promise<void>((resolve) => {
    cancels = signals.map((signal) => callAfter(delay, signal, resolve));
  });
  for (const cancel of cancels) cancel();
}
