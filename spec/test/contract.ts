import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isNullable, type JsonObject, listOperations, resolve, type Schema } from '@aispm/openapi';

/** The bundle, as `npm run build` wrote it. */
export const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../dist/strict.json'), 'utf8'),
) as Document & { 'x-tagGroups': { name: string; tags: string[] }[] };

export const operations = listOperations(contract);

/** Resolves a reference in the bundle. */
export const resolveNode = <T = JsonObject>(node: object): T => resolve<T>(contract, node as T);

/** Describes the JSON type of a schema: `string`, `array of string`, `object or null`. */
export function describeType(declared: Schema): string {
  const schema = resolve(contract, declared);
  const types = [schema.type ?? schema.anyOf?.map(describeType) ?? 'any'].flat().filter((type) => type !== 'null');
  if (isNullable(contract, schema)) types.push('null');
  return types
    .map((type) => (type === 'array' ? `array of ${describeType(schema.items ?? {}).replace(/ of .*/, '')}` : type))
    .join(' or ');
}
