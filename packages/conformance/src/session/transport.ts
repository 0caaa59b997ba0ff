/** Sends requests within the limits of the run. */
import type { WireRequest } from '../contract/request.ts';
import { BudgetError, NoResponseError } from '../core/errors.ts';
import type { Limits } from '../core/options.ts';

/** A response as it was received. */
export interface WireResponse {
  status: number;
  /** Names in lowercase. */
  headers: Record<string, string>;
  text: string;
}

/** Maximum number of retries of a request that the server postpones. */
const MAX_RETRIES = 5;
/** Statuses after which a request is retried if the response has `Retry-After`. */
const RETRIED_STATUSES = [429, 503];
/** Maximum `Retry-After` that is respected, in seconds. */
const MAX_RETRY_AFTER = 120;
/** Maximum size of a response body, in bytes. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Waits some milliseconds; rejects when the signal aborts before that. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The connection to the server. */
export class Transport {
  /** Number of requests that were sent. */
  requests = 0;
  readonly #base: string;
  readonly #limits: Limits;
  readonly #deadline: number;
  readonly #signal: AbortSignal | undefined;
  readonly #sleep: Sleep;
  #isCleaningUp = false;

  constructor(base: string, limits: Limits, signal: AbortSignal | undefined, sleep: Sleep) {
    this.#base = base;
    this.#limits = limits;
    this.#deadline = Date.now() + limits.maxTime * 1000;
    this.#signal = signal;
    this.#sleep = sleep;
  }

  /** Suspends the run's limits, so that everything it created can be deleted. */
  startCleanup(): void {
    this.#isCleaningUp = true;
  }

  /**
   * Sends a request, and retries it when the server responds with 429 or 503 and `Retry-After`.
   *
   * @param onRetry receives each response after which the request is retried
   * @throws {BudgetError} when the run has no requests or no time left
   * @throws {NoResponseError} when the connection fails or the response is not complete in time
   */
  async send(request: WireRequest, onRetry: (response: WireResponse) => void = () => {}): Promise<WireResponse> {
    for (let attempt = 0; ; attempt++) {
      const response = await this.#attempt(request);
      const seconds = Number(response.headers['retry-after']);
      const mayRetry = RETRIED_STATUSES.includes(response.status) && seconds <= MAX_RETRY_AFTER;
      if (!mayRetry || attempt >= MAX_RETRIES) return response;
      onRetry(response);
      await this.pause(Math.max(seconds, 1));
    }
  }

  /**
   * Waits.
   *
   * @throws {BudgetError} when the run ends before that
   */
  async pause(seconds: number): Promise<void> {
    const remaining = this.#deadline - Date.now();
    if (seconds * 1000 > remaining && !this.#isCleaningUp) throw new BudgetError(this.#timeIsUp());
    const signal = this.#isCleaningUp ? undefined : this.#signal;
    await this.#sleep(seconds * 1000, signal).catch(() => this.#checkBudget());
  }

  #timeIsUp(): string {
    return `The run has used all of its ${this.#limits.maxTime} seconds (--max-time).`;
  }

  #checkBudget(): void {
    if (this.#isCleaningUp) return;
    if (this.#signal?.aborted) throw new BudgetError('The run was stopped.');
    if (Date.now() > this.#deadline) throw new BudgetError(this.#timeIsUp());
    if (this.requests >= this.#limits.maxRequests) {
      throw new BudgetError(`The run has used all of its ${this.#limits.maxRequests} requests (--max-requests).`);
    }
  }

  async #attempt({ method, target, headers, body }: WireRequest): Promise<WireResponse> {
    this.#checkBudget();
    this.requests += 1;
    const timeout = AbortSignal.timeout(this.#limits.timeout * 1000);
    try {
      const response = await fetch(`${this.#base}${target}`, {
        method,
        // A server may close an idle connection while a request is in flight, and a write must not be sent twice.
        headers: { ...headers, connection: 'close' },
        redirect: 'manual',
        signal: timeout,
        ...(body !== undefined && { body }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await readText(response),
      };
    } catch (error) {
      if (timeout.aborted) throw new NoResponseError(`no response within ${this.#limits.timeout} seconds`);
      throw new NoResponseError(describeFetchError(error));
    }
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Error(`the response is larger than ${MAX_BODY_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Describes why a request failed: the cause of `fetch`'s error has the reason. */
function describeFetchError(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  const text = cause?.message || cause?.code || message;
  return cause?.code && !text.includes(cause.code) ? `${text} (${cause.code})` : text;
}
