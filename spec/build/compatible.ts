/**
 * The forms of the contract for code generators of other languages: the same operations, requests and responses, written without what
 * common generators can't read. Each change has one cause.
 */

import type { Document, JsonObject, Schema } from '../../packages/lib/openapi/src/document/document.ts';
import {
  isReference,
  listRootSchemas,
  mapNodes,
  referenceKeys,
  visitNodes,
  visitSchemas,
} from '../../packages/lib/openapi/src/index.ts';

/** One difference between the published contract and a form for generators. */
export interface Change {
  /** Why the generators need it. */
  reason: string;
  /** Changes a document in place. */
  apply: (document: Document) => void;
}

type Components = Record<string, Record<string, JsonObject>>;

/** The changes of `openapi.compat.yaml`, in their order. */
export const COMPATIBLE: readonly Change[] = [
  {
    reason:
      'Generators send an API key in `Authorization` without `Bearer`, and name a type after the scheme, which is also a schema.',
    apply: useBearerScheme,
  },
  {
    reason:
      'Several sections of `components` share names, but Go has one namespace; `NewApiKey` is also the constructor of `ApiKey`.',
    apply: renameComponents,
  },
  {
    reason:
      'A generator for Python names classes after titles, which are the same for `AgentEndpoint` and `AgentEndpointInput`.',
    apply: removeTitles,
  },
  {
    reason: 'Generators drop null from a component that accepts it, and then reject responses that contain it.',
    apply: moveNulls,
  },
  {
    reason:
      'Generators for Java write `List<String>.class` for a list among alternatives, which does not compile. The service checks the value.',
    apply: openArrayAlternatives,
  },
  {
    reason: 'A timestamp is not a string in most languages, so code that checks its length does not compile.',
    apply: removeLengthsOfTimestamps,
  },
  {
    reason: 'Generators ignore `const`, or reject it in headers. An enumeration of one value is the same.',
    apply: replaceConstants,
  },
];

/** The changes of `openapi.compat-3.0.yaml`, after those of {@link COMPATIBLE}. */
export const OPENAPI_3_0: readonly Change[] = [
  { reason: 'OpenAPI 3.0 has `nullable` instead of the type null.', apply: replaceNulls },
  { reason: 'OpenAPI 3.0 ignores what is next to `$ref`.', apply: wrapReferences },
  {
    reason: 'OpenAPI 3.0 has no webhooks. Their payloads stay, as schemas.',
    apply: removeWebhooks,
  },
  {
    reason: 'OpenAPI 3.0 has neither `propertyNames`, `examples` in schemas, summaries of licenses nor dialects.',
    apply: removeNewKeywords,
  },
];

/** Returns a copy of a document with changes. */
export function applyChanges(document: Document, changes: readonly Change[]): Document {
  const copy = structuredClone(document);
  for (const { apply } of changes) apply(copy);
  return copy;
}

const SCHEME = 'BearerAuth';

function useBearerScheme(document: Document): void {
  const schemes = componentsOf(document).securitySchemes ?? {};
  const [name = '', ...others] = Object.keys(schemes);
  if (others.length > 0 || schemes[name]?.in !== 'header' || schemes[name].name !== 'Authorization') {
    throw new Error('The contract has other security schemes than an API key in Authorization. Convert them here.');
  }
  const { description } = schemes[name];
  componentsOf(document).securitySchemes = { [SCHEME]: { type: 'http', scheme: 'bearer', description } };
  visitNodes(document, ({ security }) => {
    if (!Array.isArray(security)) return;
    for (const requirement of security.filter((schemes) => name in schemes)) {
      requirement[SCHEME] = requirement[name];
      delete requirement[name];
    }
  });
}

/** The suffixes of components whose name a schema has as well. */
const SUFFIXES: Readonly<Record<string, string>> = {
  parameters: 'Parameter',
  headers: 'Header',
  responses: 'Response',
  links: 'Link',
};

function renameComponents(document: Document): void {
  const components = componentsOf(document);
  const taken = new Set(Object.keys(components.schemas ?? {}));
  const renamed = new Map<string, string>();
  const rename = (section: string, name: string, target: string) => {
    if (taken.has(target))
      throw new Error(`The component ${target} is in the way of ${name}. Name one of them differently.`);
    taken.add(target);
    renamed.set(`${section}/${name}`, target);
  };
  for (const name of Object.keys(components.schemas ?? {})) {
    const [, record] = /^New([A-Z]\w*)$/.exec(name) ?? [];
    if (record !== undefined) rename('schemas', name, `${record}Create`);
  }
  for (const [section, suffix] of Object.entries(SUFFIXES)) {
    for (const name of Object.keys(components[section] ?? {})) {
      if (taken.has(name)) rename(section, name, `${name}${suffix}`);
      else taken.add(name);
    }
  }
  for (const [section, entries] of Object.entries(components)) {
    components[section] = Object.fromEntries(
      Object.entries(entries).map(([name, value]) => [renamed.get(`${section}/${name}`) ?? name, value]),
    );
  }
  const target = (reference: string): string => {
    const [, section, name] = referenceKeys(reference);
    const other = renamed.get(`${section}/${name}`);
    return other === undefined ? reference : `#/components/${section}/${other}`;
  };
  visitNodes(document, (node) => {
    if (isReference(node)) node.$ref = target(node.$ref);
    const { mapping } = (node.discriminator ?? {}) as { mapping?: Record<string, string> };
    if (mapping) for (const [value, reference] of Object.entries(mapping)) mapping[value] = target(reference);
  });
}

