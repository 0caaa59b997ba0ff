/** Requests to operations with state. */
import type { Operation } from '../contract-types.ts';

/** A valid request. */
export interface StateRequest {
  operation: Operation;
  /** Base path, for links. */
  base: string;
  /** Without the base path, percent-encoded. */
  path: string;
  /** Decoded. */
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  token: string;
}
