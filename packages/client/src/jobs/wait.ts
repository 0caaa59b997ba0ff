import { ApiError, isApiError, isConnectionError, isTimeoutError, TimeoutError } from '../call/errors.ts';
import { retryAfterSeconds } from '../call/headers.ts';
import type { OperationMetadata } from '../call/metadata.ts';
import type { CallOptions, RetryOptions } from '../call/options.ts';
import type { ApiResponse } from '../call/response.ts';
import { requireAtLeast } from '../call/settings.ts';
import { callAfter } from '../call/timers.ts';
import type { EvaluationRun, ExportStatus, RunStatus, ScanStatus } from '../generated/operations.schemas.ts';

/** How to wait for the end of a run. The options of a call apply to each request. */
export interface WaitOptions extends CallOptions {
  /**
   * Called with the run after each request: first the one that was started, last the one that has ended. The wait continues
   * when the function, which may be async, has finished, and rejects with what it throws.
   */
  readonly onProgress?: ((run: EvaluationRun) => void) | undefined;
  /**
   * When it aborts, the client requests the service to stop the run. It still waits until the run has ended: as
   * `cancelled`, or otherwise if it ended first. To end only the wait and not the run, use `signal`.
   */
  readonly stop?: AbortSignal | undefined;
  /** The maximum time to wait, in milliseconds; a `TimeoutError` follows, and the run continues. Default: no limit. */
  readonly maxWait?: number | undefined;
  /**
   * Delay between two requests: first `baseDelay` milliseconds, default 1000, doubling up to `maxDelay`, default 30000, each
   * minus up to 50 % of jitter. With `Retry-After`, it is that time, but at least half of `baseDelay`.
   */
  readonly poll?: Pick<RetryOptions, 'baseDelay' | 'maxDelay'> | undefined;
}

/** How to wait for any resource. */
type PollOptions<Resource> = Omit<WaitOptions, 'onProgress'> & {
  readonly onProgress?: ((resource: Resource) => unknown) | undefined;
};

/** A request of a wait, and the operation that it calls. */
interface WaitRequest<Args extends unknown[]> {
  readonly metadata: OperationMetadata;
  readonly send: (...args: [...Args, options: CallOptions]) => Promise<ApiResponse<number, unknown>>;
}

/** The resource to wait for. */
interface Waiting<Resource> {
  /** Identifies the resource; absent when the wait starts it. */
  readonly id?: string;
  /** Starts the resource, without `id`. */
  readonly start?: WaitRequest<[]>;
  /** Requests the resource. */
  readonly get: WaitRequest<[id: string]>;
  /** Requests the service to stop the resource. */
  readonly stop?: (id: string, options: CallOptions) => Promise<unknown>;
  /** Returns the id and the status of the resource. */
  readonly read: (resource: Resource) => readonly [id: string, status: keyof typeof HAS_ENDED];
}

/** Whether each status is final. A status that isn't listed was added later, and isn't known to be final. */
const HAS_ENDED: Readonly<Record<RunStatus | ScanStatus | ExportStatus, boolean>> = {
  queued: false,
  running: false,
  completed: true,
  failed: true,
  cancelled: true,
};

/**
 * Returns whether a run, a scan or an export with this status has ended and no longer changes. A status that was added to the
 * service later isn't known to be final.
 *
 * @example
 * console.log(hasEnded('running'), hasEnded('failed')); // false true
 */
export function hasEnded(status: string): boolean {
  return Object.hasOwn(HAS_ENDED, status) && HAS_ENDED[status as keyof typeof HAS_ENDED];
}

/** How long a wait continues without a usable response, such as while the service restarts, in milliseconds. */
const MAX_SILENCE = 600_000;

/**
 * Starts a resource, unless it is already started, and polls it until its status is final. Potentially temporary failures
 * don't end the wait, unless they last ten minutes.
 *
 * @throws TypeError when an option is not valid; TimeoutError after `maxWait`; the reason of `signal`; all errors of the
 *   operations. Those of this package have the id of the resource.
 */
