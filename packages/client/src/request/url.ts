import type { OperationMetadata } from './metadata.ts';

/** Parameters of a call by name, for every part of the request; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the query of a call with its question mark; empty when no query parameter has a value.
 *
 * @throws TypeError when a value is no text, number or boolean; URIError when it is not well-formed Unicode.
 */
export function requestQuery({ id, query = [] }: OperationMetadata, params: Parameters): string {
  let result = '';
  for (const parameter of query) {
    const [name, separator] = typeof parameter === 'string' ? [parameter] : parameter;
    const value = params[name] ?? [];
    const values = Array.isArray(value) ? value : [value];
    if (values.length === 0) continue;
    const key = `${encodeURIComponent(name)}=`;
    result +=
      (result ? '&' : '?') + key + values.map((item) => encodeValue(id, name, item)).join(separator ?? `&${key}`);
  }
  return result;
}

/**
 * Returns a value percent-encoded.
 *
 * @param refused what the encoded value must not be, such as a path segment that would change the path.
 * @throws TypeError for that, and for what JavaScript would encode by a name: objects, `undefined` and numbers that are not
 *   finite; URIError when the value is not well-formed Unicode.
 */
export function encodeValue(id: string, name: string, value: unknown, refused?: RegExp): string {
  const text = encodeURIComponent(value as string);
  if (refused?.test(text) || !(/^[bs]/.test(typeof value) || Number.isFinite(value))) {
    throw new TypeError(`${id}: parameter ${name} must not be "${text}"`);
  }
  return text;
}
