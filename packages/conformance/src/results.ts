/** What was found: one cell for each operation and check. */
import type { KnownDifference } from './options.js';

/** One place where the server breaks the contract. */
export interface Violation {
  /** `operationId`. */
  operation: string;
  check: string;
  /** Which part of the answer: `status`, `header`, `body`; `request` when the server refuses what it has to take. */
  part: 'status' | 'header' | 'body' | 'answer';
  /** JSON Pointer (RFC 6901) into the part; empty for the whole of it. A header is named by its name. */
  pointer: string;
  expected: string;
  got: string;
  /** The request: method and path, and what is special about it. */
  request: string;
  /** `X-Request-Id` of the request, to find it in the logs of the server. */
  requestId: string;
}

/** Why a check says nothing about an operation. */
export interface Reason {
  /** `excluded`: the run was told not to. `no-data`: the server has nothing to try it on. `unfinished`: see the run. */
  kind: 'excluded' | 'no-data' | 'unfinished';
  text: string;
}

/** How a check of an operation came out. */
export type Outcome = 'passed' | 'failed' | 'accepted' | 'not-applicable' | 'not-exercised';

/** Most violations of one cell that are kept; more of them say nothing new. */
const MAX_VIOLATIONS = 10;

/** An operation and a check that applies to it. */
export class Cell {
  readonly operation: string;
  readonly check: string;
  readonly violations: Violation[] = [];
  /** Violations that were found, also those that are not kept. */
  violationCount = 0;
  /** Things that were looked at. */
  assertions = 0;
  /** Why nothing was looked at. */
  reason: Reason | undefined;
  /** The reason that the violations are put up with. */
  accepted: string | undefined;

  constructor(operation: string, check: string) {
    this.operation = operation;
    this.check = check;
  }

  /** Notes that something was looked at, and what was wrong with it. Returns whether it was right. */
  note(isRight: boolean, violation: () => Omit<Violation, 'operation' | 'check'>): boolean {
    this.assertions += 1;
    if (isRight) return true;
    this.violationCount += 1;
    if (this.violations.length < MAX_VIOLATIONS) {
      this.violations.push({ operation: this.operation, check: this.check, ...violation() });
    }
    return false;
  }

  /** Notes why nothing can be looked at; the first reason stays. */
  skip(kind: Reason['kind'], text: string): void {
    this.reason ??= { kind, text };
  }

  /**
   * How it came out.
   *
   * @param allowEmpty whether it is fine that the server has no data
   */
  outcome(allowEmpty: boolean): Outcome {
    if (this.violations.length > 0) return this.accepted === undefined ? 'failed' : 'accepted';
    if (this.assertions > 0) return 'passed';
    const isFine = this.reason?.kind === 'excluded' || (this.reason?.kind === 'no-data' && allowEmpty);
    return isFine ? 'not-applicable' : 'not-exercised';
  }
}

/** A known difference of one operation. */
export interface StaleDifference {
  operation: string;
  check: string;
}

/** Marks the cells whose violations are known. Returns those among the cells that are known for what they do not have. */
export function acceptKnown(cells: readonly Cell[], known: readonly KnownDifference[]): StaleDifference[] {
  const stale: StaleDifference[] = [];
  for (const cell of cells) {
    const { operation, check } = cell;
    const match = known.find((one) => one.check === check && one.operations.includes(operation));
    if (match && cell.violations.length > 0) cell.accepted = match.reason;
    // What was not tried may be there all the same.
    else if (match && cell.assertions > 0) stale.push({ operation, check });
  }
  return stale;
}
