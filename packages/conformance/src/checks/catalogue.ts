/** The checks by name: what each holds the server to, and which operations it applies to. */
import { type Endpoint, listOf, successOf, TENANT } from '../endpoint.js';

/** A check. */
export interface Check {
  /** One word, as in reports. */
  name: string;
  /** What the server is held to. */
  title: string;
  /** Whether it says something about an operation. */
  applies(endpoint: Endpoint): boolean;
}

const takesHeader = (endpoint: Endpoint, pattern: RegExp) =>
  endpoint.parameters.some((one) => one.in === 'header' && pattern.test(one.name));
const takesQuery = (endpoint: Endpoint, name: string) =>
  endpoint.parameters.some((one) => one.in === 'query' && one.name === name);
const isUnderTenant = ({ path }: Endpoint) => path.includes(`{${TENANT}}`);

/** Query parameters that choose the page and the order of a list, not what is in it. */
export const NO_FILTERS = new Set(['cursor', 'page', 'page_size', 'include_total', 'sort', 'order']);

/** The edges that an operation follows, by the name of its path parameter; undefined when it follows none. */
export function edgeOf(endpoint: Endpoint): { name: string; values: string[] } | undefined {
  const [last = ''] = endpoint.path.match(/\{[^}]+\}$/) ?? [];
  const parameter = endpoint.parameters.find((one) => one.in === 'path' && `{${one.name}}` === last);
  const values = parameter?.schema.enum;
  return parameter && values ? { name: parameter.name, values: values as string[] } : undefined;
}

/** Every check. */
export const CHECKS: readonly Check[] = [
  { name: 'answer', title: 'what it answers is what the contract documents', applies: () => true },
  { name: 'request-id', title: 'X-Request-Id comes back on every answer', applies: () => true },
  {
    name: 'authentication',
    title: 'a missing, malformed or unknown API key gets 401',
    applies: ({ responses }) => responses.has(401),
  },
  {
    name: 'invalid',
    title: 'an invalid parameter or body gets the documented error',
    applies: ({ responses, parameters, body }) => responses.has(400) && (parameters.length > 0 || body !== undefined),
  },
  {
    name: 'unknown-id',
    title: 'an identifier that nothing has gets 404',
    applies: ({ responses }) => responses.has(404),
  },
  {
    name: 'tenancy',
    title: 'data of another tenant is out of reach',
    applies: (endpoint) => isUnderTenant(endpoint) || endpoint.responses.has(404),
  },
  {
    name: 'paging',
    title: 'a walk through all pages shows every row once',
    applies: (endpoint) => listOf(endpoint) !== undefined,
  },
  {
    name: 'filters',
    title: 'a filter selects what it names, and nothing else',
    applies: (endpoint) =>
      listOf(endpoint) !== undefined &&
      endpoint.parameters.some((one) => one.in === 'query' && !NO_FILTERS.has(one.name)),
  },
  {
    name: 'order',
    title: 'sort and order put the rows in their order',
    applies: (endpoint) => listOf(endpoint) !== undefined && takesQuery(endpoint, 'order'),
  },
  {
    name: 'edges',
    title: 'every edge leads back by its inverse',
    applies: (endpoint) => edgeOf(endpoint) !== undefined,
  },
  {
    name: 'windows',
    title: 'a time window that is reversed or too long gets 400',
    applies: (endpoint) => takesQuery(endpoint, 'start_time') && takesQuery(endpoint, 'end_time'),
  },
  {
    name: 'limits',
    title: 'a body that is too large gets 413',
    applies: ({ responses }) => responses.has(413),
  },
  {
    name: 'conditions',
    title: 'If-Match and If-None-Match are obeyed',
    applies: (endpoint) => takesHeader(endpoint, /^If-/i),
  },
  {
    name: 'idempotency',
    title: 'a repeated Idempotency-Key replays the first answer',
    applies: (endpoint) => takesHeader(endpoint, /^Idempotency-Key$/i),
  },
  {
    name: 'states',
    title: 'runs, exports and records go through their states, and only those',
    applies: ({ method, path, responses }) =>
      (method === 'DELETE' && responses.has(404)) || successHasPolling(responses) || /\/export$/.test(path),
  },
];

/** Whether the success tells when to ask again: the operation starts, shows or stops a job. */
function successHasPolling(responses: Endpoint['responses']): boolean {
  return [...responses].some(([status, { headers }]) => status < 300 && headers.includes('retry-after'));
}

/** Whether an operation only reads. */
export function isRead(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && successOf(endpoint).status === 200;
}