export async function waitForEnd<Resource>(
  { id, start, get, stop: requestStop, read }: Waiting<Resource>,
  { onProgress, maxWait = Infinity, poll = {}, stop, ...call }: PollOptions<Resource>,
): Promise<Resource> {
  const { baseDelay = 1000, maxDelay = 30_000 } = poll;
  const caller = (start ?? get).metadata.id;
  requireAtLeast(caller, 0, { maxWait });
  requireAtLeast(caller, 1, { 'poll.baseDelay': baseDelay, 'poll.maxDelay': maxDelay });
  const { signal } = call;
  const deadline = performance.now() + maxWait;
  /** Returns the options of a request that must end before the deadline. */
  const callOptions = (): CallOptions => ({
    ...call,
    ...(maxWait < Infinity && {
      totalTimeout: Math.min(call.totalTimeout ?? Infinity, Math.max(0, deadline - performance.now())),
    }),
  });
  let resourceId = id;
  let stopRequested = false;
  let lastResponse = performance.now();
  try {
    for (let requests = 1; ; requests += 1) {
      const request = resourceId === undefined ? start : get;
      const outcome = await (resourceId === undefined
        ? (start as WaitRequest<[]>).send(callOptions())
        : get.send(resourceId, callOptions()).catch(temporaryError));
      const { status, data, headers } = outcome as Partial<ApiResponse<number, Resource | null>>;
      if (data && Number(status) < 300) {
        const [readId, resourceStatus] = read(data);
        resourceId = readId;
        lastResponse = performance.now();
        await onProgress?.(data);
        if (hasEnded(resourceStatus)) return data;
      } else if (resourceId === undefined || !isTemporary(status) || performance.now() - lastResponse > MAX_SILENCE) {
        throw outcome instanceof Error ? outcome : new ApiError((request as WaitRequest<[]>).metadata.id, outcome);
      }

      const random = Math.random() / 4;
      const told = (headers && retryAfterSeconds(headers)) ?? Number.NaN;
      const delay =
        told >= 0
          ? Math.max(baseDelay / 2, told * 1000 * (1 + random))
          : Math.min(maxDelay, baseDelay * 2 ** requests * (0.5 - random));
      await sleep(Math.max(0, Math.min(delay, deadline - performance.now())), signal, stopRequested ? undefined : stop);
      signal?.throwIfAborted();
      if (performance.now() >= deadline) {
        throw new TimeoutError(get.metadata.id, `${get.metadata.id}: ${resourceId} has not ended (timeout)`);
      }
      if (stop?.aborted && !stopRequested) {
        stopRequested = await (requestStop as NonNullable<typeof requestStop>)(resourceId, callOptions()).then(
          () => true,
          (error: unknown) => {
            // 409: it has ended in the meantime.
            if (isApiError(error) && error.status === 409) return true;
            if (isApiError(error) ? isTemporary(error.status) : temporaryError(error)) return false;
            throw error;
          },
        );
      }
    }
  } catch (error) {
    if (resourceId !== undefined && error instanceof Error && 'operation' in error)
      Object.assign(error, { resourceId });
    throw error;
  }
}

/** Returns whether the status of a response may change by itself, or there is no response. */
function isTemporary(status: number | undefined): boolean {
  return status === undefined || [408, 429, 502, 503, 504].includes(status);
}

/** Returns an error without a response; throws any other. */
function temporaryError(error: unknown): Error {
  if (isConnectionError(error) || isTimeoutError(error)) return error;
  throw error;
}

/** Resolves after a delay in milliseconds, or as soon as one of the signals aborts. */
async function sleep(delay: number, ...signals: (AbortSignal | undefined)[]): Promise<void> {
  let cancels: (() => void)[] = [];
  await new Promise<void>((resolve) => {
    cancels = signals.map((signal) => callAfter(delay, signal, resolve));
  });
  for (const cancel of cancels) cancel();
}
