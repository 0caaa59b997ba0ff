/** A document that cannot be imported. The message names the place, the reason and the way out. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** Where in the document, as a JSON Pointer (RFC 6901); empty for the whole document. */
  readonly pointer: string;

  constructor(pointer: string, reason: string, wayOut: string) {
    super(`${pointer === '' ? 'The document' : pointer}: ${reason}. ${wayOut}.`);
    this.pointer = pointer;
  }
}

/** A part of a JSON document that knows where it stands, so that whatever is wrong with it can be said with its place. */
export class DocumentPart {
  readonly value: unknown;
  readonly pointer: string;

  private constructor(value: unknown, pointer: string) {
    this.value = value;
    this.pointer = pointer;
  }

  /**
   * Reads the text of a whole document.
   *
   * @throws ImportError when the text is not JSON.
   */
  static parse(text: string): DocumentPart {
    try {
      return new DocumentPart(JSON.parse(text.replace(/^\uFEFF/, '')), '');
    } catch (error) {
      throw new ImportError(
        '',
        `is not JSON (${(error as Error).message})`,
        'Write it again with the tool it comes from',
      );
    }
  }

  /** The member of that name; its value is undefined when there is none, or when it is null. */
  get(name: string): DocumentPart {
    const object = this.value === undefined ? undefined : this.object();
    const value = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
    return new DocumentPart(value ?? undefined, `${this.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }

  /** What stands here when nothing does. */
  absent(): DocumentPart {
    return new DocumentPart(undefined, this.pointer);
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** The items of a list; none when there is no list. */
  items(): DocumentPart[] {
    if (this.value === undefined) return [];
    if (!Array.isArray(this.value)) throw this.wrong('has to be a list');
    return this.value.map((item, index) => new DocumentPart(item, `${this.pointer}/${index}`));
  }

  /** The names of an object's members; none when there is no object. */
  names(): string[] {
    return this.value === undefined ? [] : Object.keys(this.object());
  }

  /** A text, or undefined when there is none. An empty text counts as none. */
  text(): string | undefined {
    if (this.value === undefined || this.value === '') return undefined;
    if (typeof this.value !== 'string') throw this.wrong('has to be a text');
    return this.value;
  }

  /** A text that has to be there. */
  requiredText(): string {
    const text = this.text();
    if (text === undefined) throw this.wrong('is missing or empty');
    return text;
  }

  /** A whole number that is not below the smallest one allowed, or undefined when there is none. */
  integer(minimum: number): number | undefined {
    if (this.value === undefined) return undefined;
    if (!Number.isSafeInteger(this.value) || (this.value as number) < minimum) {
      throw this.wrong(`has to be a whole number of at least ${minimum}`);
    }
    return this.value as number;
  }

  /** True or false, or undefined when neither is said. */
  boolean(): boolean | undefined {
    if (this.value === undefined) return undefined;
    if (typeof this.value !== 'boolean') throw this.wrong('has to be true or false');
    return this.value;
  }

  /** An error about this part. */
  wrong(
    reason: string,
    wayOut = 'Mend it there, or write the document again with the tool it comes from',
  ): ImportError {
    return new ImportError(this.pointer, reason, wayOut);
  }

  private object(): Record<string, unknown> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) {
      throw this.wrong('has to be an object');
    }
    return this.value as Record<string, unknown>;
  }
}
