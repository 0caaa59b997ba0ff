import { formatBytes, maxBodyBytes, resolve, responseHeaders } from '@aispm/openapi';
import { type Contract, listContractOperations, type Operation } from './contract.ts';
import { joinLines } from './error-tables.ts';

/** A possible next request after an operation. */
export interface NextCall {
  operation: Operation;
  /** The purpose of the request, in one or two sentences. */
  purpose: string;
}

/** A link of a response, with the properties that the rules of the contract require. */
interface Link {
  operationId: string;
  description: string;
}

/** Describes the quota of an operation, based on the example of its `RateLimit-Policy` header; undefined without it. */
export function describeRateLimit(contract: Contract, { responses }: Operation): string | undefined {
  const header = Object.values(responses)
    .map((response) => responseHeaders(contract, response)['RateLimit-Policy'])
    .find((candidate) => candidate !== undefined);
  const [, requests, seconds] = /;q=(\d+);w=(\d+)/.exec(String(header?.example)) ?? [];
  return requests && `${requests} requests in ${seconds} seconds`;
}

/** Describes the maximum size of a request body; undefined for operations without a body. */
export function describeBodyLimit(contract: Contract, operation: Operation): string | undefined {
  if (!operation.requestBody) return undefined;
  return `Maximum size: ${formatBytes(maxBodyBytes(contract, operation))}, without compression.`;
}

/**
 * Lists the operations that the `links` of an operation's responses refer to, without duplicates.
 *
 * @throws {Error} if a link refers to an operation that the contract doesn't have
 */
export function listNextCalls(contract: Contract, { operationId, responses }: Operation): NextCall[] {
  const operations = new Map(listContractOperations(contract).map((operation) => [operation.operationId, operation]));
  const links = new Map(Object.values(responses).flatMap((response) => Object.entries(response.links ?? {})));
  return [...links].map(([name, node]) => {
    const link = resolve<Link>(contract, node as Link);
    const operation = operations.get(link.operationId);
    if (!operation) {
      throw new Error(
        `${operationId}: the link ${name} refers to "${link.operationId}", which isn't an operation. Correct its operationId.`,
      );
    }
    return { operation, purpose: joinLines(link.description) };
  });
}

/** Writes the possible next requests as a Markdown list. */
export function nextCallList(calls: NextCall[], toUrl: (operation: Operation) => string): string {
  return calls
    .map(({ operation, purpose }) => `- [${operation.operationId}](${toUrl(operation)}): ${purpose}`)
    .join('\n');
}
