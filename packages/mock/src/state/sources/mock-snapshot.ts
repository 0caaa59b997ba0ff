/** The state of a mock as a JSON value. */

/** The options of the initial records, so that the same records can be created again. */
export interface Start {
  /** Name of the scenario. */
  scenario: string;
  /** Number of generated records per list. */
  rows: number;
  /** Makes generated records repeatable. */
  seed: string;
  /** Whether the latest event has just happened. */
  isShifted: boolean;
  /** When the mock started, in milliseconds since 1970. */
  startedMs: number;
}

/** The state of a mock at one time: a JSON value whose content isn't part of the public interface. */
export interface MockSnapshot {
  readonly format: 'aispm-mock-state';
  readonly version: number;
  /** The digest of the contract. */
  readonly contract: string;
  readonly start: Readonly<Start>;
  readonly changes: unknown;
}
