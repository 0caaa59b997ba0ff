/** Options of the steps that handle requests. Preferences of a request override some of them. */

import type { Vocabulary } from '../contract/vocabulary.ts';
import type { Operation } from '../core/contract-types.ts';
import type { Reader, State } from '../records/state.ts';
import type { Chaos, Outcomes } from '../requests/chaos.ts';
import type { Callers } from './callers.ts';
import type { ControlTarget } from './control.ts';
import type { Journal } from './journal.ts';
import type { OverrideSource } from './overrides.ts';

/** How responses are created. */
export interface ResponseOptions {
  /** Whether the bodies of successes are generated. */
  dynamic: boolean;
  /** Whether results of Prism are cached; false only in the test that compares both. */
  useCache: boolean;
  /** Delay before each response, in milliseconds. */
  delayMs: number;
  /** Makes generated bodies repeatable; they are random when undefined. */
  seed: string | undefined;
  /** Identifies callers, and checks what they may do. */
  callers: Callers;
  /** Reads the records that the mock starts with. */
  reader: Reader;
  /** Returns the reader of generated records, for requests that prefer them; the same seed gives the same records. */
  findReader: (seed: string | undefined) => Reader;
  /** The stored records; nothing is stored when undefined. */
  state: State | undefined;
  /** The faults that are injected into requests to an operation. */
  chaos: ReadonlyMap<Operation, Chaos>;
  /** Decides which requests the faults affect. */
  outcomes: Outcomes;
  /** Responses that replace those of the mock. */
  overrides: OverrideSource;
  /** Records the requests. */
  journal: Journal;
  /** Finds what a path outside of the base path controls. */
  control: (path: string) => ControlTarget | undefined;
  /** What generated values look like. */
  vocabulary: Vocabulary;
}
