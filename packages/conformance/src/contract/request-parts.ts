import type { Json } from './operation.ts';

/** The parts of a request, not yet encoded. */
export interface RequestParts {
  path: Json;
  query: Json;
  headers: Json;
  /** The decoded body; undefined when there is none. */
  body?: unknown;
  /** The body as a string, instead of the decoded one. */
  text?: string;
}
