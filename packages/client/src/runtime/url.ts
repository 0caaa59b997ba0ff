import type { OperationMetadata } from './metadata.js';

/** Parameters of a call by name, whatever part of the request they belong to; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Makes the function that gives the path of a call under the base URL, every parameter percent-encoded. The template is
 * taken apart once, not for every call.
 *
 * The function throws a TypeError when a path parameter is missing or would change the path (empty, `.` or `..`), and a
 * URIError when it is not well-formed Unicode.
 */
export function requestPath({ id, path }: OperationMetadata): (params: Parameters) => string {
  // Literal parts and parameter names take turns.
  const parts = path.split(/[{}]/);
  return (params) =>
    parts.reduce((url, name, index) => {
      if (index % 2 === 0) return url + name;
      const segment = encodeURIComponent((params[name] ?? '') as string);
      if (segment.length < 3 && /^\.*$/.test(segment))
        throw new TypeError(`${id}: parameter ${name} must not be "${segment}"`);
      return url + segment;
    });
}

/** The query of a call with its question mark; empty when no query parameter has a value. See {@link requestPath}. */
export function requestQuery({ query = [] }: OperationMetadata, params: Parameters): string {
  let result = '';
  for (const parameter of query) {
    const [name, separator] = typeof parameter === 'string' ? [parameter] : parameter;
    const value = params[name] ?? [];
    const values = Array.isArray(value) ? value : [value];
    if (values.length === 0) continue;
    const key = `${encodeURIComponent(name)}=`;
    result += (result ? '&' : '?') + key + values.map(encodeURIComponent).join(separator ?? `&${key}`);
  }
  return result;
}
