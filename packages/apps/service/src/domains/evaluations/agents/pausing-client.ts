/** Waits when an agent asks for it, because most hosted models limit the rate of requests. */
import { type Clock, SYSTEM_CLOCK } from '../../../platform/core/clock.ts';
import { type OutgoingClient, OutgoingError } from './outgoing-client.ts';

/** Maximum number of attempts per request. */
const MAX_ATTEMPTS = 5;
/** The first pause after a response without `Retry-After`; each one after that is twice as long. */
const FIRST_PAUSE_MS = 1_000;
/** The longest pause that an agent may request. */
const MAX_PAUSE_MS = 120_000;

/**
 * Returns a client that retries a request after 429 and 503, once `Retry-After` has passed. A pause applies to all requests of
 * the client, because an agent counts them together.
 *
 * @throws {OutgoingError} if an agent requests a pause that is too long
 */
export function withPauses(outgoing: OutgoingClient, clock: Clock = SYSTEM_CLOCK): OutgoingClient {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return async (address, body, options = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      // Another request may have extended the pause in the meantime.
      for (let rest = pausedUntil - clock.now(); rest > 0; rest = pausedUntil - clock.now()) {
        await clock.sleep(rest, options.signal);
      }
      const response = await outgoing(address, body, options);
      const { status, retryAfter } = response;
      if ((status !== 429 && status !== 503) || attempt === MAX_ATTEMPTS) return response;
      const pause = parseRetryAfter(retryAfter, clock.now()) ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      if (pause > MAX_PAUSE_MS) {
        const seconds = Math.ceil(pause / 1_000);
        throw new OutgoingError(
          'unreachable',
          `The agent responded with status ${status} and asks to wait ${seconds} seconds; runs wait up to ${MAX_PAUSE_MS / 1_000} seconds.`,
        );
      }
      pausedUntil = Math.max(pausedUntil, clock.now() + pause);
    }
  };
}

/** Returns the pause that a `Retry-After` header requests, which is in seconds or an end time; undefined if it's neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` also accepts other strings, such as -5.
  const end = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(end) ? undefined : Math.max(0, end - now);
}
