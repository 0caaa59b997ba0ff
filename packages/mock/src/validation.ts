/** What Prism finds wrong with requests and responses, for tools that hold another server to the contract. */
import { createRequire } from 'node:module';
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http';
import type { Operation } from './contract.js';

export { type Contract, loadContract, type Operation } from './contract.js';

type Validator = typeof import('@stoplight/prism-http/dist/validator/index.js');

/** Only the validator: the rest of Prism takes longer to load than a run of a few checks. */
const { validateInput, validateOutput } = createRequire(import.meta.url)(
  '@stoplight/prism-http/dist/validator/index.js',
) as Validator;

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
export function requestFindings(operation: Operation, request: IHttpRequest): Finding[] {
  return findings(validateInput({ resource: operation, element: request }));
}

/** Whatever a response has that the operation does not promise; empty when it is valid. */
export function responseFindings(operation: Operation, response: IHttpResponse): Finding[] {
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
