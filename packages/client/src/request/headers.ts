/** Headers by name. A header whose value is `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Name of the header that lets the service recognize a repeated request. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/**
 * Adds headers to others, and replaces those of the same name, whatever their case.
 *
 * A plain object and not `Headers`, because creating one for each call takes longer than everything else in this folder.
 *
 * @param caller name of the operation or function, for the error.
 * @throws TypeError with the name of the header, never its value, when it cannot be sent.
 */
export function addHeaders(target: Record<string, string>, caller: string, headers?: HeaderValues | undefined): void {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    if (!/^[!#-'*+.^`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`)) {
      throw new TypeError(`${caller}: header "${name}" must be valid HTTP`);
    }
    target[name.toLowerCase()] = value;
  }
}

/** Returns the value of `Retry-After`, a number or a date, in seconds from now; `undefined` when absent or not valid. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  // Without the header it is null, which is neither a number of seconds nor a date.
  const value = headers.get('retry-after') as string;
  const seconds = /^\d+$/.test(value) ? +value : (Date.parse(value) - Date.now()) / 1000;
  return seconds < 0 ? 0 : seconds >= 0 ? seconds : undefined;
}
