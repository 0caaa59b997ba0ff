/**
 * References (`$ref`) inside a document.
 *
 * @import { FoundReference, Reference, Resolved } from './document.ts'
 */
import { isJsonObject } from './json.js';
import { formatPointer, getNode, parsePointer } from './pointer.js';
import { visitNodes } from './walk.js';

/** A reference can't be resolved. The message names the reference, the reason and the remedy. */
export class ReferenceResolutionError extends Error {
  /** @override @readonly */
  name = 'ReferenceResolutionError';

  /**
   * @param {string} reference the `$ref` that can't be resolved
   * @param {string} reason
   * @param {string} remedy
   */
  constructor(reference, reason, remedy) {
    super(`The reference "${reference}" cannot be resolved: ${reason}. ${remedy}.`);
    /**
     * The `$ref` that can't be resolved.
     *
     * @readonly
     */
    this.reference = reference;
  }
}

/**
 * Returns whether a node is a reference. A property of an object that is called `$ref` is none.
 *
 * @param {unknown} node
 * @returns {node is Reference}
 */
export function isReference(node) {
  return isJsonObject(node) && typeof node.$ref === 'string';
}

/**
 * Resolves a node: follows its `$ref`, and that of the target, inside the document. Nodes without a `$ref` are returned
 * as they are. References inside of the target remain.
 *
 * Siblings of `$ref` override the properties of the target of the same name. For `description`, `default` and other
 * annotations that is what JSON Schema 2020-12 and OpenAPI 3.1 define; a sibling that constrains, such as `maxLength`,
 * would strictly apply in addition to the target's own, so an author writes only narrower ones.
 *
 * @template T
 * @param {object} document
 * @param {T | Reference} node
 * @returns {T}
 * @throws {ReferenceResolutionError} when a target is missing or in another document, or a chain of references is circular
 */
export function resolve(document, node) {
  return /** @type {T} */ (resolveWithPointer(document, node).value);
}

/**
 * Resolves a node as {@link resolve} does, and returns the location of the target as well.
 *
 * @template T
 * @param {object} document
 * @param {T | Reference} node
 * @param {string} [pointer] JSON Pointer of the node, which is returned when the node isn't a reference
 * @returns {Resolved<T>}
 * @throws {ReferenceResolutionError} as {@link resolve} does
 */
export function resolveWithPointer(document, node, pointer) {
  /** @type {unknown} */
  let target = node;
  let location = pointer;
  /** @type {object} */
  let siblings = {};
  /** @type {Set<string>} */
  const seen = new Set();
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
  // Boolean schemas: `false` rejects everything, regardless of the siblings of the reference; `true` leaves it to the siblings.
  const value = hasSiblings && target !== false ? { ...(isJsonObject(target) ? target : {}), ...siblings } : target;
  return {
    value: /** @type {T} */ (value),
    pointer: location,
    target: /** @type {T} */ (target),
    siblings,
    isReference: seen.size > 0,
  };
}

/**
 * Returns the keys that a `$ref` refers to.
 *
 * @param {string} reference
 * @throws {ReferenceResolutionError} when it refers to another document or isn't a JSON Pointer
 */
export function referenceKeys(reference) {
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

/**
 * Returns all references of a document in its order; what only looks like one, in the value of an example, is none.
 *
 * @param {object} document
 * @returns {FoundReference[]}
 */
export function findReferences(document) {
  /** @type {FoundReference[]} */
  const found = [];
  visitNodes(document, (node, keys) => {
    if (isReference(node)) found.push({ reference: node.$ref, keys, pointer: formatPointer(keys) });
  });
  return found;
}
