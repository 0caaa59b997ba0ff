import { getNode, isReference, type Keys, parsePointer, resolveWithPointer } from '@aispm/openapi';

/** A node of an OpenAPI document with its location. */
export class Node {
  readonly document: object;
  readonly value: unknown;
  /** Keys and indexes that lead from the root of the document to the node. */
  readonly path: Keys;

  /**
   * @param document the document that contains the node
   * @param path keys and indexes that lead to the node
   * @param value the value of the node, where it is known already
   */
  constructor(document: object, path: Keys, value: unknown = getNode(document, path)) {
    this.document = document;
    this.value = value;
    this.path = path;
  }

  /** The last key or index of the path; empty at the root. */
  get key(): string {
    return String(this.path.at(-1) ?? '');
  }

  /** Returns the child with this key or index, without following a reference; undefined when there is none. */
  child(key: string | number): Node | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return new Node(this.document, [...this.path, key], (value as Record<string | number, unknown>)[key]);
  }

  /** Returns the descendant at these keys and follows each reference on the way, including that of the last node. */
  descendant(...keys: (string | number)[]): Node | undefined {
    let node: Node | undefined = this.target();
    for (const key of keys) node = node?.child(key)?.target();
    return node;
  }

  /** Returns the children of an object or array, in order; none for any other value. */
  children(): Node[] {
    const { value } = this;
    if (typeof value !== 'object' || value === null) return [];
    const entries: Iterable<[string | number, unknown]> = Array.isArray(value)
      ? value.entries()
      : Object.entries(value);
    return Array.from(entries, ([key, child]) => new Node(this.document, [...this.path, key], child));
  }

  /** Returns the string of the child with this key; undefined when it is no string or blank. */
  text(key: string): string | undefined {
    const text = this.child(key)?.value;
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  }

  /**
   * Returns the target of the node's reference; the node itself when it is no reference.
   *
   * @throws {ReferenceResolutionError} when the reference cannot be resolved; the bundler reports that first
   */
  target(): Node {
    if (!isReference(this.value)) return this;
    const { pointer = '', target } = resolveWithPointer<unknown>(this.document, this.value);
    return new Node(this.document, parsePointer(pointer), target);
  }
}
