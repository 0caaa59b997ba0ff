/** The limits that the contract sets, by the path of a schema. */
import { document, resolve, type Schema } from './contract.ts';

/**
 * Returns the schema at a path, such as `ScannedLocation.snippet` or `ScannedAgent.endpoints.items`, with references resolved.
 *
 * @throws {Error} when the contract has no such schema: the path is wrong in the service
 */
export function getSchemaAt(path: string): Schema {
  const [name = '', ...steps] = path.split('.');
  let schema = resolve<Schema | undefined>(document.components.schemas[name]);
  for (const step of steps) {
    schema = resolve<Schema | undefined>(step === 'items' ? schema?.items : schema?.properties?.[step]);
  }
  if (schema === undefined) throw new Error(`The contract has no schema ${path}.`);
  return schema;
}

/** Returns the maximum length of the text at a path, in characters. */
export function maxLength(path: string): number {
  return requireLimit(path, getSchemaAt(path).maxLength);
}

/** Returns the maximum number of items of the list at a path. */
export function maxItems(path: string): number {
  return requireLimit(path, getSchemaAt(path).maxItems);
}

/** Shortens a text to the maximum length of the text at a path; a shortened text ends with `…`. */
export function truncate(text: string, path: string): string {
  const characters = Array.from(text);
  const max = maxLength(path);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

function requireLimit(path: string, limit: number | undefined): number {
  if (limit === undefined) throw new Error(`The contract sets no limit at ${path}.`);
  return limit;
}
