/**
 * Every place where two contracts differ, with references followed. This does not judge; it is the list that the judge
 * (oasdiff) is held to, so that nothing it does not look at passes unseen.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type Operation } from './document.ts';

/** One difference. */
export interface Difference {
  /** Keyword that it stands under, such as `maxLength`, or `properties` when a property came or went. */
  keyword: string;
  /** JSON Pointer into the document that has it; into the old one when it is gone. */
  pointer: string;
  /** Whether the value came, went, or is another one. */
  kind: 'added' | 'removed' | 'changed';
  /** The value that it was and the one that it is; undefined where there is none. */
  before: unknown;
  after: unknown;
  /** Whether it is only for people: what is said about the API, not what the API does. */
  documentary: boolean;
}

/** Keywords that a machine does not act on. What stands below them is not looked into. */
const DOCUMENTARY = new Set([
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

/** Keywords whose keys are names. */
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

/** Keywords whose lists have no order. */
const SETS = new Set(['enum', 'required', 'type', 'security']);

/** A place in a document. */
interface Place {
  value: unknown;
  pointer: string;
}

/** Finds the differences between two documents. Remembers the pairs of components that it has compared. */
export class Comparison {
  readonly #old: Json;
  readonly #young: Json;
  readonly #known = new Map<string, Difference[]>();

  constructor(old: Json, young: Json) {
    this.#old = old;
    this.#young = young;
  }

  /** Outside of the paths and the components that they use. The version itself does not count. */
  ofRoot(): Difference[] {
    const part = ({ paths, components, info, ...rest }: Json): Json => {
      const { version, ...about } = info as Json;
      const { securitySchemes } = (components ?? {}) as Json;
      return { ...rest, info: about, ...(securitySchemes !== undefined && { securitySchemes }) };
    };
    return this.#object({ value: part(this.#old), pointer: '#' }, { value: part(this.#young), pointer: '#' });
  }

  /** Between what an operation takes and what it took, with everything that it refers to. */
  ofRequest(old: Operation, young: Operation): Difference[] {
    const place = ({ path, method, operation: { responses, ...rest }, shared }: Operation): Place => ({
      value: { ...rest, parameters: [...shared, ...((rest.parameters ?? []) as unknown[])] },
      pointer: pointerTo(path, method),
    });
    return this.#object(place(old), place(young));
  }

  /** Between what an operation answers and what it answered. */
  ofResponses(old: Operation, young: Operation): Difference[] {
    const place = ({ path, method, operation: { responses } }: Operation): Place => ({
      value: { responses },
      pointer: pointerTo(path, method),
    });
    return this.#object(place(old), place(young));
  }

  #compare(keyword: string, old: Place, young: Place): Difference[] {
    const [before, after] = [this.#follow(this.#old, old), this.#follow(this.#young, young)];
    const pair = before.ref || after.ref ? `${before.pointer} ${after.pointer} ${before.beside} ${after.beside}` : '';
    const known = pair && this.#known.get(pair);
    if (known) return known;
    // A schema that refers to itself comes by here again: what is below it is being compared already.
    if (pair) this.#known.set(pair, []);
    const differences = this.#values(keyword, before, after);
    if (pair) this.#known.set(pair, differences);
    return differences;
  }

  #values(keyword: string, old: Place, young: Place): Difference[] {
    if (Array.isArray(old.value) && Array.isArray(young.value)) return this.#list(keyword, old, young);
    if (!isObject(old.value) || !isObject(young.value)) {
      return isDeepStrictEqual(old.value, young.value) ? [] : [difference(keyword, old, young)];
    }
    return MAPS.has(keyword) ? this.#map(keyword, old, young) : this.#object(old, young);
  }

  /** An object whose keys are keywords. */
  #object(old: Place, young: Place): Difference[] {
    return pairs(old, young).flatMap(([key, before, after]) => {
      if (DOCUMENTARY.has(key)) {
        if (isDeepStrictEqual(before?.value, after?.value)) return [];
        return [{ ...difference(key, before, after), documentary: true }];
      }
      if (before && after) return this.#compare(key, before, after);
      return [difference(key, before, after)];
    });
  }

  /** An object whose keys are names. */
  #map(keyword: string, old: Place, young: Place): Difference[] {
    return pairs(old, young).flatMap(([, before, after]) =>
      before && after ? this.#compare('', before, after) : [difference(keyword, before, after)],
    );
  }

  #list(keyword: string, old: Place, young: Place): Difference[] {
    if (SETS.has(keyword)) {
      if (isDeepStrictEqual(old.value, young.value)) return [];
      const sorted = ({ value }: Place) => (value as unknown[]).map((item) => JSON.stringify(item)).sort();
      return isDeepStrictEqual(sorted(old), sorted(young))
        ? [{ ...difference(keyword, old, young), documentary: true }]
        : [difference(keyword, old, young)];
    }
    return this.#map(keyword, this.#keyed(keyword, this.#old, old), this.#keyed(keyword, this.#young, young));
  }

  /** A list as an object: parameters by what they are called, other things by their number. */
  #keyed(keyword: string, document: Json, { value, pointer }: Place): Place {
    const entries = (value as unknown[]).map((item, index): [string, unknown] => {
      if (keyword !== 'parameters') return [String(index), item];
      const { in: where, name } = this.#follow(document, { value: item, pointer }).value as Json;
      return [`${where}:${name}`, item];
    });
    return { value: Object.fromEntries(entries), pointer };
  }

  /** Follows a reference; keywords beside it come before those of its target. */
  #follow(document: Json, { value, pointer }: Place): Place & { ref?: true; beside?: string } {
    if (!isObject(value) || typeof value.$ref !== 'string') return { value, pointer };
    const { $ref, ...beside } = value;
    const keys = ($ref as string).slice(2).split('/').map(unescapeKey);
    const target = keys.reduce<unknown>((node, key) => (node as Json)[key], document);
    const { value: found, pointer: end } = this.#follow(document, { value: target, pointer: $ref as string });
    const merged = Object.keys(beside).length > 0 && isObject(found) ? { ...found, ...beside } : found;
    return { value: merged, pointer: end, ref: true, beside: JSON.stringify(beside) };
  }
}

function pointerTo(path: string, method: string): string {
  return `#/paths/${escapeKey(path)}/${method}`;
}

function pairs(old: Place, young: Place): [key: string, before: Place | undefined, after: Place | undefined][] {
  const place = ({ value, pointer }: Place, key: string): Place | undefined =>
    key in (value as Json) ? { value: (value as Json)[key], pointer: `${pointer}/${escapeKey(key)}` } : undefined;
  const keys = new Set([...Object.keys(old.value as Json), ...Object.keys(young.value as Json)]);
  return [...keys].map((key) => [key, place(old, key), place(young, key)]);
}

function difference(keyword: string, before: Place | undefined, after: Place | undefined): Difference {
  const kind = before && after ? 'changed' : after ? 'added' : 'removed';
  const { pointer } = (after ?? before) as Place;
  return { keyword, pointer, kind, before: before?.value, after: after?.value, documentary: false };
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
