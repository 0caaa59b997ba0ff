import type { Token } from './options.ts';
import { requireAtLeast } from './settings.ts';
import { callAfter } from './timers.ts';

/** Options of {@link createTokenSource}. */
export interface TokenSourceOptions {
  /**
   * The maximum duration of a renewal, in milliseconds; the calls that wait for it reject, and the next call starts another
   * one. Default: 30000.
   */
  readonly timeout?: number | undefined;
}

/**
 * Creates a token function for a client from a function that renews the token. All calls share one token and one renewal: the token is
 * renewed at the first call and after the service rejects it, only once even if many calls are rejected at the same time. After
 * a failed renewal, the next call starts another one.
 *
 * A timeout or the signal of a call ends the wait of this call; the renewal continues for the others.
 *
 * @param renew returns a new token. The signal aborts at the timeout.
 * @throws TypeError when the timeout isn't a number of at least 1.
 * @example
 * const token = createTokenSource(async () => 'from-your-vault');
 * const renewing = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token });
 */
export function createTokenSource(
  renew: (signal: AbortSignal) => string | Promise<string>,
  { timeout = 30_000 }: TokenSourceOptions = {},
): Extract<Token, (...args: never[]) => unknown> {
  requireAtLeast('createTokenSource', 1, { timeout });
  let current: string | undefined;
  let renewal: Promise<string> | undefined;

  const startRenewal = async (): Promise<string> => {
    const controller = new AbortController();
    let cancelTimer: (() => void) | undefined;
    try {
      current = await new Promise<string>((resolve, reject) => {
        cancelTimer = callAfter(timeout, undefined, () => {
          controller.abort();
          reject(new Error(`createTokenSource: the token was not renewed within ${timeout} ms`));
        });
        Promise.resolve(controller.signal).then(renew).then(resolve, reject);
      });
      return current;
    } finally {
      cancelTimer?.();
      renewal = undefined;
    }
  };

  return (rejected) => {
    // A call that was rejected before the last renewal doesn't need another one.
    if (current !== undefined && current !== rejected) return current;
    renewal ??= startRenewal();
    return renewal;
  };
}
