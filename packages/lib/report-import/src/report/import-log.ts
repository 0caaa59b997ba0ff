import { replaceHidden } from '@aispm/openapi/hidden-characters';
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

/** A report, or an item of it, that can't be imported. The message states the location, the reason and the remedy. */
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

/** Items of one kind that an import leaves out on purpose. */
export interface IgnoredItems {
  /** What they are, in the plural, such as `suppressed results`. */
  readonly what: string;
  readonly count: number;
  /** The location of the first one, as a JSON Pointer. */
  readonly pointer: string;
  /** The name of the first one. */
  readonly name?: string;
}

/** Returns ignored items as a phrase, such as `3 components that are not AI objects, such as left-pad (/components/0)`. */
export function describeIgnored({ what, count, pointer, name }: IgnoredItems): string {
  return `${count} ${what}, such as ${name === undefined ? pointer : `${name} (${pointer})`}`;
}

/** Violations with the same reason, of which the first one is an example. */
export interface ViolationGroup extends ImportViolation {
  readonly count: number;
}

/** Groups violations by their reasons, in the order of the first ones: many usually have one cause. */
export function groupViolations(violations: readonly ImportViolation[]): ViolationGroup[] {
  const groups = Map.groupBy(violations, ({ reason }) => reason);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, count: others.length + 1 }],
  );
}

/** Returns a group of violations as sentences. */
export function describeGroup({ count, ...first }: ViolationGroup): string {
  const text = describeViolation(first);
  return count === 1 ? text : `${text} The same holds for ${count - 1} more.`;
}

/** Maximum length of the name of an item, as an example. */
const MAX_NAME = 100;

/** Collects what an import doesn't take over from a report, so that one defect doesn't affect other items. */
export class ImportLog {
  readonly #rejected = new Map<string, ImportViolation>();
  readonly #rejectedItems = new Set<string>();
  readonly #incomplete = new Map<string, ImportViolation>();
  readonly #ignored = new Map<string, IgnoredItems>();

  /** Items that were rejected, in the order in which they were read. */
  get rejected(): ImportViolation[] {
    return [...this.#rejected.values()];
  }

  /** Values that were omitted or replaced in items that were imported. */
  get incomplete(): ImportViolation[] {
    return [...this.#incomplete.values()].filter(({ pointer }) => !isBelow(pointer, this.#rejectedItems));
  }

  /** Items that an import ignores on purpose, by what they are. */
  get ignored(): IgnoredItems[] {
    return [...this.#ignored.values()];
  }

  /** Reads an item; one that can't be imported is rejected, and the result is undefined. */
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

  /**
   * Counts an item that is ignored on purpose.
   *
   * @param name its name, if it has one
   */
  ignore(what: string, { pointer }: Pick<ImportViolation, 'pointer'>, name?: string): void {
    const known = this.#ignored.get(what);
    const shown = name === undefined ? {} : { name: replaceHidden(name.slice(0, MAX_NAME), () => ' ').trim() };
    this.#ignored.set(what, known ? { ...known, count: known.count + 1 } : { what, count: 1, pointer, ...shown });
  }
}
