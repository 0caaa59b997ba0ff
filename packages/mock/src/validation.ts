/** What Prism finds wrong with requests and responses, for tools that hold another server to the contract. */
import type { Operation } from './contract.js';
import { validateInput, validateOutput } from './prism-library.js';

export { type Contract, loadContract, type Operation } from './contract.js';

/** A request as Prism looks at it. */
export interface CheckedRequest {
  method: 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
  url: { path: string; baseUrl?: string; query?: Record<string, string | string[]> };
  /** Names in lower case. */
  headers?: Record<string, string>;
  /** The body, parsed. */
  body?: unknown;
}

/** A response as Prism looks at it. */
export interface CheckedResponse {
  statusCode: number;
  /** Names in lower case. */
  headers?: Record<string, string>;
  /** The body, parsed. */
  body?: unknown;
}

/** One thing that breaks the contract. */
export interface Finding {
  /** Where: `['query', 'page_size']`, `['body', 'items', '0', 'name']`, `['header', 'etag']`; `[]` for the whole. */
  path: string[];
  /** The JSON Schema keyword that is not met, or the status that the fault would have. */
  code: string;
  /** What is wrong, in the words of the validator. */
  message: string;
}

/** Whatever a request has that the operation does not take; empty when it is valid. */
export function requestFindings(operation: Operation, request: CheckedRequest): Finding[] {
  return findings(validateInput({ resource: operation, element: request }));
}

/** Whatever a response has that the operation does not promise; empty when it is valid. */
export function responseFindings(operation: Operation, response: CheckedResponse): Finding[] {
  return findings(validateOutput({ resource: operation, element: response }));
}

function findings(result: ReturnType<typeof validateInput> | ReturnType<typeof validateOutput>): Finding[] {
  if (result._tag === 'Right') return [];
  return result.left.map(({ path = [], code, message }) => ({
    path: path.map(String),
    code: String(code ?? ''),
    message,
  }));
}
