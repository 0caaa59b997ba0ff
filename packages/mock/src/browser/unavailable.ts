/**
 * Replaces modules that the mock doesn't need in a browser and that would make its bundle ten times as large: the readers
 * of contract and token files, Prism's proxy and its logging, Faker, which the contract does not use, the readers of referenced
 * schemas and of JSON paths in the generator, and the table of media types by file extension.
 */
const reject = (feature: string) => (): never => {
  throw new Error(`The mock doesn't support ${feature} in a browser.`);
};

export const readDocument = reject('access to files');
export const faker = {};

/** Prism formats requests and responses for its log, even when logging is disabled. */
const silent = (): void => {};

export { silent as logRequest, silent as logResponse };
export const violationLogger = () => silent;

/** The colors of Prism's log. */
export const blueBright = String;
export const grey = String;

/** Returns the media type of a file extension: Prism passes media types instead. */
export const lookup = (): false => false;
