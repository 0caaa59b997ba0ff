/**
 * Replaces the references of a document with their targets, as Prism needs it. Schemas that contain themselves, and parts of large
 * schemas, remain references: schemas that refer to each other many times would otherwise become too large for any machine.
 */
import {
  getNode,
  isJsonObject,
  isReference,
  type JsonObject,
  listRootSchemas,
  type Reference,
  referenceKeys,
} from '../bundled/openapi.ts';

/** The property of operations for schemas that remain references; Prism expects this name. */
export const BUNDLE = '__bundled__';
const BUNDLE_POINTER = `#/${BUNDLE}/`;

/** Number of nodes from which a schema is large: the validator compiles every occurrence of each node. */
const MAX_NODES = 5_000;

/** Maximum number of nodes that replace a reference in a large schema, and in one that remains a reference. */
const MAX_PART = 50;

/** A document with expanded references. */
export interface Expanded {
  /** Shares nodes that several references have in common. */
  document: JsonObject;
  /** Returns the schemas that a part of the document refers to; undefined when it refers to none. */
  collectBundle(part: object): JsonObject | undefined;
}

/** Expands the references of a document, all of which must be resolvable. The document is not modified. */
export function expandReferences(document: JsonObject): Expanded {
  const roots = new Set<object>(
    listRootSchemas(document).flatMap(({ schema, keys }) => (keys[1] === 'schemas' ? [] : schema)),
  );
  const graph = createGraph(document);
  const bundle: JsonObject = {};
  const names = new Map<object, string>();
  const waiting: JsonObject[] = [];

  const nameOf = (target: JsonObject, reference: string): string => {
    const known = names.get(target);
    if (known !== undefined) return known;
    const wanted = (referenceKeys(reference).at(-1) ?? '').replace(/\W/g, '_');
    const taken = new Set(names.values());
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`;
    names.set(target, name);
    waiting.push(target);
    return name;
  };

  const copies = new Map<number, Map<object, unknown>>();
  /** @param maxPart number of nodes that may replace a reference in a schema; outside schemas, every reference is replaced */
  const expand = (node: unknown, maxPart: number): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const known = copies.get(maxPart) ?? new Map<object, unknown>();
    copies.set(maxPart, known);
    if (!known.has(node)) known.set(node, roots.has(node) ? expandRoot(node) : expandNode(node, maxPart));
    return known.get(node);
  };

  const expandNode = (node: object, maxPart: number): unknown => {
    if (Array.isArray(node)) return node.map((item) => expand(item, maxPart));
    if (!isReference(node)) return expandMembers(node as JsonObject, maxPart);
    const target = graph.findTarget(node);
    // The keywords next to a reference may contain other references.
    const { $ref, ...siblings } = node;
    const expanded = expandMembers(siblings, maxPart);
    if (!isJsonObject(target) || (!graph.isRecursive(target) && graph.measure(target) <= maxPart))
      return withSiblings(expand(target, maxPart), expanded);
    return { ...expanded, $ref: `${BUNDLE_POINTER}${nameOf(target, $ref)}` };
  };

  const expandMembers = (node: JsonObject, maxPart: number): JsonObject =>
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, expand(value, maxPart)]));

  /** The schema of a body or parameter never remains a reference, because not only the validator reads it. */
  const expandRoot = (root: object): unknown => {
    let schema: unknown = root;
    let siblings: JsonObject = {};
    while (isReference(schema)) {
      siblings = { ...schema, ...siblings };
      schema = graph.findTarget(schema);
    }
    if (!isJsonObject(schema)) return schema;
    const maxPart = graph.measure(schema) > MAX_NODES ? MAX_PART : MAX_NODES;
    const { $ref: _, ...others } = siblings;
    return withSiblings(expandMembers(schema, maxPart), expandMembers(others, maxPart));
  };

  const { schemas: _, ...components } = isJsonObject(document.components) ? document.components : {};
  const expanded = expandMembers({ ...document, components }, Number.POSITIVE_INFINITY);
  for (let target = waiting.pop(); target; target = waiting.pop())
    bundle[names.get(target) ?? ''] = expandMembers(target, MAX_PART);
  return { document: expanded, collectBundle: (part) => collectBundle(part, bundle) };
}

/** Adds the keywords next to a reference to what replaces it. */
function withSiblings(target: unknown, siblings: JsonObject): unknown {
  return isJsonObject(target) && Object.keys(siblings).length > 0 ? { ...target, ...siblings } : target;
}

/** The targets of a document's references, and their sizes. */
interface ReferenceGraph {
  findTarget(reference: Reference): unknown;
  /** Returns whether a node contains itself. */
  isRecursive(target: object): boolean;
  /** Returns the number of nodes of a value with expanded references, except references to recursive nodes. */
  measure(value: unknown): number;
}

function createGraph(document: JsonObject): ReferenceGraph {
  const targets = new Map<string, unknown>();
  const findTarget = ({ $ref }: Reference): unknown => {
    if (!targets.has($ref)) targets.set($ref, getNode(document, referenceKeys($ref)));
    return targets.get($ref);
  };

  const named = new Map<object, ReadonlySet<object>>();
  /** Lists the targets of the references in a node. */
  const listNamed = (node: object): ReadonlySet<object> => {
    const known = named.get(node);
    if (known) return known;
    const found = new Set<object>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const target = isReference(value) ? findTarget(value) : undefined;
      if (typeof target === 'object' && target !== null) found.add(target);
      for (const child of Object.values(value)) visit(child);
    };
    visit(node);
    named.set(node, found);
    return found;
  };

  const recursive = new Map<object, boolean>();
  const isRecursive = (target: object): boolean => {
    const known = recursive.get(target);
    if (known !== undefined) return known;
    const seen = new Set<object>();
    const waiting = [target];
    for (let node = waiting.pop(); node && !seen.has(target); node = waiting.pop()) {
      const added = [...listNamed(node)].filter((next) => !seen.has(next));
      for (const next of added) seen.add(next);
      waiting.push(...added);
    }
    recursive.set(target, seen.has(target));
    return seen.has(target);
  };

  const sizes = new Map<object, number>();
  const measure = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    const target = isReference(value) ? findTarget(value) : undefined;
    const isKept = typeof target === 'object' && target !== null && isRecursive(target);
    const parts = target === undefined ? Object.values(value) : isKept ? [] : [target];
    const size = parts.reduce((sum: number, part) => sum + measure(part), 1);
    sizes.set(value, size);
    return size;
  };
  return { findTarget, isRecursive, measure };
}

/** Collects the schemas that a part refers to, directly or indirectly. */
function collectBundle(part: object, bundle: JsonObject): JsonObject | undefined {
  const found: JsonObject = {};
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isReference(value) && value.$ref.startsWith(BUNDLE_POINTER)) {
      const name = value.$ref.slice(BUNDLE_POINTER.length);
      found[name] = bundle[name];
      visit(bundle[name]);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(part);
  return Object.keys(found).length > 0 ? found : undefined;
}
