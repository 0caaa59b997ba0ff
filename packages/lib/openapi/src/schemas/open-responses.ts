/** The form of a contract that is published: its responses may grow. */
import type { JsonObject, Keys, LocatedSchema, Schema } from '../document/document.ts';
import { isJsonObject } from '../document/json.js';
import { isReference, referenceKeys, resolve } from '../document/reference.js';
import { mapNodes } from '../document/walk.js';
import { allowNull, removeUnusedSchemas } from './flatten-schemas.js';
import { listRootSchemas, visitSchemas } from './schemas.js';

/**
 * Keyword of an enumeration to which later versions may add values. In the source it's true; where the published form accepts
 * other values, it lists the known ones, in place of `enum`.
 */
export const EXTENSIBLE_ENUM = 'x-extensible-enum';

/** Suffix of the copy of a schema that requests refer to, when the schema of responses is another one. */
const REQUEST_SUFFIX = 'Input';

/** Maximum length of a value that a later version adds to an enumeration. */
const MAX_VALUE_LENGTH = 255;

/**
 * Changes a document so that its responses and the bodies of its webhooks may grow: in them, objects accept properties that they don't name, and an
 * enumeration with `x-extensible-enum: true` becomes a string, whose `x-extensible-enum` and description list the known values.
 * Requests accept the same as before. A schema that both contain is divided when it changes: requests then refer to a copy with
 * the suffix `Input`. A schema that nothing refers to is removed.
 *
 * @param document a bundled document, flattened by `flattenSchemas`
 * @throws {Error} when the name of a copy is in use
 */
export function openResponses(document: JsonObject): void {
  const { requests, responses } = divide(document);
  const growing = findGrowing(responses.components);
  const divided = new Set([...growing].filter((name) => requests.components.has(name)));
  const schemas = getComponents(document);
  const copies = [...divided].map((name) => {
    const copy = `${name}${REQUEST_SUFFIX}`;
    if (copy in schemas) throw new Error(`The schema ${copy} is in the way of the copy of ${name} for requests.`);
    const schema = mapNodes(schemas[name] as Schema, (node) => node);
    delete (schema as JsonObject)[EXTENSIBLE_ENUM]; // Requests accept no other values.
    schemas[copy] = schema;
    return schema;
  });
  const unshared = [...requests.components].filter(([name]) => !responses.components.has(name));
  for (const schema of [...requests.roots, ...unshared.map(([, component]) => component), ...copies]) {
    visitSchemas(schema, (node) => {
      const name = referencedName(node);
      if (name !== undefined && divided.has(name)) node.$ref = `${node.$ref}${REQUEST_SUFFIX}`;
    });
  }
  for (const schema of responses.components.values()) if (isExtensible(schema)) openEnumeration(schema);
  for (const schema of [...responses.roots, ...responses.components.values()]) {
    visitSchemas(schema, (node) => {
      if (node.additionalProperties === false) delete node.additionalProperties;
      if (node.unevaluatedProperties === false) delete node.unevaluatedProperties;
      const members = node.anyOf?.map((member) => resolve<Schema>(document, member));
      if (members) allowNull(node, members);
    });
  }
  // A nullable enumeration that became a text is written where it is used.
  removeUnusedSchemas(document);
}

/** The schemas of one direction: those directly in parameters, bodies and headers, and the components that they refer to. */
interface Side {
  roots: Schema[];
  components: Map<string, Schema>;
}

function divide(document: JsonObject): { requests: Side; responses: Side } {
  const schemas = getComponents(document);
  const roots = listRootSchemas(document).filter(({ keys }) => keys[1] !== 'schemas');
  const toSide = (located: LocatedSchema[]): Side => {
    const components = new Map<string, Schema>();
    const collect = (node: Schema): void => {
      const name = referencedName(node);
      const target = name === undefined ? undefined : schemas[name];
      if (name === undefined || target === undefined || components.has(name)) return;
      components.set(name, target);
      visitSchemas(target, collect);
    };
    for (const { schema } of located) visitSchemas(schema, collect);
    return { roots: located.map(({ schema }) => schema), components };
  };
  return {
    requests: toSide(roots.filter(({ keys }) => isInRequest(keys))),
    responses: toSide(roots.filter(({ keys }) => !isInRequest(keys))),
  };
}

const REQUEST_PARTS = new Set<Keys[number]>(['parameters', 'requestBody', 'requestBodies']);

/** Returns whether clients send what is here. The service sends the bodies of webhooks, which may grow like responses. */
function isInRequest(keys: Keys): boolean {
  return keys[0] !== 'webhooks' && keys.some((key) => REQUEST_PARTS.has(key));
}

/** Finds the components that change when they're opened, or refer to one that does. */
function findGrowing(components: ReadonlyMap<string, Schema>): Set<string> {
  const growing = new Set<string>();
  const grows = (schema: Schema): boolean => {
    let found = false;
    visitSchemas(schema, (node) => {
      found ||= isClosed(node) || isExtensible(node) || growing.has(referencedName(node) ?? '');
    });
    return found;
  };
  for (let before = -1; before !== growing.size; ) {
    before = growing.size;
    for (const [name, schema] of components) if (grows(schema)) growing.add(name);
  }
  return growing;
}

/** Turns an enumeration into a string. Its values stay where generators and readers find them. */
function openEnumeration(schema: Schema): void {
  const { description = '', enum: values = [] } = schema;
  const names = values.map((value) => `\`${value}\``).join(', ');
  delete schema.enum;
  Object.assign(schema, {
    description: `${description} Values: ${names}; later versions may add others.`.trim(),
    maxLength: MAX_VALUE_LENGTH,
    [EXTENSIBLE_ENUM]: values,
  });
}

function isClosed({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

/** Returns whether a schema is an enumeration that may grow. */
function isExtensible(schema: Schema): boolean {
  return (schema as JsonObject)[EXTENSIBLE_ENUM] === true;
}

/** Returns the name of the component schema that a schema refers to; undefined when it isn't such a reference. */
function referencedName(schema: Schema): string | undefined {
  if (!isReference(schema)) return undefined;
  const [area, type, name] = referenceKeys(schema.$ref);
  return area === 'components' && type === 'schemas' ? String(name) : undefined;
}

function getComponents(document: JsonObject): Record<string, Schema> {
  const { components } = document;
  return (isJsonObject(components) ? (components.schemas ?? {}) : {}) as Record<string, Schema>;
}
