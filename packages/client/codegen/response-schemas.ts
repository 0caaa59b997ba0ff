/** A step of the build: writes the schemas of all successful responses as a source file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Document,
  getNode,
  isJsonObject,
  jsonSchema,
  listOperations,
  openObjects,
  referenceKeys,
  SCHEMA_MAP_KEYWORDS,
  type Schema,
  successResponses,
} from '@aispm/openapi';

/** Keywords that have no effect on the validation of a response. */
const ANNOTATIONS =
  /^(title|description|examples?|default|deprecated|readOnly|writeOnly|discriminator|externalDocs|xml|x-.*)$/;

/**
 * Returns all schemas of the contract's successful responses: `$defs` has one for each operation and status, named
 * `getRule 200`, and those that they refer to.
 *
 * Their objects are open, because a service may add properties within one version of the contract.
 */
export function responseSchemas(contract: Document): { $defs: Record<string, Schema> } {
  const document = openObjects(contract);
  const $defs: Record<string, Schema> = {};

  const withoutAnnotations = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutAnnotations);
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(([keyword]) => !ANNOTATIONS.test(keyword));
    return Object.fromEntries(kept.map(([keyword, operand]) => [keyword, convertKeyword(keyword, operand)]));
  };
  const convertKeyword = (keyword: string, value: unknown): unknown => {
    if (keyword === 'enum' || keyword === 'const') return value;
    if (keyword === '$ref') return define(referenceKeys(String(value)));
    if (!(SCHEMA_MAP_KEYWORDS as readonly string[]).includes(keyword)) return withoutAnnotations(value);
    return Object.fromEntries(
      Object.entries(value as object).map(([name, schema]) => [name, withoutAnnotations(schema)]),
    );
  };
  const define = (keys: string[]): string => {
    const name = keys.at(-1) ?? '';
    if (!(name in $defs)) {
      $defs[name] = {}; // Defined before its content, which may refer to it.
      $defs[name] = withoutAnnotations(getNode(document, keys)) as Schema;
    }
    return `#/$defs/${name}`;
  };

  for (const operation of listOperations(document)) {
    for (const { status, response } of successResponses(operation)) {
      const schema = jsonSchema(response);
      if (schema) $defs[`${operation.operationId} ${status}`] = withoutAnnotations(schema) as Schema;
    }
  }
  return { $defs };
}

if (import.meta.main) {
  const contract = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')), 'utf8'));
  writeFileSync(
    join(import.meta.dirname, '../src/generated/response-schemas.ts'),
    `// Generated from the contract. Do not edit.
/** The schemas of all successful responses, as JSON; \`$defs\` has one for each operation and status, named \`getRule 200\`. */
export const responseSchemas: string = ${JSON.stringify(JSON.stringify(responseSchemas(contract)))};
`,
  );
}
