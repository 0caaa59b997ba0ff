/** Errors that end a run before it has a result. Each message is one line for the user who started the run. */

/** The server cannot be examined: it is unreachable, rejects the token, or serves another API. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** An option has an invalid value. */
export class OptionError extends Error {
  override name = 'OptionError';
}

/** The contract cannot be used. */
export class ContractError extends Error {
  override name = 'ContractError';

  /**
   * @param reason a sentence
   * @param file the contract's file, if there is one
   */
  constructor(reason: string, file?: string) {
    const contract = file === undefined ? 'The contract' : `The contract ${file}`;
    super(`${contract} cannot be used. ${reason.split(/\s+/).join(' ')}`);
  }
}

/** The run has used all of its requests or time, and ends before it is complete. */
export class BudgetError extends Error {
  override name = 'BudgetError';
}

/** A request got no response. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
}
