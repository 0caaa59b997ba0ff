/** A contract as the mock uses it. */
import type { operations } from '@aispm/types';
import type { IHttpOperation } from '@stoplight/types';
import type { Document, JsonObject } from '../bundled/openapi.ts';

/** The name of an operation. A revision of the contract may have others, which the code doesn't refer to. */
export type OperationId = keyof operations;

/**
 * An operation of the contract as Prism represents it: references are replaced, except in schemas that contain themselves or are
 * large. Its own responses are followed by the
 * protocol responses that can occur on it, which may have the same status as one of these.
 */
export type Operation = IHttpOperation & {
  iid: OperationId;
  /** The schemas that the operation's schemas refer to, by the name that Prism expects. */
  __bundled__?: JsonObject;
};

/** The document of a contract. */
export type ContractDocument = Document & JsonObject;

/** Returns the document in which the references of an operation's schemas are resolved: the operation contains their targets. */
export function documentOf(operation: Operation): Document {
  return operation as unknown as Document;
}

/** A payload of an event. */
export interface EventExample {
  type: string;
  timestamp: string;
  data: JsonObject;
}

/** The data that is read from the document of a contract. */
export interface PreparedContract {
  operations: Operation[];
  /** Path prefixes of the operations, from `servers`; without a trailing slash, `''` when there are none. */
  basePaths: string[];
  /** The levels of access of API keys, lowest first; empty when the contract defines none. */
  accessLevels: readonly string[];
  /** An example of the payload of each kind of event that webhooks receive. */
  events: Readonly<Record<string, EventExample>>;
  /** SHA-256 of the document as JSON, indented by two spaces, with a final line break; 64 hexadecimal digits. */
  digest: string;
}

/** A contract that the mock can serve. */
export interface Contract extends PreparedContract {
  /** Returns whether a value is a valid request id, according to the schema of the response header `X-Request-Id`. */
  isRequestId(value: string): boolean;
}
