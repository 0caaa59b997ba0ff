/** The checks by name, each with its requirement and the operations that it applies to. */
import { isFilterParameter } from '@aispm/openapi';
import { findList } from '../contract/lists.ts';
import { findParameter, isRead, type Operation, readsBody, returnsOnlyJson, TENANT } from '../contract/operation.ts';
import { declaresQuota } from '../session/quota.ts';
import { isLogged } from './audit-log.ts';
import { makesChanges } from './changes.ts';
import { returnsCounts } from './counts/counts.ts';
import { findEdgeParameter } from './edge-parameter.ts';
import { isNeighbourhood } from './neighbourhoods.ts';
import { findListOfRecord } from './records/records.ts';
import { isSearch } from './search.ts';
import { returnsRecords } from './values/values.ts';

/** A check. */
export interface Check {
  /** One word for reports. */
  name: string;
  /** The requirement. */
  title: string;
  /** The usual fix when a server violates it: a sentence for the server's developer. */
  remedy: string;
  /**
   * Returns whether an operation has the requirement.
   *
   * @param operations all operations of the contract
   */
  applies(operation: Operation, operations: readonly Operation[]): boolean;
}

/** All checks. */
export const CHECKS: readonly Check[] = [
  {
    name: 'response',
    title: 'status, headers and body are as documented',
    remedy: 'Return what the contract documents for the operation, or change the contract.',
    applies: () => true,
  },
  {
    name: 'request-id',
    title: 'every response returns the X-Request-Id of its request',
    remedy: 'Copy a valid X-Request-Id from the request to the response, including errors.',
    applies: () => true,
  },
  {
    name: 'quota',
    title: 'the quota headers are present and well-formed, and decrease with each request',
    remedy: 'Count every request, and return the remaining quota in every response, including errors.',
    applies: declaresQuota,
  },
  {
    name: 'authentication',
    title: 'a missing, malformed or unknown API key gets 401',
    remedy: 'Authenticate a request before you examine anything else about it.',
    applies: ({ responses }) => responses.has(401),
  },
  {
    name: 'invalid',
    title: 'an invalid parameter or body gets the documented error',
    remedy: "Validate parameters and bodies against the contract's schemas before you use them.",
    applies: ({ responses, parameters, requestBody }) =>
      responses.has(400) && (parameters.length > 0 || requestBody !== undefined),
  },
  {
    name: 'unknown-parameter',
    title: 'an unknown query parameter gets 400 with the closest known one',
    remedy: 'Compare the names of query parameters with those that the operation declares.',
    applies: ({ responses }) => responses.has(400),
  },
  {
    name: 'robustness',
    title: 'parameters, headers and bodies of other operations get the documented response, and never 500',
    remedy:
      "Find the X-Request-Id in the server's logs. Read only what the operation declares, and reject other parameters.",
    applies: ({ responses }) => responses.has(400),
  },
  {
    name: 'method',
    title: 'an unsupported method gets 405 with the methods that the path supports',
    remedy: 'Respond to the other methods of a known path with 405 and Allow.',
    applies: ({ protocolResponses }) => protocolResponses.has(405),
  },
  {
    name: 'media-type',
    title: 'a media type that the operation does not return gets 406, and one that it does not read gets 415',
    remedy: 'Compare Accept and Content-Type with the media types of the operation.',
    applies: (operation) => returnsOnlyJson(operation) || readsBody(operation),
  },
  {
    name: 'unknown-id',
    title: 'an unknown identifier gets 404',
    remedy: 'Look up the record before you return or write anything else.',
    applies: ({ responses }) => responses.has(404),
  },
  {
    name: 'tenancy',
    title: 'data of another tenant is not accessible',
    remedy:
      'Restrict every query to the tenant and workspace of the request, and use one error for missing records and those of other tenants.',
    applies: ({ path, responses }) => path.includes(`{${TENANT}}`) || responses.has(404),
  },
  {
    name: 'access',
    title: 'an API key whose access is too low gets 403',
    remedy: "Compare the API key's access with the access that the operation requires.",
    applies: ({ access }) => access !== 'read',
  },
  {
    name: 'selection',
    title: 'tenant_id and workspace_id select the workspace',
    remedy: 'Accept tenant_id and workspace_id together, and reject either one alone.',
    applies: (operation) => isRead(operation) && hasQueryParameter(operation, TENANT),
  },
  {
    name: 'records',
    title: 'a record has the same values alone and in its list',
    remedy: 'Read lists and single records from the same source, with the same rules.',
    applies: (operation, operations) => findListOfRecord(operation, operations) !== undefined,
  },
  {
    name: 'values',
    title: 'the values of a record agree with each other and with related records',
    remedy: 'Compute a value from the same records that the other operations return.',
    applies: returnsRecords,
  },
  {
    name: 'paging',
    title: 'all pages together contain every row once',
    remedy: 'Order rows by a unique key, continue after the last row of the page, and count the rows of all pages.',
    applies: (operation) => findList(operation) !== undefined,
  },
  {
    name: 'filters',
    title: 'a filter selects the rows that match, and no others',
    remedy: 'Combine different filters with AND, and the values of one filter with OR.',
    applies: (operation) =>
      findList(operation) !== undefined &&
      operation.parameters.some((parameter) => parameter.in === 'query' && isFilterParameter(parameter.name)),
  },
  {
    name: 'counts',
    title: 'numbers agree with the lists that they count',
    remedy:
      'Count the rows that the lists return with the same filters, or update stored counts together with the records.',
    applies: returnsCounts,
  },
  {
    name: 'order',
    title: 'rows are in the documented order, and sort and order determine it',
    remedy: 'Sort by the requested column and direction, then by the documented keys.',
    applies: (operation) =>
      findList(operation) !== undefined &&
      (hasQueryParameter(operation, 'order') || (operation.order?.length ?? 0) > 0),
  },
  {
    name: 'edges',
    title: 'every edge has its inverse',
    remedy: 'Derive both directions of an edge from the same relation.',
    applies: (operation) => findEdgeParameter(operation) !== undefined,
  },
  {
    name: 'neighbourhood',
    title: 'a neighbourhood has the nearest and most severe objects and their relations',
    remedy: 'Order objects by distance, then by severity, and return only relations between them.',
    applies: isNeighbourhood,
  },
  {
    name: 'windows',
    title: 'a time window that is reversed or too long gets 400',
    remedy: 'Validate both ends of the window before you read data.',
    applies: (operation) => hasQueryParameter(operation, 'start_time') && hasQueryParameter(operation, 'end_time'),
  },
  {
    name: 'limits',
    title: 'a body that is too large gets 413',
    remedy: "Stop reading a body at the operation's limit.",
    applies: ({ requestBody, maxBodyBytes }) => requestBody !== undefined && Number.isFinite(maxBodyBytes),
  },
  {
    name: 'preconditions',
    title: 'preconditions of writes are evaluated or rejected',
    remedy: 'Evaluate the preconditions that the operation declares, and reject all others.',
    applies: (operation) => operation.method !== 'GET' && operation.responses.has(400),
  },
  {
    name: 'idempotency',
    title: 'a repeated Idempotency-Key does not repeat the request',
    remedy: 'Store the key with the response of the request in the same transaction.',
    applies: (operation) => hasHeaderParameter(operation, /^Idempotency-Key$/i),
  },
  {
    name: 'states',
    title: 'runs, exports and records change their state only as documented',
    remedy: 'Allow only the documented transitions between states.',
    applies: ({ method, path, responses }) =>
      (method === 'DELETE' && responses.has(404)) || isAboutJob(responses) || /\/export$/.test(path),
  },
  {
    name: 'audit',
    title: 'every write has one entry in the audit log',
    remedy: 'Add the entry in the same transaction as the write, with the X-Request-Id of the response.',
    applies: isLogged,
  },
  {
    name: 'changes',
    title: 'a change of a record is once in the log of changes',
    remedy: 'Add the change in the same transaction as the write.',
    applies: makesChanges,
  },
  {
    name: 'search',
    title: 'a search finds every record with all words, and no other',
    remedy: 'Search the properties that the type of the result lists, each word in any of them, and ignore case.',
    applies: isSearch,
  },
];

function hasQueryParameter(operation: Operation, name: string): boolean {
  return findParameter(operation, 'query', name) !== undefined;
}

function hasHeaderParameter({ parameters }: Operation, pattern: RegExp): boolean {
  return parameters.some((parameter) => parameter.in === 'header' && pattern.test(parameter.name));
}

/** Returns whether a successful response declares `Retry-After`: the operation starts, returns or stops a job. */
function isAboutJob(responses: Operation['responses']): boolean {
  return [...responses].some(([status, { headers }]) => status < 300 && headers.includes('retry-after'));
}
