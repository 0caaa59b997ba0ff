import type { OperationMetadata } from './metadata.js';

/** Parameters of a call by name, whatever part of the request they belong to; the JSON body is `body`. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * The path of a call under the base URL, every parameter percent-encoded.
 *
 * @throws TypeError when a path parameter is missing or would change the path (empty, `.` or `..`), or when it is not
 *   well-formed Unicode.
 */
export function requestPath({ id, path }: OperationMetadata, params: Parameters): string {
  return path.replace(/{(.+?)}/g, (_, name: string) => {
    const segment = encode(id, name, params[name] ?? '');
    if (/^\.{0,2}$/.test(segment)) {
      throw new TypeError(`${id}: parameter ${name} must not be "${segment}"`);
    }
    return segment;
  });
}

/** The query of a call with its question mark; empty when no query parameter has a value. See {@link requestPath}. */
export function requestQuery({ id, query = [] }: OperationMetadata, params: Parameters): string {
  let result = '';
  for (const parameter of query) {
    const [name = '', separator] = [parameter].flat();
    const values = [params[name] ?? []].flat().map((it) => encode(id, name, it));
    if (values.length > 0) {
      const key = `${encodeURIComponent(name)}=`;
      result += (result ? '&' : '?') + key + values.join(separator ?? `&${key}`);
    }
  }
  return result;
}

function encode(id: string, name: string, value: unknown): string {
  try {
    return encodeURIComponent(value as string);
  } catch {
    throw new TypeError(`${id}: parameter ${name} must be valid Unicode`);
  }
}
