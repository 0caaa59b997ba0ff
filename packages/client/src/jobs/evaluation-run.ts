import type { Client } from '../call/client.ts';
import type { CallOptions } from '../call/options.ts';
import type { ParamsOf, WorkspaceClient, WorkspaceOptional } from '../call/workspace.ts';
import type {
  EvaluationRun,
  GetEvaluationRunParams,
  RunAgentEvaluationParams,
  RunStatus,
} from '../generated/operations.schemas.ts';
import { getEvaluationRun, runAgentEvaluation, stopEvaluationRun } from '../generated/operations.ts';
import { type WaitOptions, waitForEnd } from './wait.ts';

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

/**
 * Starts a run of an attached evaluation and waits for its end.
 *
 * @throws ApiError when the run can't be started, with status 409 when another one hasn't ended; all errors of {@link waitForRun}.
 * @example
 * const run = await runToEnd(client, { tenant_id: 'halden-freight', workspace_id: 'production', id: 'e1' }, {
 *   onProgress: ({ status, progress }) => console.log(status, progress),
 * });
 * if (run.status === 'completed') console.log(run.summary.passed, 'passed');
 */
export function runToEnd<Sender extends Client>(
  client: Sender,
  params: ParamsOf<Sender, RunAgentEvaluationParams>,
  options: WaitOptions = {},
): Promise<EndedRun> {
  const send = (call: CallOptions) => runAgentEvaluation.result(client as Client as WorkspaceClient, params, call);
  const start = { metadata: runAgentEvaluation.metadata, send };
  return waitForEnd({ start, ...runRequests(client, params) }, options) as Promise<EndedRun>;
}

/**
 * Waits for the end of a run that is already started.
 *
 * @throws TimeoutError after `maxWait`; the reason of `signal`; all errors of {@link getEvaluationRun}.
 * @example
 * const run = await waitForRun(client, { tenant_id: 'halden-freight', workspace_id: 'production', run_id: 'r1' });
 * if (run.status === 'failed') console.log(run.error_kind);
 */
export function waitForRun<Sender extends Client>(
  client: Sender,
  params: ParamsOf<Sender, GetEvaluationRunParams>,
  options: WaitOptions = {},
): Promise<EndedRun> {
  return waitForEnd({ id: params.run_id, ...runRequests(client, params) }, options) as Promise<EndedRun>;
}

/** Returns the requests of a wait for a run. */
function runRequests(anyClient: Client, { tenant_id, workspace_id }: WorkspaceOptional<object>) {
  // The parameters contain the workspace of every other client.
  const client = anyClient as WorkspaceClient;
  return {
    get: {
      metadata: getEvaluationRun.metadata,
      send: (run_id: string, call: CallOptions) =>
        getEvaluationRun.result(client, { tenant_id, workspace_id, run_id }, call),
    },
    stop: (run_id: string, call: CallOptions) => stopEvaluationRun(client, { tenant_id, workspace_id, run_id }, call),
    read: ({ id, status }: EvaluationRun) => [id, status] as const,
  };
}
