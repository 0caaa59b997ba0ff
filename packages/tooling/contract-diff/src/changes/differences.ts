/**
 * Finds every difference between two contracts, references resolved, and classifies none. No keyword is left out, so that
 * nothing passes unseen.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  findReferences,
  formatPointer,
  getNode,
  HTTP_METHODS,
  isJsonObject,
  isReference,
  type JsonObject,
  type Operation,
  type Parameter,
  referenceKeys,
  resolveWithPointer,
} from '@aispm/openapi';

/** One difference. */
export interface Difference {
  /** The keyword that has the value, such as `maxLength`, or `properties` when a property was added or removed. */
  keyword: string;
  /** The name or index of what was added or removed, where the keyword has a map or a list. */
  entry?: string;
  /** JSON Pointer into the revision; into the base when the value was removed. */
  pointer: string;
  kind: 'added' | 'removed' | 'changed';
  /** The value in the base; undefined when it was added. */
  base: unknown;
  /** The value in the revision; undefined when it was removed. */
  revision: unknown;
  /** Whether it changes the documentation of the API, and not its behavior. */
  isDocumentation: boolean;
  /** The object of the base whose keyword it is; undefined outside of objects. */
  parent?: JsonObject;
  /** Whether a schema next to or around `parent` rejects properties that it doesn't declare. */
  isClosed?: boolean;
}

/** Keywords that programs don't act on. Differences inside their values aren't listed one by one. */
const DOCUMENTATION = new Set([
  '$comment',
  'contact',
  'description',
  'example',
  'examples',
  'externalDocs',
  'license',
  'links',
  'summary',
  'tags',
  'termsOfService',
  'title',
  'x-enumDescriptions',
  'x-remedies',
  'x-internal',
  'x-lint-exceptions',
  'x-tagGroups',
  'x-replaced-by',
  'x-traitTag',
]);

/** Keywords whose value is an object with names as keys. One that is absent is an empty map. */
const MAPS = new Set([
  '$defs',
  'callbacks',
  'content',
  'dependentRequired',
  'dependentSchemas',
  'headers',
  'mapping',
  'patternProperties',
  'properties',
  'responses',
  'scopes',
  'securitySchemes',
  'variables',
  'webhooks',
  'x-filter',
]);

/** Keywords whose value is a list without an order. */
const SETS = new Set(['enum', 'required', 'type', 'security', 'x-required']);

/** Keywords whose value is a list of schemas without an order. */
const ALTERNATIVES = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * Keywords that turn the meaning of what is inside around, or change it in another way: a longer text inside of `not`
 * means that less is valid, and a callback is a request of the server. Each difference inside is one of the keyword.
 */
const OPAQUE = new Set(['callbacks', 'contains', 'else', 'if', 'not', 'then', 'webhooks']);

/** Keywords whose schemas describe the same value as the schema that has them. */
const IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'else', 'if', 'then']);

/** Keywords of an operation that take the place of those of its path or of the document. */
const INHERITED = ['servers', 'security'] as const;

/** A node of a document and its location. */
interface LocatedNode {
  value: unknown;
  pointer: string;
}

/** Nodes by their keys. */
type NodeMap = Map<string, LocatedNode>;

/** Two nodes that are compared; one of them is undefined when the other side has none. */
type NodePair = [key: string, base?: LocatedNode | undefined, revision?: LocatedNode | undefined];

/** Finds the differences between a base and a revision. */
export class DifferenceFinder {
  readonly #base: Document;
  readonly #revision: Document;
  /** Components that the two contracts have in common, with everything that they refer to. */
  readonly #unchanged: Set<string>;
  /** Targets of references that have been compared: once for each comparison is enough, and ends those of recursive schemas. */
  #visited = new Set<string>();
  /** Whether a schema around the current one, which describes the same value, rejects undeclared properties. */
  #isClosed = false;

  constructor(base: Document, revision: Document) {
    this.#base = base;
    this.#revision = revision;
    this.#unchanged = findUnchangedComponents(base, revision);
  }

  /** Compares what is outside of the paths and of the components that they use. The version itself is left out. */
  compareRoots(): Difference[] {
    const toRoot = ({ paths, components, info, ...rest }: Document): LocatedNode => {
      const { version, ...others } = info;
      const { securitySchemes = {} } = components ?? {};
      return { value: { ...rest, info: others, components: { securitySchemes } }, pointer: '' };
    };
    return this.#start(() => this.#compareObjects(toRoot(this.#base), toRoot(this.#revision)));
  }

