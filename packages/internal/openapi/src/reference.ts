/** References (`$ref`) inside a document. */
import { isJsonObject, type Reference } from './document.ts';
import { formatPointer, getNode, type Keys, parsePointer } from './pointer.ts';
import { visitNodes } from './walk.ts';

/** A reference cannot be resolved. The message names the reference, the reason and the remedy. */
export class ReferenceResolutionError extends Error {
  override readonly name = 'ReferenceResolutionError';
  /** The `$ref` that cannot be resolved. */
  readonly reference: string;

  constructor(reference: string, reason: string, remedy: string) {
    super(`The reference "${reference}" cannot be resolved: ${reason}. ${remedy}.`);
    this.reference = reference;
  }
}

/** A node without its references. */
export interface Resolved<T> {
  /** The node; a copy when a reference has siblings. */
  value: T;
  /** JSON Pointer of the target; undefined for a node without a reference whose pointer the caller did not pass. */
  pointer: string | undefined;
  /** The target as the document contains it, without the siblings of references. */
  target: T;
  /** The members beside the references of the chain; those nearest to the node win. */
  siblings: object;
  /** Whether the node was a reference. */
  isReference: boolean;
}

/** Returns whether a node is a reference. A property of an object that is called `$ref` is none. */
export function isReference(node: unknown): node is Reference {
  return isJsonObject(node) && typeof node.$ref === 'string';
}

/**
 * Resolves a node: follows its `$ref`, and that of the target, inside the document. Nodes without a `$ref` are returned
 * as they are. References inside of the target remain.
 *
 * Siblings of `$ref` override the members of the target of the same name. For `description`, `default` and other
 * annotations that is what JSON Schema 2020-12 and OpenAPI 3.1 define; a sibling that constrains, such as `maxLength`,
 * would strictly apply in addition to the target's own, so an author writes only narrower ones.
 *
 * @throws {ReferenceResolutionError} when a target is missing or in another document, or a chain of references is circular
 */
export function resolve<T>(document: object, node: T | Reference): T {
  return resolveWithPointer<T>(document, node).value;
}

/**
 * Resolves a node as {@link resolve} does, and returns the location of the target too.
 *
 * @param pointer JSON Pointer of the node, which is returned when the node is no reference
 * @throws {ReferenceResolutionError} as {@link resolve} does
 */
export function resolveWithPointer<T>(document: object, node: T | Reference, pointer?: string): Resolved<T> {
  let target: unknown = node;
  let location = pointer;
  let siblings: object = {};
  const seen = new Set<string>();
  while (isReference(target)) {
    const { $ref, ...beside } = target;
    siblings = { ...beside, ...siblings };
    const keys = referenceKeys($ref);
    location = formatPointer(keys);
    if (seen.has(location)) {
      throw new ReferenceResolutionError(
        $ref,
        'its targets refer to one another',
        'Replace one of them by the value itself',
      );
    }
    seen.add(location);
    target = getNode(document, keys);
    if (target === undefined) {
      throw new ReferenceResolutionError(
        $ref,
        'the document has no such node',
        'Correct the JSON Pointer or add the node',
      );
    }
  }
  const hasSiblings = Object.keys(siblings).length > 0;
  // Boolean schemas: `false` accepts nothing, whatever is beside the reference; `true` leaves it to the siblings.
  const value = hasSiblings && target !== false ? { ...(isJsonObject(target) ? target : {}), ...siblings } : target;
  return { value: value as T, pointer: location, target: target as T, siblings, isReference: seen.size > 0 };
}

/**
 * Returns the keys that a `$ref` leads to.
 *
 * @throws {ReferenceResolutionError} when it leads to another document or is not a JSON Pointer
 */
export function referenceKeys(reference: string): string[] {
  if (!reference.startsWith('#')) {
    throw new ReferenceResolutionError(
      reference,
      'it leads to another document',
      'Bundle the documents into one first',
    );
  }
  try {
    return parsePointer(reference);
  } catch {
    throw new ReferenceResolutionError(reference, 'it is not a JSON Pointer', 'Write it as "#/components/…"');
  }
}

/** A `$ref` and its location. */
export interface FoundReference {
  /** The value of the `$ref`. */
  reference: string;
  /** Keys of the node that has the `$ref`. */
  keys: Keys;
  /** JSON Pointer of the node that has the `$ref`. */
  pointer: string;
}

/** Returns all references of a document in its order; what only looks like one, in the value of an example, is none. */
export function findReferences(document: object): FoundReference[] {
  const found: FoundReference[] = [];
  visitNodes(document, (node, keys) => {
    if (isReference(node)) found.push({ reference: node.$ref, keys, pointer: formatPointer(keys) });
  });
  return found;
}
