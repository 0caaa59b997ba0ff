/** Injects faults into a server by changing its responses, or its requests before it receives them. */
import type { ConformanceOptions, ViolationDetails } from '@aispm/conformance';
import { type Interceptor, SCOPE, SECOND_TOKEN, type ServerRequest, type ServerResponse, TOKEN } from '../exchange.ts';

/** A fault, and the check that must find it. */
export interface InjectedFault {
  /** What the server does wrong, as a unique predicate. */
  name: string;
  check: string;
  operation: string;
  /** Creates an instance of the fault with its own state. */
  interceptor: Interceptor;
  /** The violation that the check must report. */
  violation: Partial<Record<keyof ViolationDetails, unknown>>;
  options?: Partial<ConformanceOptions>;
}

/** Options for a server that doesn't respond: one request at a time, so that only the unanswered request expires. */
export const EXPIRING: Partial<ConformanceOptions> = { concurrency: 1 };

type Filter = (request: ServerRequest) => boolean;

/** Changes the responses to requests that match a method and path, or for which a function returns true. */
export const changeResponses =
  (selected: RegExp | Filter, edit: (response: ServerResponse, request: ServerRequest) => void): Interceptor =>
  async (request, forward) => {
    const response = structuredClone(await forward(request));
    const isSelected =
      selected instanceof RegExp ? selected.test(`${request.method} ${request.path}`) : selected(request);
    if (isSelected) edit(response, request);
    return response;
  };

/** Changes some requests. */
export const changeRequests =
  (isSelected: Filter, edit: (request: ServerRequest) => ServerRequest): Interceptor =>
  (request, forward) =>
    forward(isSelected(request) ? edit(request) : request);

export const startsWith =
  (path: string): Filter =>
  (request) =>
    request.path.startsWith(path);

export const hasQuery =
  (path: string, name: string, value?: string): Filter =>
  (request) =>
    request.path.startsWith(path) && request.query.has(name, value);

export const withoutHeaders = (request: ServerRequest, ...names: string[]): ServerRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !names.includes(name))),
});

export const withoutQuery = (request: ServerRequest, name: string): ServerRequest => {
  const query = new URLSearchParams(request.query);
  query.delete(name);
  return { ...request, query };
};

export const withFirstToken = (request: ServerRequest): ServerRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${TOKEN}` },
});

export const AUDIT_ENTRIES = `/audit-entries${SCOPE}`;
export const RULES = `/rules${SCOPE}`;
export const RULE = new RegExp(`^GET ${RULES}/`);
export const LIST = new RegExp(`^GET ${RULES}$`);
export const AGENTS = `/aispm-agents${SCOPE}`;
export const MODELS = `/aispm-models${SCOPE}`;
export const STORAGE = '/client-storage/';

/** Options of faults in operations that write. */
export const write = { write: true };

/** Options of faults in records that the API can't delete. */
export const leaveRecords = { write: true, leaveRecords: true };

/** Options of faults in the isolation of tenants. */
export const secondTenant = {
  secondToken: SECOND_TOKEN,
  secondTenant: 'another-tenant',
  secondWorkspace: 'main',
};