  /** Compares the paths of two operations, except for operations, parameters and servers. */
  comparePathItems(base: Operation, revision: Operation): Difference[] {
    const toPathItem = ({ pathItem, pointer, method }: Operation): LocatedNode => {
      const ofOperations = new Set<string>([...HTTP_METHODS, 'parameters', 'servers']);
      const others = Object.entries(pathItem).filter(([key]) => !ofOperations.has(key));
      return { value: Object.fromEntries(others), pointer: pointer.slice(0, -`/${method}`.length) };
    };
    return this.#start(() => this.#compareObjects(toPathItem(base), toPathItem(revision)));
  }

  /** Compares what two operations accept, and everything else about them but their responses. */
  compareRequests(base: Operation, revision: Operation): Difference[] {
    const inherited = INHERITED.filter((keyword) => declares(base, keyword) || declares(revision, keyword));
    const toRequest = (document: Document, operation: Operation): LocatedNode => {
      const { responses, parameters, ...rest } = operation.definition;
      const values = inherited.map((keyword) => [keyword, inheritedValue(document, operation, keyword)]);
      return { value: { ...rest, ...Object.fromEntries(values) }, pointer: operation.pointer };
    };
    return this.#start(() => [
      ...this.#compareObjects(toRequest(this.#base, base), toRequest(this.#revision, revision)),
      ...this.#compareMaps('parameters', parameterNodes(base), parameterNodes(revision)),
    ]);
  }

  /** Compares the responses of two operations. */
  compareResponses(base: Operation, revision: Operation): Difference[] {
    const toResponses = ({ definition: { responses }, pointer }: Operation): LocatedNode => ({
      value: { responses },
      pointer,
    });
    return this.#start(() => this.#compareObjects(toResponses(base), toResponses(revision)));
  }

  /** Runs a comparison that doesn't depend on what earlier ones have visited. */
  #start(compare: () => Difference[]): Difference[] {
    const outer = this.#visited;
    this.#visited = new Set();
    try {
      return compare();
    } finally {
      this.#visited = outer;
    }
  }

  /** Compares two nodes, references resolved. */
  #compare(keyword: string, base: LocatedNode, revision: LocatedNode): Difference[] {
    if (
      isReference(base.value) &&
      this.#unchanged.has(base.value.$ref) &&
      isDeepStrictEqual(base.value, revision.value)
    ) {
      return [];
    }
    const sides = [resolveNode(this.#base, base), resolveNode(this.#revision, revision)] as const;
    // Where each has an `allOf`, their schemas are compared one by one.
    const [from, to] = sides.every(hasAllOf)
      ? sides
      : [unwrapOnlySchema(this.#base, sides[0]), unwrapOnlySchema(this.#revision, sides[1])];
    if (from.id || to.id) {
      const key = JSON.stringify([from.id ?? from.pointer, to.id ?? to.pointer, this.#isClosed]);
      if (this.#visited.has(key)) return [];
      this.#visited.add(key);
    }
    return this.#compareValues(keyword, from, to);
  }

  #compareValues(keyword: string, base: LocatedNode, revision: LocatedNode): Difference[] {
    if (Array.isArray(base.value) && Array.isArray(revision.value)) {
      if (SETS.has(keyword)) return compareSets(keyword, base, revision);
      const pairs = ALTERNATIVES.has(keyword) ? pairAlternatives : toPairs;
      return this.#comparePairs(keyword, pairs(memberNodes(base), memberNodes(revision)));
    }
    if (!isJsonObject(base.value) || !isJsonObject(revision.value)) {
      return isDeepStrictEqual(base.value, revision.value) ? [] : [toDifference(keyword, base, revision)];
    }
    return MAPS.has(keyword)
      ? this.#compareMaps(keyword, entryNodes(keyword, base), entryNodes(keyword, revision))
      : this.#compareObjects(base, revision);
  }

  /** Compares two objects with keywords as keys. */
  #compareObjects(base: LocatedNode, revision: LocatedNode): Difference[] {
    const isClosed = this.#isClosed || rejectsOthers(base.value);
    const [from, to] = alignNotation(base, revision);
    return toPairs(memberNodes(from), memberNodes(to)).flatMap(([key, before, after]) => {
      const outer = this.#isClosed;
      this.#isClosed = isClosed && IN_PLACE.has(key);
      const found = this.#compareKeyword(key, before, after);
      this.#isClosed = outer;
      // Those inside of further objects have got theirs.
      return found.map((difference) => ({ parent: base.value as JsonObject, isClosed, ...difference }));
    });
  }

  #compareKeyword(key: string, before: LocatedNode | undefined, after: LocatedNode | undefined): Difference[] {
    if (DOCUMENTATION.has(key)) {
      if (isDeepStrictEqual(before?.value, after?.value)) return [];
      return [{ ...toDifference(key, before, after), isDocumentation: true }];
    }
    if (before && after) return this.#compareMembers(key, before, after, OPAQUE.has(key) && !MAPS.has(key));
    const present = before ?? after;
    if (MAPS.has(key) && isJsonObject(present?.value)) {
      return this.#compareMaps(
        key,
        before ? entryNodes(key, before) : new Map(),
        after ? entryNodes(key, after) : new Map(),
      );
    }
    return [toDifference(key, before, after)];
  }

  /** Compares nodes whose keys are names or indexes. */
  #compareMaps(keyword: string, base: NodeMap, revision: NodeMap): Difference[] {
    return this.#comparePairs(keyword, toPairs(base, revision));
  }

  #comparePairs(keyword: string, pairs: NodePair[]): Difference[] {
    return pairs.flatMap(([entry, before, after]) =>
      before && after
        ? this.#compareMembers(OPAQUE.has(keyword) ? keyword : '', before, after, OPAQUE.has(keyword))
        : [{ ...toDifference(keyword, before, after), entry }],
    );
  }

  /** Compares two nodes; those of an opaque keyword have up to one difference outside of documentation. */
  #compareMembers(keyword: string, base: LocatedNode, revision: LocatedNode, isOpaque: boolean): Difference[] {
    if (!isOpaque) return this.#compare(keyword, base, revision);
    const inside = this.#start(() => this.#compare('', base, revision));
    return inside.every(({ isDocumentation }) => isDocumentation) ? inside : [toDifference(keyword, base, revision)];
  }
}

