/** The results of a run: one cell for each operation and check. */
import type { KnownDifference } from '../core/options.ts';

/** The location of a violation, what was expected and what was received. */
export interface ViolationDetails {
  /** The part of the exchange; `connection` when there was no response. */
  part: 'status' | 'header' | 'body' | 'request' | 'connection';
  /** JSON Pointer (RFC 6901) into the part; empty for all of it. The name of a header. */
  pointer: string;
  expected: string;
  got: string;
}

/** Something that the contract doesn't allow. */
export interface Violation extends ViolationDetails {
  /** `operationId`. */
  operation: string;
  check: string;
  /** Method and path of the request, and a note about what distinguishes it. */
  request: string;
  /** `X-Request-Id` of the request, to find it in the server's logs. */
  requestId: string;
}

/** The reason why a check made no assertion about an operation. */
export interface Reason {
  /**
   * `excluded`: an option is missing. `no-data`: the server has no data for it. `unfinished`: a previous step failed, or
   * the run ended early.
   */
  kind: 'excluded' | 'no-data' | 'unfinished';
  text: string;
}

/**
 * The outcome of a check of an operation. `accepted`: failed as a known difference. `not-applicable`: not requested by the
 * options. `not-exercised`: nothing could be asserted.
 */
export type Outcome = 'passed' | 'failed' | 'accepted' | 'not-applicable' | 'not-exercised';

/** Maximum number of violations that a cell stores. One that occurs in several rows, or on several pages, is stored once. */
const MAX_VIOLATIONS = 10;

/** Identifies a violation in any row and on any page: two violations of the same kind have the same text. */
export function identifyViolation({ part, pointer, expected }: ViolationDetails): string {
  return JSON.stringify([part, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'), expected]);
}

/** A check that applies to an operation. */
export class Cell {
  readonly operation: string;
  readonly check: string;
  readonly violations: Violation[] = [];
  /** Number of violations, including repeated ones and those beyond the maximum. */
  violationCount = 0;
  /** Number of assertions. */
  assertions = 0;
  /** Why there is no assertion. */
  reason: Reason | undefined;
  /** Why the violations are accepted. */
  accepted: string | undefined;

  constructor(operation: string, check: string) {
    this.operation = operation;
    this.check = check;
  }

  /** Records an assertion, and a violation when its condition is false. Returns the condition. */
  assert(condition: boolean, describe: () => Omit<Violation, 'operation' | 'check'>): boolean {
    this.assertions += 1;
    if (condition) return true;
    this.violationCount += 1;
    if (this.violations.length >= MAX_VIOLATIONS) return false;
    const violation = { operation: this.operation, check: this.check, ...describe() };
    const isRepeated = this.violations.some((other) => identifyViolation(other) === identifyViolation(violation));
    if (!isRepeated) this.violations.push(violation);
    return false;
  }

  /** Records why there is no assertion. The first reason is reported. */
  skip(kind: Reason['kind'], text: string): void {
    this.reason ??= { kind, text };
  }

  /**
   * Returns the outcome.
   *
   * @param allowEmpty whether a server without data is accepted
   */
  getOutcome(allowEmpty: boolean): Outcome {
    if (this.violations.length > 0) return this.accepted === undefined ? 'failed' : 'accepted';
    if (this.assertions > 0) return 'passed';
    const isExcused = this.reason?.kind === 'excluded' || (this.reason?.kind === 'no-data' && allowEmpty);
    return isExcused ? 'not-applicable' : 'not-exercised';
  }
}

/** A known difference of one operation, or of all operations. */
export interface StaleDifference {
  /** `operationId`; `*` when the known difference lists no operations. */
  operation: string;
  check: string;
}

/** Marks the cells whose violations are known. Returns the known differences that no longer occur. */
export function acceptKnown(cells: readonly Cell[], known: readonly KnownDifference[]): StaleDifference[] {
  return known.flatMap(({ check, operations, reason }) => {
    const concerned = cells.filter((cell) => cell.check === check && (operations?.includes(cell.operation) ?? true));
    for (const cell of concerned) {
      if (cell.violations.length > 0) cell.accepted ??= reason;
    }
    // Without an assertion, it's unknown whether the difference occurs.
    const absent = concerned.filter(({ assertions, violations }) => assertions > 0 && violations.length === 0);
    if (operations) return absent.map(({ operation }) => ({ operation, check }));
    const occurs = concerned.some(({ violations }) => violations.length > 0);
    return absent.length > 0 && !occurs ? [{ operation: '*', check }] : [];
  });
}
