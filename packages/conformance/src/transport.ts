/** Sends requests, within the limits of the run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BudgetError, NoAnswerError } from './errors.js';
import type { Limits } from './options.js';
import type { WireRequest } from './request.js';

/** An answer as it arrived. */
export interface WireResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

/** How often a request is sent again after 429, and how long one may ask to wait, in seconds. */
const MAX_RETRIES = 5;
const MAX_RETRY_AFTER = 120;
/** Largest answer that is read, in bytes. */
const MAX_BODY = 64 * 1024 * 1024;

/** The connection to the server. */
export class Transport {
  /** Requests that were sent. */
  requests = 0;
  readonly #base: string;
  readonly #limits: Limits;
  readonly #deadline: number;
  readonly #signal: AbortSignal | undefined;
  #isCleaningUp = false;

  constructor(base: string, limits: Limits, signal: AbortSignal | undefined) {
    this.#base = base;
    this.#limits = limits;
    this.#deadline = Date.now() + limits.maxTime * 1000;
    this.#signal = signal;
  }

  /** From now on the limits of the run do not hold, so that nothing is left behind. */
  cleanUp(): void {
    this.#isCleaningUp = true;
  }

  /**
   * Sends a request, and again when the server asks to wait a while (429).
   *
   * @throws {BudgetError} when the run has no more requests or time
   * @throws {NoAnswerError} when the connection fails or no whole answer comes in time
   */
  async send(request: WireRequest): Promise<WireResponse> {
    for (let attempt = 0; ; attempt++) {
      const response = await this.#sendOnce(request);
      const wait = Number(response.headers['retry-after']);
      if (response.status !== 429 || attempt >= MAX_RETRIES || !(wait <= MAX_RETRY_AFTER)) return response;
      await this.pause(Math.max(wait, 1));
    }
  }

  /**
   * Waits.
   *
   * @throws {BudgetError} when the run ends before that
   */
  async pause(seconds: number): Promise<void> {
    const left = this.#deadline - Date.now();
    if (seconds * 1000 > left && !this.#isCleaningUp) throw new BudgetError(this.#overtime());
    await sleep(
      seconds * 1000,
      undefined,
      this.#isCleaningUp ? {} : { ...(this.#signal && { signal: this.#signal }) },
    ).catch(() => this.#check());
  }

  #overtime(): string {
    return `The run has used up its ${this.#limits.maxTime} seconds (--max-time).`;
  }

  #check(): void {
    if (this.#isCleaningUp) return;
    if (this.#signal?.aborted) throw new BudgetError('The run was stopped.');
    if (Date.now() > this.#deadline) throw new BudgetError(this.#overtime());
    if (this.requests >= this.#limits.maxRequests) {
      throw new BudgetError(`The run has used up its ${this.#limits.maxRequests} requests (--max-requests).`);
    }
  }

  async #sendOnce({ method, target, headers, body }: WireRequest): Promise<WireResponse> {
    this.#check();
    this.requests += 1;
    const timeout = AbortSignal.timeout(this.#limits.timeout * 1000);
    try {
      const response = await fetch(`${this.#base}${target}`, {
        method,
        // A server may close an idle connection while a request is on its way, and a write must not be sent twice.
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
      if (timeout.aborted) throw new NoAnswerError(`no answer within ${this.#limits.timeout} seconds`);
      throw new NoAnswerError(reasonOf(error));
    }
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw new Error(`an answer of more than ${MAX_BODY} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Why a request failed, in a few words: `fetch` says it in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  const text = cause?.message || cause?.code || message;
  return cause?.code && !text.includes(cause.code) ? `${text} (${cause.code})` : text;
}
