/** @import { Keys } from '../../../../lib/openapi/src/document/document.ts' */
import { getNode, parsePointer } from '../../../../lib/openapi/src/document/pointer.js';
import { isReference, resolveWithPointer } from '../../../../lib/openapi/src/document/reference.js';

/** A node of an OpenAPI document with its location. */
export class Node {
  /**
   * @param {object} document the document that contains the node
   * @param {Keys} path keys and indexes from the root to the node
   * @param {unknown} value the value of the node, where it's known already
   */
  constructor(document, path, value = getNode(document, path)) {
    /** @readonly */
    this.document = document;
    /** @readonly */
    this.value = value;
    /**
     * Keys and indexes from the root of the document to the node.
     *
     * @readonly
     */
    this.path = path;
  }

  /** The last key or index of the path; empty at the root. */
  get key() {
    return String(this.path.at(-1) ?? '');
  }

  /**
   * Returns the child with this key or index, without following a reference; undefined when there's none.
   *
   * @param {string | number} key
   */
  child(key) {
    const { value } = this;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return new Node(this.document, [...this.path, key], /** @type {Record<string | number, unknown>} */ (value)[key]);
  }

  /**
   * Returns the descendant at these keys and follows each reference on the way, including that of the last node.
   *
   * @param {(string | number)[]} keys
   */
  descendant(...keys) {
    /** @type {Node | undefined} */
    let node = this.target();
    for (const key of keys) node = node?.child(key)?.target();
    return node;
  }

  /** Returns the children of an object or array, in order; none for any other value. */
  children() {
    const { value } = this;
    if (typeof value !== 'object' || value === null) return [];
    /** @type {Iterable<[string | number, unknown]>} */
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    return Array.from(entries, ([key, child]) => new Node(this.document, [...this.path, key], child));
  }

  /**
   * Returns the string of the child with this key; undefined if it isn't a string, or is blank.
   *
   * @param {string} key
   */
  text(key) {
    const text = this.child(key)?.value;
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  }

  /**
   * Returns the target of the node's reference; the node itself if it isn't a reference.
   *
   * @returns {Node}
   * @throws {ReferenceResolutionError} when the reference can't be resolved; the bundler reports that first
   */
  target() {
    if (!isReference(this.value)) return this;
    const { pointer = '', target } = resolveWithPointer(this.document, /** @type {unknown} */ (this.value));
    return new Node(this.document, parsePointer(pointer), target);
  }
}