/** Finds the references whose components are equal in two contracts, with everything that they refer to. */
function findUnchangedComponents(base: Document, revision: Document): Set<string> {
  const unchanged = new Map<string, unknown>(
    Object.entries(base.components ?? {}).flatMap(([section, components]) =>
      Object.entries(components as JsonObject)
        .filter(([name, component]) => isDeepStrictEqual(component, getNode(revision, ['components', section, name])))
        .map(([name, component]) => [`#${formatPointer(['components', section, name])}`, component] as const),
    ),
  );
  const refersToChange = (component: unknown) =>
    findReferences(component as object).some(
      ({ reference }) => !unchanged.has(`#${formatPointer(referenceKeys(reference).slice(0, 3))}`),
    );
  let changed: string[];
  do {
    changed = [...unchanged].filter(([, component]) => refersToChange(component)).map(([reference]) => reference);
    for (const reference of changed) unchanged.delete(reference);
  } while (changed.length > 0);
  return new Set(unchanged.keys());
}

/** A node, references resolved. */
interface ResolvedNode extends LocatedNode {
  /** Identifies the targets of its references; undefined for a node that isn't a reference. */
  id?: string;
}

/** Resolves the references of a node. */
function resolveNode(document: Document, { value, pointer }: LocatedNode): ResolvedNode {
  const resolved = resolveWithPointer<unknown>(document, value, pointer);
  const node: ResolvedNode = { value: resolved.value, pointer: resolved.pointer ?? pointer };
  if (resolved.isReference) node.id = JSON.stringify([resolved.pointer, resolved.siblings]);
  return node;
}

/** Returns whether a schema rejects properties that it doesn't declare. */
function rejectsOthers(value: unknown): boolean {
  return isJsonObject(value) && (value.additionalProperties === false || value.unevaluatedProperties === false);
}

/** Keywords with a value for which another keyword has an equal meaning, such as a constant and a list of one value. */
const NOTATIONS: { from: string; to: string; convert: (value: unknown, schema: JsonObject) => unknown }[] = [
  { from: 'const', to: 'enum', convert: (value) => [value] },
  { from: 'exclusiveMinimum', to: 'minimum', convert: (value, schema) => nextInteger(value, schema, 1) },
  { from: 'exclusiveMaximum', to: 'maximum', convert: (value, schema) => nextInteger(value, schema, -1) },
];

function nextInteger(value: unknown, { type }: JsonObject, step: number): number | undefined {
  return type === 'integer' && Number.isSafeInteger(value) ? Number(value) + step : undefined;
}

/** Writes two schemas in the same notation where one has a keyword, and the other one its equivalent. */
function alignNotation(base: LocatedNode, revision: LocatedNode): [LocatedNode, LocatedNode] {
  const align = (node: LocatedNode, other: LocatedNode): LocatedNode => {
    let value = node.value as JsonObject;
    for (const { from, to, convert } of NOTATIONS) {
      if (!(from in value) || to in value || !(to in (other.value as JsonObject))) continue;
      const converted = convert(value[from], value);
      if (converted === undefined) continue;
      const { [from]: _, ...rest } = value;
      value = { ...rest, [to]: converted };
    }
    return { ...node, value };
  };
  return [align(base, revision), align(revision, base)];
}

function hasAllOf({ value }: LocatedNode): boolean {
  return isJsonObject(value) && Array.isArray(value.allOf);
}

