/** What ends a run before it has a result. The message of each is one line for the person who started it. */

/** The server cannot be examined at all: it is not there, does not know the token, or is something else. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** An option has an impossible value. */
export class OptionError extends Error {
  override name = 'OptionError';
}

/** No more requests or no more time; ends the run, which then is not complete. */
export class BudgetError extends Error {
  override name = 'BudgetError';
}

/** A request got no answer. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}
