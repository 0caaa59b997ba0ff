/** The checks by name: the requirement of each, and the operations that it applies to. */
import { isFilterParameter } from '@aispm/openapi';
import { findList } from '../contract/lists.ts';
import { findParameter, isRead, type Operation, readsBody, returnsOnlyJson, TENANT } from '../contract/operation.ts';
import { declaresQuota } from '../run/quota.ts';
import { returnsCounts } from './counts/counts.ts';
import { findEdgeParameter } from './edge-parameter.ts';
import { isNeighbourhood } from './neighbourhoods.ts';
import { findListOfRecord } from './records.ts';

/** A check. */
export interface Check {
  /** One word for reports. */
  name: string;
  /** The requirement. */
  title: string;
  /**
   * Returns whether an operation has the requirement.
   *
   * @param operations all operations of the contract
   */
  applies(operation: Operation, operations: readonly Operation[]): boolean;
}

/** All checks. */
export const CHECKS: readonly Check[] = [
  { name: 'response', title: 'status, headers and body are as documented', applies: () => true },
  { name: 'request-id', title: 'every response returns the X-Request-Id of its request', applies: () => true },
  {
    name: 'quota',
    title: 'the headers of the quota are there, well-formed, and fall with each request',
    applies: declaresQuota,
  },
  {
    name: 'authentication',
    title: 'a missing, malformed or unknown API key gets 401',
    applies: ({ responses }) => responses.has(401),
  },
  {
    name: 'invalid',
    title: 'an invalid parameter or body gets the documented error',
    applies: ({ responses, parameters, requestBody }) =>
      responses.has(400) && (parameters.length > 0 || requestBody !== undefined),
  },
  {
    name: 'unknown-parameter',
    title: 'an unknown query parameter gets 400 with the closest known one',
    applies: ({ responses }) => responses.has(400),
  },
  {
    name: 'careless',
    title: 'parameters, headers and bodies of other operations get the documented response, and never 500',
    applies: ({ responses }) => responses.has(400),
  },
  {
    name: 'method',
    title: 'a method that the path does not have gets 405 with the methods of the path',
    applies: ({ protocolResponses }) => protocolResponses.has(405),
  },
  {
    name: 'media-type',
    title: 'a media type that is not returned or not read gets 406 or 415',
    applies: (operation) => returnsOnlyJson(operation) || readsBody(operation),
  },
  {
    name: 'unknown-id',
    title: 'an unknown identifier gets 404',
    applies: ({ responses }) => responses.has(404),
  },
  {
    name: 'tenancy',
    title: 'data of another tenant is not accessible',
    applies: ({ path, responses }) => path.includes(`{${TENANT}}`) || responses.has(404),
  },
  {
    name: 'access',
    title: 'an API key whose access is too low gets 403',
    applies: ({ access }) => access !== 'read',
  },
  {
    name: 'selection',
    title: 'tenant_id and workspace_id select the workspace',
    applies: (operation) => isRead(operation) && hasQueryParameter(operation, TENANT),
  },
  {
    name: 'records',
    title: 'a record has the same values alone and in its list',
    applies: (operation, operations) => findListOfRecord(operation, operations) !== undefined,
  },
  {
    name: 'paging',
    title: 'all pages together contain every row once',
    applies: (operation) => findList(operation) !== undefined,
  },
  {
    name: 'filters',
    title: 'a filter selects the rows that match, and no others',
    applies: (operation) =>
      findList(operation) !== undefined &&
      operation.parameters.some((parameter) => parameter.in === 'query' && isFilterParameter(parameter.name)),
  },
  {
    name: 'counts',
    title: 'numbers agree with the lists that they count',
    applies: returnsCounts,
  },
  {
    name: 'order',
    title: 'sort and order determine the order of the rows',
    applies: (operation) => findList(operation) !== undefined && hasQueryParameter(operation, 'order'),
  },
  {
    name: 'edges',
    title: 'every edge has its inverse',
    applies: (operation) => findEdgeParameter(operation) !== undefined,
  },
  {
    name: 'neighbourhood',
    title: 'a neighbourhood has the nearest and most severe objects and their relations',
    applies: isNeighbourhood,
  },
  {
    name: 'windows',
    title: 'a time window that is reversed or too long gets 400',
    applies: (operation) => hasQueryParameter(operation, 'start_time') && hasQueryParameter(operation, 'end_time'),
  },
  {
    name: 'limits',
    title: 'a body that is too large gets 413',
    applies: ({ requestBody, maxBodyBytes }) => requestBody !== undefined && Number.isFinite(maxBodyBytes),
  },
  {
    name: 'preconditions',
    title: 'preconditions of writes are evaluated or refused',
    applies: (operation) => operation.method !== 'GET' && operation.responses.has(400),
  },
  {
    name: 'idempotency',
    title: 'a repeated Idempotency-Key does not repeat the request',
    applies: (operation) => hasHeaderParameter(operation, /^Idempotency-Key$/i),
  },
  {
    name: 'states',
    title: 'runs, exports and records change their state only as documented',
    applies: ({ method, path, responses }) =>
      (method === 'DELETE' && responses.has(404)) || isAboutJob(responses) || /\/export$/.test(path),
  },
];

function hasQueryParameter(operation: Operation, name: string): boolean {
  return findParameter(operation, 'query', name) !== undefined;
}

function hasHeaderParameter({ parameters }: Operation, pattern: RegExp): boolean {
  return parameters.some((parameter) => parameter.in === 'header' && pattern.test(parameter.name));
}

/** Returns whether a success declares `Retry-After`: the operation starts, shows or stops a job. */
function isAboutJob(responses: Operation['responses']): boolean {
  return [...responses].some(([status, { headers }]) => status < 300 && headers.includes('retry-after'));
}
