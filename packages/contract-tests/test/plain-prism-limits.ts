/** What the contract documents but plain Prism can't serve. The README contains this list as a table. */
import type { InvalidRequest, Operation } from '@aispm/conformance';
import { FOREIGN_CURSORS } from './invalid-requests.ts';

/** A limit of plain Prism. */
interface Limit {
  /** What the contract documents. */
  documented: string;
  /** What plain Prism does instead. */
  instead: string;
  reason: string;
}

/** A type of invalid request that plain Prism doesn't reject as documented. */
interface RejectionLimit extends Limit {
  /** The statuses that plain Prism returns. */
  returns: number[];
  includes(operation: Operation, invalid: InvalidRequest): boolean;
}

/** The base path. */
export const BASE_PATH: Limit = {
  documented: 'The base path `/api/v1`',
  instead: '404',
  reason: 'Prism ignores the path of `servers`. Give the client the URL without it, `http://127.0.0.1:4011`.',
};

/** The statuses of the protocol responses. */
export const PROTOCOL_STATUSES = [405, 406, 408, 409, 413, 415, 422, 429, 431, 503];

const PROTOCOL_RESPONSES: Limit = {
  documented: `${new Intl.ListFormat('en').format(PROTOCOL_STATUSES.map(String))}, unless the operation declares it itself`,
  instead: '404',
  reason:
    "Any request can get these, so the contract declares them once, in `x-protocol-responses`, which isn't part of OpenAPI.",
};

/** The types of invalid requests. The first one that matches a request applies. */
export const REJECTION_LIMITS: RejectionLimit[] = [
  {
    documented: '400 for an optional query parameter that is empty, such as `page_size=`',
    instead: 'success',
    returns: [200, 201, 204],
    reason: 'Prism treats an empty value as a missing one.',
    includes: ({ parameters }, { location, mistake }) =>
      ['is empty', 'has an item that is empty'].includes(mistake) &&
      parameters.some(({ in: part, name, required }) => part === 'query' && location === `query/${name}` && !required),
  },
  {
    documented: '400 for the cursor of another list or workspace',
    instead: 'success',
    returns: [200],
    reason: "Prism compares values with their schemas, and doesn't interpret them.",
    includes: (_, { mistake }) => FOREIGN_CURSORS.includes(mistake),
  },
  {
    documented: '400 for an invalid request, if the operation also declares 422',
    instead: '422',
    returns: [422],
    reason: 'Prism prefers 422 for all violations. In the contract, 422 is for rules beyond the schemas.',
    includes: ({ responses }) => responses.has(422),
  },
];

/** A body that isn't JSON. */
export const MALFORMED_JSON: Limit = {
  documented: "400 for a body that isn't JSON",
  instead: 'no response',
  reason: 'Prism waits for the end of a request that it has already read to its end.',
};

/** Formats the list as a table in Markdown. */
export function formatLimits(): string {
  const limits = [BASE_PATH, PROTOCOL_RESPONSES, ...REJECTION_LIMITS, MALFORMED_JSON];
  const rows = limits.map(({ documented, instead, reason }) => `| ${documented} | ${instead} | ${reason} |`);
  return ['| Documented | Plain Prism | Why |', '|---|---|---|', ...rows].join('\n');
}
