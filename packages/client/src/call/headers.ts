/** Headers by name. A header whose value is `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/**
 * Merges headers by lowercase name; later ones replace earlier ones.
 *
 * Returns a plain object instead of `Headers`, because creating one for each call takes longer than everything else in this folder.
 *
 * @param caller name of the operation or function, for the error.
 * @throws TypeError with the name of the header, never its value, when it can't be sent.
 */
export function mergeHeaders(caller: string, ...sources: (HeaderValues | undefined)[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const headers of sources) {
    for (const name in headers) {
      const value = headers[name];
      if (value === undefined) continue;
      if (!/^[!#-'*+.^`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`)) {
        throw new TypeError(`${caller}: invalid header "${name}"`);
      }
      merged[name.toLowerCase()] = value;
    }
  }
  return merged;
}

/** Returns the header with a token; it has no value without one, and for a token function. */
export function bearerHeader(token: unknown): HeaderValues {
  return { authorization: typeof token === 'string' && token ? `Bearer ${token}` : undefined };
}

/**
 * Returns the value of `Retry-After` in seconds from now: a whole number, or a date in the format of HTTP (IMF-fixdate).
 * `undefined` when missing or invalid. `Date.parse` alone would read `1.5` as a day in 2001.
 */
export function retryAfterSeconds(headers: Headers): number | undefined {
  // Without the header it is null, which is neither.
  const value = headers.get('retry-after') as string;
  // Compared and subtracted as a number.
  const date = new Date(value) as Date & number;
  if (/^\d+$/.test(value)) return +value;
  // `Invalid Date` also converts to its own name.
  // The clock of the service, if it tells the time: that of the client may differ.
  return date >= 0 && date.toUTCString() === value
    ? Math.max(0, date - (Date.parse(headers.get('date') as string) || Date.now())) / 1000
    : undefined;
}
