/** Keywords of schemas with values that JSON Schema does not permit, such as a pattern that JavaScript does not know. */
import {
  clip,
  formatFragment,
  getNode,
  isJsonObject,
  type JsonObject,
  listRootSchemas,
  parsePointer,
  type Schema,
  visitSchemas,
} from '../bundled/openapi.ts';

/** The dialect of all schemas. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** References are resolved, whatever their form. Without its type a schema would mean little: it is refused. */
const KEPT = new Set(['$ref', 'type']);

/** A keyword, by its location in a schema. */
interface InvalidKeyword {
  path: readonly string[];
  message: string;
}

/**
 * Removes keywords from the schemas of a document whose values the validator does not accept: it would not accept the whole schema.
 *
 * @param document is modified
 * @param warn receives a message for each keyword, with its location
 */
export async function removeInvalidKeywords(document: JsonObject, warn: (message: string) => void): Promise<void> {
  const { Ajv2020 } = await import('../bundled/prism-reader.ts');
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  const listViolations = (schema: Schema): InvalidKeyword[] => {
    if (ajv.validate(DIALECT, schema)) return [];
    return (ajv.errors ?? []).map(({ instancePath, message }) => ({
      path: parsePointer(instancePath),
      message: String(message),
    }));
  };
  for (const { schema, keys } of listRootSchemas(document)) {
    for (const { path, message } of [...listInvalidPatterns(schema), ...listViolations(schema)]) {
      const name = path.at(-1) ?? '';
      const parent = getNode(schema, path.slice(0, -1));
      if (KEPT.has(name) || !isJsonObject(parent) || !Object.hasOwn(parent, name)) continue;
      const value = clip(JSON.stringify(parent[name]));
      delete parent[name];
      warn(`${formatFragment([...keys, ...path])} is ignored, because it ${message}: ${value}`);
    }
  }
}

/** Lists the patterns of a schema that cannot be compiled. */
function listInvalidPatterns(schema: Schema): InvalidKeyword[] {
  const found: InvalidKeyword[] = [];
  const check = (pattern: unknown, path: readonly (string | number)[]) => {
    if (typeof pattern !== 'string' || isPattern(pattern)) return;
    found.push({ path: path.map(String), message: 'is not a regular expression of JavaScript' });
  };
  visitSchemas(schema, (each, keys) => {
    const { pattern, patternProperties } = each as JsonObject;
    check(pattern, [...keys, 'pattern']);
    const names = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
    for (const name of names) check(name, [...keys, 'patternProperties', name]);
  });
  return found;
}

/** Returns whether the validator can compile a pattern. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
