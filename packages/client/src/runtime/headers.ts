/** Headers by name. A header whose value is `undefined` is left out. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/**
 * Adds headers to others, in place of those with the same name in any spelling.
 *
 * A plain object and not `Headers`: building one for each call takes longer than all the rest of the runtime.
 *
 * @param place who to name in an error.
 * @throws TypeError naming the header, never its value, when it cannot be sent.
 */
export function addHeaders(target: Record<string, string>, place: string, headers: HeaderValues = {}): void {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`)) {
      throw new TypeError(`${place}: header ${JSON.stringify(name)} has a character that HTTP does not allow`);
    }
    target[name.toLowerCase()] = value;
  }
}
