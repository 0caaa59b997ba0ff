/** The search part of an address: a text for each name, or several if the name is repeated. */
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

/** The reverse of {@link parseSearch}. Empty values are left out. */
export function formatSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The values of a name, none if it is missing. */
export function valuesOf(search: Search, name: string): string[] {
  const value = search[name];
  return value === undefined ? [] : [value].flat();
}
