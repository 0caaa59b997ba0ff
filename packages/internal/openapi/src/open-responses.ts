/** The form of a contract that is published: its responses may grow. */
import { isJsonObject, type JsonObject, type Schema } from './document.ts';
import type { Keys } from './pointer.ts';
import { isReference, referenceKeys, resolve } from './reference.ts';
import { type LocatedSchema, listRootSchemas, visitSchemas } from './schemas.ts';
import { mapNodes } from './walk.ts';

/** Keyword that is true of an enumeration to which later versions may add values. */
export const EXTENSIBLE_ENUM = 'x-extensible-enum';

/** Suffix of the copy of a schema that requests refer to, when the schema of responses is another one. */
const REQUEST_SUFFIX = 'Input';

/** The alternative to the values of an enumeration that may grow. */
const LATER_VALUE: Schema = { type: 'string', description: 'A value that a later version may add.', maxLength: 255 };

/**
 * Changes a document so that its responses may grow: in responses, objects accept properties that they do not name, and where
 * they refer to an enumeration with `x-extensible-enum: true`, other texts are accepted as well. Requests accept the same as
 * before. A schema that both contain is divided when it changes: requests then refer to a copy with the suffix `Input`.
 *
 * @param document a bundled document, flattened by `flattenSchemas`
 * @throws {Error} when the name of a copy is in use
 */
export function openResponses(document: JsonObject): void {
  const { requests, responses } = divide(document);
  const growing = findGrowing(document, responses.components);
  const divided = new Set([...growing].filter((name) => requests.components.has(name)));
  const schemas = getComponents(document);
  const copies = [...divided].map((name) => {
    const copy = `${name}${REQUEST_SUFFIX}`;
    if (copy in schemas) throw new Error(`The schema ${copy} is in the way of the copy of ${name} for requests.`);
    const schema = mapNodes(schemas[name] as Schema, (node) => node);
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
  const open = createOpener(document);
  for (const schema of [...responses.roots, ...responses.components.values()]) visitSchemas(schema, open);
}

/** The schemas of one direction: those directly in parameters, bodies and headers, and the components that they lead to. */
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

function isInRequest(keys: Keys): boolean {
  return keys.some((key) => REQUEST_PARTS.has(key));
}

/** Finds the components that change when they are opened, or lead to one that does. */
function findGrowing(document: object, components: ReadonlyMap<string, Schema>): Set<string> {
  const growing = new Set<string>();
  const grows = (schema: Schema): boolean => {
    let found = false;
    visitSchemas(schema, (node) => {
      found ||= isClosed(node) || isExtensible(document, node) || growing.has(referencedName(node) ?? '');
    });
    return found;
  };
  for (let before = -1; before !== growing.size; ) {
    before = growing.size;
    for (const [name, schema] of components) if (grows(schema)) growing.add(name);
  }
  return growing;
}

/** Creates a function that opens one schema, for {@link visitSchemas}. */
function createOpener(document: object): (schema: Schema) => void {
  /** References that already have the alternative beside them. */
  const done = new Set<Schema>();
  return (schema) => {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    if (schema.unevaluatedProperties === false) delete schema.unevaluatedProperties;
    const reference = schema.anyOf?.find((member) => isExtensible(document, member));
    if (schema.anyOf && reference) {
      done.add(reference);
      schema.anyOf = schema.anyOf.flatMap((member) => (member === reference ? [member, { ...LATER_VALUE }] : [member]));
    } else if (!done.has(schema) && isExtensible(document, schema)) {
      const member = { $ref: schema.$ref } as Schema;
      done.add(member);
      delete schema.$ref;
      schema.anyOf = [member, { ...LATER_VALUE }];
    }
  };
}

function isClosed({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

/** Returns whether a schema is a reference to an enumeration that may grow. */
function isExtensible(document: object, schema: Schema): boolean {
  return isReference(schema) && resolve<JsonObject>(document, schema)[EXTENSIBLE_ENUM] === true;
}

/** Returns the name of the component schema that a schema refers to; undefined when it is no such reference. */
function referencedName(schema: Schema): string | undefined {
  if (!isReference(schema)) return undefined;
  const [area, type, name] = referenceKeys(schema.$ref);
  return area === 'components' && type === 'schemas' ? String(name) : undefined;
}

function getComponents(document: JsonObject): Record<string, Schema> {
  const { components } = document;
  return (isJsonObject(components) ? (components.schemas ?? {}) : {}) as Record<string, Schema>;
}
