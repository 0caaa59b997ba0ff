import type { RequestParts } from '../contract/request-parts.ts';

/** A request with one violation. */
export interface InvalidRequest {
  /** The location of the violation, as in error bodies: `query/page_size`, `body/config/threshold`. */
  location: string;
  /** A predicate whose subject is the location: `is missing`. */
  mistake: string;
  /** The statuses that the contract allows for the response. */
  statuses: number[];
  request: RequestParts;
}
