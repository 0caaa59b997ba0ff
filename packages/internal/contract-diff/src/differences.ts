/**
 * Finds every difference between two contracts, references resolved, and classifies none. The changes that oasdiff reports
 * are checked against this list, so that nothing that it does not look at passes unseen.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  formatPointer,
  isJsonObject,
  type JsonObject,
  type Operation,
  resolveWithPointer,
} from '@aispm/openapi';

/** One difference. */
export interface Difference {
  /** The keyword that has the value, such as `maxLength`, or `properties` when a property was added or removed. */
  keyword: string;
  /** JSON Pointer into the revision; into the base when the value was removed. */
  pointer: string;
  kind: 'added' | 'removed' | 'changed';
  /** The value in the base; undefined when it was added. */
  base: unknown;
  /** The value in the revision; undefined when it was removed. */
  revision: unknown;
  /** Whether it changes what people read about the API, and not what the API does. */
  isDocumentation: boolean;
}

/** Keywords that programs do not act on. Differences inside their values are not listed one by one. */
const DOCUMENTATION = new Set([
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
  'x-internal',
  'x-lint-exceptions',
  'x-tagGroups',
  'x-traitTag',
]);

/** Keywords whose value is an object with names as keys. */
const MAPS = new Set([
  '$defs',
  'callbacks',
  'content',
  'dependentSchemas',
  'headers',
  'mapping',
  'patternProperties',
  'properties',
  'responses',
  'scopes',
  'securitySchemes',
  'variables',
]);

/** Keywords whose value is a list without an order. */
const SETS = new Set(['enum', 'required', 'type', 'security']);

/** A node of a document and its location. */
interface LocatedNode {
  value: unknown;
  pointer: string;
}

/** Nodes by their keys. */
type NodeMap = Map<string, LocatedNode>;

/** Finds the differences between a base and a revision. Compares two targets of references only once. */
export class DifferenceFinder {
  readonly #base: Document;
  readonly #revision: Document;
  readonly #compared = new Map<string, Difference[]>();

  constructor(base: Document, revision: Document) {
    this.#base = base;
    this.#revision = revision;
  }

  /** Compares what is outside of the paths and of the components that they use. The version itself is left out. */
  compareRoots(): Difference[] {
    const toRoot = ({ paths, components, info, ...rest }: Document): LocatedNode => {
      const { version, ...others } = info;
      const { securitySchemes = {} } = components ?? {};
      return { value: { ...rest, info: others, components: { securitySchemes } }, pointer: '' };
    };
    return this.#compareObjects(toRoot(this.#base), toRoot(this.#revision));
  }

  /** Compares what two operations accept, and everything else about them but their responses. */
  compareRequests(base: Operation, revision: Operation): Difference[] {
    const toRequest = ({ definition: { responses, parameters, ...rest }, pointer }: Operation): LocatedNode => ({
      value: rest,
      pointer,
    });
    return [
      ...this.#compareObjects(toRequest(base), toRequest(revision)),
      ...this.#compareMaps('parameters', parameterNodes(base), parameterNodes(revision)),
    ];
  }

  /** Compares the responses of two operations. */
  compareResponses(base: Operation, revision: Operation): Difference[] {
    const toResponses = ({ definition: { responses }, pointer }: Operation): LocatedNode => ({
      value: { responses },
      pointer,
    });
    return this.#compareObjects(toResponses(base), toResponses(revision));
  }

  /** Compares two nodes, references resolved. */
  #compare(keyword: string, base: LocatedNode, revision: LocatedNode): Difference[] {
    const from = resolveWithPointer<unknown>(this.#base, base.value, base.pointer);
    const to = resolveWithPointer<unknown>(this.#revision, revision.value, revision.pointer);
    const nodes = [
      { value: from.value, pointer: from.pointer ?? base.pointer },
      { value: to.value, pointer: to.pointer ?? revision.pointer },
    ] as const;
    if (!from.isReference && !to.isReference) return this.#compareValues(keyword, ...nodes);
    const key = JSON.stringify([from.pointer, from.siblings, to.pointer, to.siblings]);
    const known = this.#compared.get(key);
    if (known) return known;
    // A schema that refers to itself leads here again while it is being compared.
    this.#compared.set(key, []);
    const differences = this.#compareValues(keyword, ...nodes);
    this.#compared.set(key, differences);
    return differences;
  }

  #compareValues(keyword: string, base: LocatedNode, revision: LocatedNode): Difference[] {
    if (Array.isArray(base.value) && Array.isArray(revision.value)) {
      return SETS.has(keyword)
        ? compareSets(keyword, base, revision)
        : this.#compareMaps(keyword, memberNodes(base), memberNodes(revision));
    }
    if (!isJsonObject(base.value) || !isJsonObject(revision.value)) {
      return isDeepStrictEqual(base.value, revision.value) ? [] : [toDifference(keyword, base, revision)];
    }
    return MAPS.has(keyword)
      ? this.#compareMaps(keyword, memberNodes(base), memberNodes(revision))
      : this.#compareObjects(base, revision);
  }

  /** Compares two objects with keywords as keys. */
  #compareObjects(base: LocatedNode, revision: LocatedNode): Difference[] {
    return toPairs(memberNodes(base), memberNodes(revision)).flatMap(([key, before, after]) => {
      if (DOCUMENTATION.has(key)) {
        if (isDeepStrictEqual(before?.value, after?.value)) return [];
        return [{ ...toDifference(key, before, after), isDocumentation: true }];
      }
      return before && after ? this.#compare(key, before, after) : [toDifference(key, before, after)];
    });
  }

  /** Compares nodes whose keys are names or indexes. */
  #compareMaps(keyword: string, base: NodeMap, revision: NodeMap): Difference[] {
    return toPairs(base, revision).flatMap(([, before, after]) =>
      before && after ? this.#compare('', before, after) : [toDifference(keyword, before, after)],
    );
  }
}

/** Returns the parameters of an operation by what identifies them. */
function parameterNodes({ parameters, pointers }: Operation): NodeMap {
  return new Map(
    parameters.map((parameter, index) => [
      `${parameter.in}:${parameter.name}`,
      { value: parameter, pointer: pointers.parameters[index] ?? '' },
    ]),
  );
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

function toPairs(base: NodeMap, revision: NodeMap): [key: string, base?: LocatedNode, revision?: LocatedNode][] {
  const keys = new Set([...base.keys(), ...revision.keys()]);
  return [...keys].map((key) => [key, base.get(key), revision.get(key)] as [string, LocatedNode?, LocatedNode?]);
}

/** Compares two lists without an order; another order only changes what people read. */
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
