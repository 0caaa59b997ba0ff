import type { OperationMetadata } from './metadata.js';

/** Parameters of a call by name, whatever part of the request they belong to; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Makes the function that gives the address of a call: base URL, path and query, every value percent-encoded.
 *
 * The function throws a TypeError when a path parameter is missing or would change the path (empty, `.` or `..`), or when
 * a value is not well-formed Unicode.
 */
export function requestUrl({
  id,
  path,
  query = [],
}: OperationMetadata): (baseUrl: string, params: Parameters) => string {
  const encode = (name: string, value: unknown): string => {
    try {
      return encodeURIComponent(String(value));
    } catch {
      throw new TypeError(`${id}: parameter ${name} is not well-formed Unicode`);
    }
  };
  // Literal parts and parameter names take turns: the template is taken apart once, not for every call.
  const parts = path.split(/[{}]/);

  return (baseUrl, params) => {
    let url = baseUrl;
    parts.forEach((part, index) => {
      if (index % 2 === 0) {
        url += part;
        return;
      }
      const segment = encode(part, params[part] ?? '');
      if (segment === '' || segment === '.' || segment === '..') {
        throw new TypeError(`${id}: path parameter ${part} must not be ${JSON.stringify(params[part])}`);
      }
      url += segment;
    });
    let mark = '?';
    for (const parameter of query) {
      const [name, separator] = typeof parameter === 'string' ? [parameter] : parameter;
      const value = params[name] ?? [];
      const values = (Array.isArray(value) ? value : [value]).map((it) => encode(name, it));
      if (values.length > 0) {
        const key = `${encodeURIComponent(name)}=`;
        url += mark + key + values.join(separator ?? `&${key}`);
        mark = '&';
      }
    }
    return url;
  };
}
