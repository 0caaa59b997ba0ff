/** Requests and responses of the examined server, and its tokens. */

/** The tenant and workspace of the first token. */
export const SCOPE = '/tenants/halden-freight/workspaces/production';
export const TOKEN = 'first-key';
export const SECOND_TOKEN = 'second-key';

/** A request; its path starts below the base path. */
export interface ServerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
}

/** A response, with a parsed JSON body. */
export interface ServerResponse {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: injected faults change bodies of all types
  body: any;
}

/** Responds to a request. */
export type Handler = (request: ServerRequest) => Promise<ServerResponse>;

/** Responds instead of the server, and can forward the request to it. Undefined: there is no response. */
export type Interceptor = (request: ServerRequest, forward: Handler) => Promise<ServerResponse | undefined>;
