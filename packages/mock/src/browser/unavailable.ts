/**
 * Replaces modules that the mock does not need in a browser and that would make its bundle ten times as large: the readers
 * of contract and token files, Prism's proxy and its logging, and Faker, which the contract does not use.
 */
const refuse = (feature: string) => (): never => {
  throw new Error(`The mock has no ${feature} in a browser.`);
};

export const readDocument = refuse('access to files');
export const getHttpOperationsFromSpec = refuse('reader of OpenAPI documents');
export const faker = {};

/** Prism formats requests and responses for its log, even when logging is off. */
const silent = (): void => {};

export { silent as logRequest, silent as logResponse };
export const violationLogger = () => silent;
