import { formatPointer, isJsonObject, type Keys } from '@aispm/openapi';
import { ImportError, type ImportLog } from './import-log.ts';

const DEFAULT_REMEDY = 'Correct the value, or create the document again with its tool';

/**
 * A node of a document that knows its location. What is missing has no value; a value of the wrong type is recorded as omitted and has
 * none either, so that the rest of its item is imported.
 */
export class JsonNode {
  readonly value: unknown;
  readonly #keys: Keys;
  readonly #log: ImportLog;

  private constructor(value: unknown, keys: Keys, log: ImportLog) {
    this.value = value;
    this.#keys = keys;
    this.#log = log;
  }

  /** Creates the root of a document. */
  static root(value: unknown, log: ImportLog): JsonNode {
    return new JsonNode(value ?? undefined, [], log);
  }

  /** Creates a node without a value, for what is recorded about its location. */
  static at(keys: Keys, log: ImportLog): JsonNode {
    return new JsonNode(undefined, keys, log);
  }

  /** The location in the document, as a JSON Pointer (RFC 6901). */
  get pointer(): string {
    return formatPointer(this.#keys);
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** Returns a property of an object; it has no value when it doesn't exist or is null. */
  get(name: string): JsonNode {
    const object = this.#object();
    const value = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
    return new JsonNode(value ?? undefined, [...this.#keys, name], this.#log);
  }

  /** Returns a node with the same location and no value. */
  withoutValue(): JsonNode {
    return new JsonNode(undefined, this.#keys, this.#log);
  }

  /** Returns the items of an array; none when the node has no value. */
  items(): JsonNode[] {
    return this.#array().map((_, index) => this.#item(index));
  }

  /** Returns an item of an array; undefined when there is none. */
  item(index: number): JsonNode | undefined {
    return Object.hasOwn(this.#array(), index) ? this.#item(index) : undefined;
  }

  /** Returns the names of an object's properties; none when the node has no value. */
  names(): string[] {
    return Object.keys(this.#object() ?? {});
  }

  /** Returns a string; undefined when it doesn't exist or is empty. */
  string(): string | undefined {
    if (this.value === undefined || this.value === '') return undefined;
    return typeof this.value === 'string' ? this.value : this.omit('must be a string');
  }

  /**
   * Returns a string that an item can't do without.
   *
   * @throws {ImportError} when it doesn't exist, is empty or no string
   */
  requiredString(): string {
    if (typeof this.value !== 'string' || this.value === '') throw this.error('must be a string that is not empty');
    return this.value;
  }

  /** Returns an integer; undefined when it doesn't exist. */
  integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): number | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    return this.omit(`must be an integer from ${minimum} to ${maximum}`);
  }

  /** Returns a boolean; undefined when it doesn't exist. */
  boolean(): boolean | undefined {
    if (this.value === undefined) return undefined;
    return typeof this.value === 'boolean' ? this.value : this.omit('must be true or false');
  }

  /** Returns the node when it is an object. @throws {ImportError} when it isn't */
  requireObject(): this {
    if (!isJsonObject(this.value)) throw this.error('must be an object');
    return this;
  }

  /** Returns the node when it is an array or has no value. @throws {ImportError} when it is something else */
  requireArray(): this {
    if (this.value !== undefined && !Array.isArray(this.value)) throw this.error('must be an array');
    return this;
  }

  /** Creates an error about this node: its item can't be imported. */
  error(reason: string, remedy = DEFAULT_REMEDY): ImportError {
    return new ImportError({ pointer: this.pointer, reason, remedy });
  }

  /** Records that the value of this node was omitted or replaced. */
  omit(reason: string, remedy = DEFAULT_REMEDY): undefined {
    this.#log.omit({ pointer: this.pointer, reason, remedy });
  }

  #item(index: number): JsonNode {
    return new JsonNode(this.#array()[index] ?? undefined, [...this.#keys, index], this.#log);
  }

  #object(): Record<string, unknown> | undefined {
    if (this.value === undefined) return undefined;
    return isJsonObject(this.value) ? this.value : this.omit('must be an object');
  }

  #array(): readonly unknown[] {
    if (this.value === undefined) return [];
    return Array.isArray(this.value) ? this.value : (this.omit('must be an array') ?? []);
  }
}
