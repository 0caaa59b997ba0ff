/** An OpenAPI document, or a part of one, as JSON has it. */
export type Json = { [key: string]: unknown };

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An operation with the place where it stands. */
export interface Operation {
  /** Method in capital letters and path, such as `GET /views`. */
  name: string;
  path: string;
  /** In small letters. */
  method: string;
  operation: Json;
  /** Parameters of the path item, which the operation has as well. */
  shared: unknown[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** All operations of a document by their names. */
export function operationsOf(document: Json): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, item] of Object.entries((document.paths ?? {}) as Record<string, Json>)) {
    for (const method of METHODS.filter((it) => it in item)) {
      const name = `${method.toUpperCase()} ${path}`;
      const shared = (item.parameters ?? []) as unknown[];
      found.set(name, { name, path, method, operation: item[method] as Json, shared });
    }
  }
  return found;
}

/** The version of the contract. */
export function versionOf(document: Json): string {
  return String((document.info as Json).version);
}
