/** The query string of a URL: a string per name, or an array if the name is repeated. */
export type Search = { [name: string]: string | string[] | undefined };

/** Reads `?severity=high&severity=low` as `{ severity: ['high', 'low'] }`. */
export function parseSearch(text: string): Search {
  const search: Search = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : [before, value].flat();
  }
  return search;
}

/** The reverse of {@link parseSearch}. Empty values are omitted. */
export function formatSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of [value].flat())
      if (item !== undefined && item !== null && item !== '') parameters.append(name, String(item));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the values of a name, or an empty array if it's missing. */
export function valuesOf(search: Search, name: string): string[] {
  const value = search[name];
  return value === undefined ? [] : [value].flat();
}
