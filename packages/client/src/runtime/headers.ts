/** Headers by name. A header whose value is `undefined` is left out. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Name of the header under which the service knows that a request has come again. */
export const idempotencyKey = 'idempotency-key';

/**
 * Adds headers to others, in place of those with the same name in any spelling.
 *
 * A plain object and not `Headers`: building one for each call takes longer than all the rest of the runtime.
 *
 * @param place who to name in an error.
 * @throws TypeError naming the header, never its value, when it cannot be sent.
 */
export function addHeaders(target: Record<string, string>, place: string, headers?: HeaderValues | undefined): void {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    if (!/^[!#-'*+.^`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`)) {
      throw new TypeError(`${place}: header "${name}" must be valid HTTP`);
    }
    target[name.toLowerCase()] = value;
  }
}

/**
 * How long an answer asks to wait, in seconds: its `Retry-After`, a number or a date; `undefined` when there is none that
 * makes sense.
 */
export function retryAfterSeconds(headers: Headers): number | undefined {
  // Without the header it is null, which is neither a number of seconds nor a date.
  const value = headers.get('retry-after') as string;
  const seconds = /^\d+$/.test(value) ? +value : (Date.parse(value) - Date.now()) / 1000;
  return seconds < 0 ? 0 : seconds >= 0 ? seconds : undefined;
}