/** An `allOf` with one schema and nothing that it adds to is that schema, references resolved. */
function unwrapOnlySchema(document: Document, node: ResolvedNode): ResolvedNode {
  const only = onlySchemaOf(node.value);
  if (!only) return node;
  const schema = { value: only.schema, pointer: `${node.pointer}/allOf/0` };
  const inner = unwrapOnlySchema(document, resolveNode(document, schema));
  const described = isJsonObject(inner.value) ? { ...inner.value, ...only.documentation } : inner.value;
  return { ...inner, value: described, id: JSON.stringify([node.id, inner.id, only.documentation]) };
}

/** Returns the schema of an `allOf` that has one, with the documentation next to it; undefined where there's more. */
function onlySchemaOf(value: unknown): { schema: unknown; documentation: JsonObject } | undefined {
  if (!isJsonObject(value)) return undefined;
  const { allOf, ...documentation } = value;
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  return Object.keys(documentation).every((key) => DOCUMENTATION.has(key))
    ? { schema: allOf[0], documentation }
    : undefined;
}

/** Returns whether an operation, or its path, has its own keyword in place of that of the document. */
function declares({ definition, pathItem }: Operation, keyword: (typeof INHERITED)[number]): boolean {
  return definition[keyword] !== undefined || (keyword === 'servers' && pathItem.servers !== undefined);
}

function inheritedValue(document: Document, { definition, pathItem }: Operation, keyword: (typeof INHERITED)[number]) {
  const ofPath = keyword === 'servers' ? pathItem.servers : undefined;
  return definition[keyword] ?? ofPath ?? document[keyword] ?? [];
}

/** Returns the parameters of an operation by what identifies them, with the defaults of how their values are sent. */
function parameterNodes({ parameters, pointers }: Operation): NodeMap {
  return new Map(
    parameters.map((parameter, index) => [
      `${parameter.in}:${parameter.name}`,
      { value: withSerialization(parameter), pointer: pointers.parameters[index] ?? '' },
    ]),
  );
}

/** Adds the style that a parameter with a schema has without naming it. One with `content` has none. */
function withSerialization(parameter: Parameter): object {
  if (!parameter.schema) return parameter;
  const style = parameter.style ?? (['path', 'header'].includes(parameter.in) ? 'simple' : 'form');
  return { ...parameter, style, explode: parameter.explode ?? style === 'form' };
}

/** Returns the members of an object or array by their keys or indexes. */
function memberNodes({ value, pointer }: LocatedNode): NodeMap {
  return new Map(
    Object.entries(value as JsonObject).map(([key, member]) => [
      key,
      { value: member, pointer: `${pointer}${formatPointer([key])}` },
    ]),
  );
}

/** Returns the members of the map of a keyword. The names of headers have no case. */
function entryNodes(keyword: string, map: LocatedNode): NodeMap {
  const nodes = memberNodes(map);
  return keyword === 'headers' ? new Map([...nodes].map(([name, node]) => [name.toLowerCase(), node])) : nodes;
}

function toPairs(base: NodeMap, revision: NodeMap): NodePair[] {
  const keys = new Set([...base.keys(), ...revision.keys()]);
  return [...keys].map((key): NodePair => [key, base.get(key), revision.get(key)]);
}

/** Pairs schemas that are equal or refer to the same target, then the rest by their order. */
function pairAlternatives(base: NodeMap, revision: NodeMap): NodePair[] {
  const identify = ({ value }: LocatedNode) => (isReference(value) ? value.$ref : JSON.stringify(value));
  const [before, after] = [[...base.values()], [...revision.values()]];
  const pairs: NodePair[] = [];
  for (const node of [...before]) {
    const index = after.findIndex((other) => identify(other) === identify(node));
    if (index < 0) continue;
    pairs.push([identify(node), node, after.splice(index, 1)[0]]);
    before.splice(before.indexOf(node), 1);
  }
  const length = Math.max(before.length, after.length);
  return [...pairs, ...Array.from({ length }, (_, index): NodePair => [`${index}`, before[index], after[index]])];
}

/** Compares two lists without an order; another order only changes the documentation. */
function compareSets(keyword: string, base: LocatedNode, revision: LocatedNode): Difference[] {
  if (isDeepStrictEqual(base.value, revision.value)) return [];
  const sort = ({ value }: LocatedNode) => (value as unknown[]).map((item) => JSON.stringify(item)).sort();
  const isDocumentation = isDeepStrictEqual(sort(base), sort(revision));
  return [{ ...toDifference(keyword, base, revision), isDocumentation }];
}

function toDifference(keyword: string, base: LocatedNode | undefined, revision: LocatedNode | undefined): Difference {
  const kind = base && revision ? 'changed' : revision ? 'added' : 'removed';
  const { pointer } = (revision ?? base) as LocatedNode;
  return { keyword, pointer, kind, base: base?.value, revision: revision?.value, isDocumentation: false };
}
