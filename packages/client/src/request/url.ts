import type { OperationMetadata } from './metadata.ts';

/** Parameters of a call by name, for every part of the request; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the query of a call with its question mark; empty when no query parameter has a value.
 *
 * @throws TypeError when a value is no text, number or boolean, or not well-formed Unicode.
 */
export function requestQuery({ id, query = [] }: OperationMetadata, params: Parameters): string {
  let result = '';
  for (const parameter of query) {
    const [name, separator] = [parameter].flat() as [string, string?];
    const values = [params[name] ?? []].flat();
    if (values.length === 0) continue;
    const key = `${encodeURIComponent(name)}=`;
    result +=
      (result ? '&' : '?') +
      key +
      values
        .map((item) =>
          encodeValue(id, name, item, /^[bs]/.test(typeof item) || Number.isFinite(item) ? /\p{Cs}/u : /^/),
        )
        .join(separator ?? `&${key}`);
  }
  return result;
}

/**
 * Returns a value percent-encoded.
 *
 * @param refused matches a value that must not be sent, such as one that is not well-formed Unicode.
 * @throws TypeError when it must not.
 */
export function encodeValue(id: string, name: string, value: unknown, refused: RegExp): string {
  const text = `${value}`;
  if (refused.test(text)) throw new TypeError(`${id}: ${name} must not be ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}
