/**
 * Takes the place of what the mock never reaches in a browser, and what would make its bundle ten times as large: the
 * readers of contracts and tokens in files, Prism's forwarder and what it logs, and Faker, which the contract does not name.
 */
const refuse = (what: string) => (): never => {
  throw new Error(`The mock has no ${what} in a browser.`);
};

export const readDocument = refuse('files');
export const getHttpOperationsFromSpec = refuse('reader of contracts');
export const faker = {};

/** Prism takes requests and answers apart to log them, even where nobody reads that. */
const silent = (): void => {};

export { silent as logRequest, silent as logResponse };
export const violationLogger = () => silent;
