import type { OperationMetadata } from './metadata.ts';

/** Parameters of a call by name, for every part of the request; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Creates the function that returns the path of a call relative to the base URL, with every parameter percent-encoded. The
 * template is parsed once, not for every call.
 *
 * The function throws a TypeError when a path parameter is missing or would change the path (empty, `.` or `..`), and a
 * URIError when it is not well-formed Unicode.
 */
export function requestPath({ id, path }: OperationMetadata): (params: Parameters) => string {
  // Literal parts and parameter names alternate.
  const parts = path.split(/[{}]/);
  return (params) =>
    parts.reduce((url, part, index) => {
      if (index % 2 === 0) return url + part;
      const segment = encodeURIComponent((params[part] ?? '') as string);
      if (segment.length < 3 && /^\.*$/.test(segment))
        throw new TypeError(`${id}: parameter ${part} must not be "${segment}"`);
      return url + segment;
    });
}

/**
 * Returns the query of a call with its question mark; empty when no query parameter has a value.
 *
 * @throws URIError when a value is not well-formed Unicode.
 */
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
