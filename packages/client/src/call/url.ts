import type { OperationMetadata } from './metadata.ts';

/** Parameters of a call by name, for every part of the request; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the query of a call with its question mark; empty when no query parameter has a value.
 *
 * @throws TypeError when a value isn't a string, number or boolean, or not well-formed Unicode.
 */
export function requestQuery({ id, query = [] }: OperationMetadata, params: Parameters): string {
  let result = '';
  for (const parameter of query) {
    const [name, separator] = typeof parameter === 'string' ? [parameter] : parameter;
    if (params[name] == null) continue;
    let key = `&${encodeURIComponent(name)}=`;
    for (const value of [params[name]].flat()) {
      result += key + encodeValue(id, name, value);
      key = separator ?? key;
    }
  }
  return result.replace('&', '?');
}

/**
 * Returns a value percent-encoded.
 *
 * @param rejected matches a string that must not be sent.
 * @throws TypeError when it matches, or the value isn't a string, number or boolean, or not well-formed Unicode.
 */
export function encodeValue(id: string, name: string, value: unknown, rejected?: RegExp): string {
  const text = `${value}`;
  try {
    // Booleans, strings and numbers with digits: neither NaN nor Infinity.
    if (/^([bs]|n.*\d)/.test(typeof value + text) && !rejected?.test(text)) return encodeURIComponent(text);
  } catch {
    // A URIError, which doesn't contain the parameter.
  }
  throw new TypeError(`${id}: ${name} must not be ${JSON.stringify(text)}`);
}
