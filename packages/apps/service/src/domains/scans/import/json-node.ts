import { formatPointer, isJsonObject, type Keys } from '@aispm/openapi';

/** A document that cannot be imported. The message states the location, the reason and the remedy. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** The location in the document, as a JSON Pointer (RFC 6901); empty for the document itself. */
  readonly pointer: string;

  constructor(pointer: string, reason: string, remedy: string) {
    super(`${pointer === '' ? 'The document' : pointer} ${reason}. ${remedy}.`);
    this.pointer = pointer;
  }
}

const DEFAULT_REMEDY = 'Correct the value, or create the document again with its tool';

/** A node of a JSON document that knows its location, for use in errors. */
export class JsonNode {
  readonly value: unknown;
  readonly #keys: Keys;

  private constructor(value: unknown, keys: Keys) {
    this.value = value;
    this.#keys = keys;
  }

  /**
   * Parses a JSON document.
   *
   * @throws {ImportError} when the text is not JSON
   */
  static parse(text: string): JsonNode {
    try {
      return new JsonNode(JSON.parse(text.replace(/^\uFEFF/, '')), []);
    } catch (error) {
      throw new ImportError(
        '',
        `is not valid JSON (${(error as Error).message})`,
        'Create it again with its tool, as JSON',
      );
    }
  }

  /** The location in the document, as a JSON Pointer (RFC 6901). */
  get pointer(): string {
    return formatPointer(this.#keys);
  }

  /** Returns a member of an object; its value is undefined when it does not exist or is null. */
  get(name: string): JsonNode {
    const object = this.value === undefined ? undefined : this.#object();
    const value = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
    return new JsonNode(value ?? undefined, [...this.#keys, name]);
  }

  /** Returns a node with the same location and no value. */
  withoutValue(): JsonNode {
    return new JsonNode(undefined, this.#keys);
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** Returns the items of an array; none when the node has no value. */
  items(): JsonNode[] {
    if (this.value === undefined) return [];
    if (!Array.isArray(this.value)) throw this.error('must be an array');
    return this.value.map((item, index) => new JsonNode(item, [...this.#keys, index]));
  }

  /** Returns the names of an object's members; none when the node has no value. */
  names(): string[] {
    return this.value === undefined ? [] : Object.keys(this.#object());
  }

  /** Returns a string; undefined when it does not exist or is empty. */
  text(): string | undefined {
    if (this.value === undefined || this.value === '') return undefined;
    if (typeof this.value !== 'string') throw this.error('must be a string');
    return this.value;
  }

  /** Returns a required string. */
  requiredText(): string {
    const text = this.text();
    if (text === undefined) throw this.error('must be a string that is not empty');
    return text;
  }

  /** Returns an integer; undefined when it does not exist. */
  integer(minimum: number): number | undefined {
    if (this.value === undefined) return undefined;
    if (!Number.isSafeInteger(this.value) || (this.value as number) < minimum) {
      throw this.error(`must be an integer of at least ${minimum}`);
    }
    return this.value as number;
  }

  /** Returns a boolean; undefined when it does not exist. */
  boolean(): boolean | undefined {
    if (this.value === undefined) return undefined;
    if (typeof this.value !== 'boolean') throw this.error('must be true or false');
    return this.value;
  }

  /** Creates an error about this node. */
  error(reason: string, remedy = DEFAULT_REMEDY): ImportError {
    return new ImportError(this.pointer, reason, remedy);
  }

  #object(): Record<string, unknown> {
    if (!isJsonObject(this.value)) throw this.error('must be an object');
    return this.value;
  }
}