function removeTitles(document: Document): void {
  for (const { schema } of listRootSchemas(document)) visitSchemas(schema, (node) => delete node.title);
}

function moveNulls(document: Document): void {
  const schemas = componentsOf(document).schemas as Record<string, Schema>;
  const nullable = new Set(Object.entries(schemas).flatMap(([name, schema]) => (removeNull(schema) ? [name] : [])));
  replaceSchemas(document, (schema) => {
    const name = schemaName(schema);
    if (name === undefined || !nullable.has(name)) return schema;
    const target = schemas[name] as Schema;
    // Generators make free-form objects a map without a name, and can't choose between that and null.
    const { $ref, ...annotations } = schema as Schema & { $ref: string };
    if (isFreeForm(target)) return { ...target, ...annotations, type: ['object', 'null'] } as Schema;
    return { ...annotations, anyOf: [{ $ref }, { type: 'null' }] } as Schema;
  });
  const remaining = componentsOf(document).schemas as Record<string, Schema>;
  for (const name of nullable) if (isFreeForm(remaining[name] as Schema)) delete remaining[name];
}

/** Removes null from what a schema accepts, and tells whether it was there. */
function removeNull(schema: Schema): boolean {
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const [type = 'null', ...others] = schema.type.filter((name) => name !== 'null');
    schema.type = others.length === 0 ? type : [type, ...others];
    return true;
  }
  const members = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (members === undefined || members.length === schema.anyOf?.length) return false;
  schema.anyOf = members;
  return true;
}

function isFreeForm({ type, properties, additionalProperties }: Schema): boolean {
  return [type].flat().includes('object') && properties === undefined && additionalProperties === true;
}

function openArrayAlternatives(document: Document): void {
  for (const schema of Object.values(componentsOf(document).schemas ?? {}) as Schema[]) {
    if (schema.anyOf?.some(({ type }) => type === 'array')) delete schema.anyOf;
  }
}

function removeLengthsOfTimestamps(document: Document): void {
  visitNodes(document, (node) => {
    if (node.format !== 'date-time') return;
    delete node.minLength;
    delete node.maxLength;
  });
}

function replaceConstants(document: Document): void {
  visitNodes(document, (node) => {
    if (node.const === undefined) return;
    node.enum = [node.const];
    delete node.const;
  });
}

function replaceNulls(document: Document): void {
  document.openapi = '3.0.3';
  replaceSchemas(document, (schema) => {
    if (Array.isArray(schema.type)) {
      const types = schema.type.filter((type) => type !== 'null');
      const { type, ...others } = schema;
      if (types.length > 1) throw new Error(`A schema has the types ${types.join(', ')}. Write it with anyOf.`);
      return { ...others, type: types[0], ...(types.length < type.length && { nullable: true }) } as Schema;
    }
    const members = schema.anyOf?.filter(({ type }) => type !== 'null');
    if (members === undefined || members.length === schema.anyOf?.length) return schema;
    const { anyOf, ...others } = schema;
    return { ...others, nullable: true, [members.length === 1 ? 'allOf' : 'anyOf']: members } as Schema;
  });
}

function wrapReferences(document: Document): void {
  replaceSchemas(document, (schema) => {
    if (!isReference(schema) || Object.keys(schema).length === 1) return schema;
    const { $ref, ...others } = schema as Schema & { $ref: string };
    return { ...others, allOf: [{ $ref }] } as Schema;
  });
}

function removeWebhooks(document: Document): void {
  delete (document as unknown as JsonObject).webhooks;
}

function removeNewKeywords(document: Document): void {
  const { info } = document as unknown as { info: JsonObject & { license?: JsonObject } };
  delete info.summary;
  delete info.license?.identifier;
  delete (document as unknown as JsonObject).jsonSchemaDialect;
  replaceSchemas(document, ({ propertyNames, ...schema }) => {
    if (!Array.isArray(schema.examples)) return schema;
    const {
      examples: [example],
      ...others
    } = schema;
    return { ...others, example };
  });
}

/** Replaces each schema of a document, the innermost first. */
function replaceSchemas(document: Document, replace: (schema: Schema) => Schema): void {
  Object.assign(
    document,
    mapNodes(document as unknown as JsonObject, (node) => replace(node as Schema) as JsonObject),
  );
}

/** Returns the name of the component that a schema refers to; undefined when it isn't such a reference. */
function schemaName(schema: Schema): string | undefined {
  if (!isReference(schema)) return undefined;
  const [, section, name] = referenceKeys(schema.$ref);
  return section === 'schemas' ? String(name) : undefined;
}

function componentsOf(document: Document): Components {
  return document.components as Components;
}
