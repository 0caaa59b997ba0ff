import { isBelow } from './pointer.ts';

/** What is wrong with a part of a report. */
export interface ImportViolation {
  /** The location in the report, as a JSON Pointer (RFC 6901); empty for the report itself. */
  readonly pointer: string;
  /** What is wrong, after the location. */
  readonly reason: string;
  /** What the user can do, without a full stop. */
  readonly remedy: string;
}

/** A report, or an item of it, that cannot be imported. The message states the location, the reason and the remedy. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly violation: ImportViolation;

  constructor(violation: ImportViolation) {
    super(describeViolation(violation));
    this.violation = violation;
  }
}

/** Returns a violation as sentences. */
export function describeViolation({ pointer, reason, remedy }: ImportViolation): string {
  return `${pointer === '' ? 'The document' : pointer} ${reason}. ${remedy}.`;
}

/** Collects what an import does not take over from a report, so that one defect does not affect other items. */
export class ImportLog {
  readonly #rejected = new Map<string, ImportViolation>();
  readonly #rejectedItems = new Set<string>();
  readonly #incomplete = new Map<string, ImportViolation>();
  readonly #ignored = new Map<string, number>();

  /** Items that were rejected, in the order in which they were read. */
  get rejected(): ImportViolation[] {
    return [...this.#rejected.values()];
  }

  /** Values that were omitted or replaced in items that were imported. */
  get incomplete(): ImportViolation[] {
    return [...this.#incomplete.values()].filter(({ pointer }) => !isBelow(pointer, this.#rejectedItems));
  }

  /** Numbers of items that an import ignores on purpose, by what they are. */
  get ignored(): Record<string, number> {
    return Object.fromEntries(this.#ignored);
  }

  /** Reads an item; one that cannot be imported is rejected, and the result is undefined. */
  attempt<T>(item: Pick<ImportViolation, 'pointer'>, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.#rejectedItems.add(item.pointer);
      this.#rejected.set(error.violation.pointer, error.violation);
      return undefined;
    }
  }

  /** Records that an item was rejected. */
  reject(violation: ImportViolation): void {
    this.#rejectedItems.add(violation.pointer);
    this.#rejected.set(violation.pointer, violation);
  }

  /** Records that a value was omitted or replaced. */
  omit(violation: ImportViolation): void {
    this.#incomplete.set(violation.pointer, violation);
  }

  /** Counts items that are ignored on purpose. */
  ignore(what: string, count = 1): void {
    if (count > 0) this.#ignored.set(what, (this.#ignored.get(what) ?? 0) + count);
  }
}
