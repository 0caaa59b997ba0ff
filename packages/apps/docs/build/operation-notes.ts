import { formatBytes, maxBodyBytes, resolve, responseHeaders } from '@aispm/openapi';
import { type Contract, listContractOperations, type Operation } from './contract.ts';
import { joinLines } from './error-tables.ts';

/** A request that may follow an operation. */
export interface NextCall {
  operation: Operation;
  /** What the request is for, in one or two sentences. */
  purpose: string;
}

/** A `link` of a response, as the rules of the contract require it. */
interface Link {
  operationId: string;
  description: string;
}

/** Describes the quota of an operation, from the example of its header `RateLimit-Policy`; undefined without that header. */
export function describeRateLimit(contract: Contract, { responses }: Operation): string | undefined {
  const header = Object.values(responses)
    .map((response) => responseHeaders(contract, response)['RateLimit-Policy'])
    .find((candidate) => candidate !== undefined);
  const [, requests, seconds] = /;q=(\d+);w=(\d+)/.exec(String(header?.example)) ?? [];
  return requests && `${requests} requests in ${seconds} seconds`;
}

/** Writes how large the request body of an operation may be; undefined for an operation without one. */
export function describeBodyLimit(contract: Contract, operation: Operation): string | undefined {
  if (!operation.requestBody) return undefined;
  return `Maximum size: ${formatBytes(maxBodyBytes(contract, operation))}, without compression.`;
}

/**
 * Lists the requests that the `links` of an operation's responses lead to, each once.
 *
 * @throws {Error} when a link leads to an operation that the contract does not have
 */
export function listNextCalls(contract: Contract, { operationId, responses }: Operation): NextCall[] {
  const operations = new Map(listContractOperations(contract).map((operation) => [operation.operationId, operation]));
  const links = new Map(Object.values(responses).flatMap((response) => Object.entries(response.links ?? {})));
  return [...links].map(([name, node]) => {
    const link = resolve<Link>(contract, node as Link);
    const operation = operations.get(link.operationId);
    if (!operation) {
      throw new Error(
        `${operationId}: the link ${name} leads to "${link.operationId}", which is not an operation. Correct its operationId.`,
      );
    }
    return { operation, purpose: joinLines(link.description) };
  });
}

/** Writes the requests that may follow as a Markdown list. */
export function nextCallList(calls: NextCall[], toAddress: (operation: Operation) => string): string {
  return calls
    .map(({ operation, purpose }) => `- [${operation.operationId}](${toAddress(operation)}): ${purpose}`)
    .join('\n');
}
