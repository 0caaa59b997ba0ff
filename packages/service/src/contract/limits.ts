/** Limits of the contract, by the path of a schema. */
import { document, resolve, type Schema } from './contract.ts';

/**
 * The schema of the contract at a path, such as `ScannedLocation.snippet` or `ScannedAgent.endpoints.items`.
 * References are followed; what stands beside a reference in the contract is not lost.
 *
 * @throws when the contract has no such schema, which only a mistake in the service can bring about.
 */
export function contractSchema(path: string): Schema {
  const [name, ...steps] = path.split('.');
  let schema = resolved(document.components.schemas[name ?? '']);
  for (const step of steps) schema = resolved(step === 'items' ? schema?.items : schema?.properties?.[step]);
  if (schema === undefined) throw new Error(`The contract has no schema ${path}.`);
  return schema;
}

/** Most characters that the contract allows in the text at a path. */
export function maxLength(path: string): number {
  return limit(path, contractSchema(path).maxLength);
}

/** Most items that the contract allows in the list at a path. */
export function maxItems(path: string): number {
  return limit(path, contractSchema(path).maxItems);
}

/** The text, cut off at what the contract allows at a path; a text that is cut ends with `…`. */
export function cut(text: string, path: string): string {
  const characters = Array.from(text);
  const max = maxLength(path);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

function limit(path: string, value: number | undefined): number {
  if (value === undefined) throw new Error(`The contract sets no limit at ${path}.`);
  return value;
}

function resolved(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref === undefined ? schema : { ...resolve<Schema>(schema), ...schema };
}
