/** The contract that a server must conform to. */
import { closeObjects, type Document, openObjects, ReferenceResolutionError } from '@aispm/openapi';
import { createValidator } from '@aispm/openapi/validate';
import { ContractError } from '../core/errors.ts';
import type { Operation } from './operation.ts';
import { readDocument } from './read-document.ts';
import { readOperations } from './read-operations.ts';
import { toValidatedRequest } from './request.ts';
import type { RequestParts } from './request-parts.ts';

/** Something in a request or a response that the contract does not allow. */
export interface ContractViolation {
  /** Where: `['query', 'page_size']`, `['header', 'ETag']`, `['body', 'items', '0', 'name']`, `['status']`. */
  location: string[];
  /** The violated JSON Schema keyword, or the type of violation, such as `mediaType`. */
  keyword: string;
  /** A predicate whose subject is the location: `is required`. */
  message: string;
}

/** A response as the contract describes it. */
export interface ContractResponse {
  status: number;
  /** Header fields; their names are case-insensitive. */
  headers: Record<string, string>;
  /** The parsed JSON, or the body as a string for other media types; undefined when there is no body. */
  body: unknown;
}

/** A contract, ready for use. */
export interface Contract {
  /** `info.version`. */
  version: string;
  operations: readonly Operation[];
  /** Returns what is wrong with a request; empty when it is valid. Security is not validated. */
  validateRequest(operation: Operation, request: RequestParts): ContractViolation[];
  /**
   * Returns what is wrong with a response; empty when it is valid.
   *
   * @param isStrict whether fields that the contract does not declare are violations
   */
  validateResponse(operation: Operation, response: ContractResponse, isStrict: boolean): ContractViolation[];
  /** Returns whether the contract has a reason of errors only with other statuses. One that it doesn't know may be new. */
  isReasonOfOther(reason: unknown, status: number): boolean;
}

/**
 * Loads a contract.
 *
 * @param source path of an OpenAPI 3.1 document in one JSON file, or the parsed document; by default the contract that
 *   comes with this package
 * @throws {ContractError} when the file is missing or not JSON, or when the document is not an OpenAPI document, has no
 *   operations, or has a reference that cannot be resolved
 */
export async function loadContract(source?: string | object): Promise<Contract> {
  const file = typeof source === 'string' ? source : undefined;
  const document = await readDocument(source);
  try {
    return createContract(document, file);
  } catch (error) {
    if (!(error instanceof ReferenceResolutionError)) throw error;
    throw new ContractError(error.message, file);
  }
}

function createContract(document: Document, file: string | undefined): Contract {
  const operations = readOperations(document);
  if (operations.size === 0) throw new ContractError('It has no operations.', file);
  const validator = createValidator(document);
  // The published document has open responses, to which fields may be added.
  const strict = createValidator(closeObjects(document));
  const open = createValidator(openObjects(document));
  const getSource = (operation: Operation) => {
    const source = operations.get(operation);
    if (!source) throw new Error(`The operation ${operation.id} belongs to another contract.`);
    return source;
  };
  const statuses = listStatusesByReason([...operations.keys()]);
  return {
    version: document.info.version,
    operations: [...operations.keys()],
    validateRequest: (operation, request) =>
      request.text === undefined
        ? validator.validateRequest(getSource(operation), toValidatedRequest(operation, request))
        : [{ location: ['body'], keyword: 'json', message: 'must be valid JSON' }],
    validateResponse: (operation, response, isStrict) =>
      (isStrict ? strict : open).validateResponse(getSource(operation), response),
    isReasonOfOther: (reason, status) => statuses.get(reason)?.has(status) === false,
  };
}

/** Returns the statuses of the errors that have a reason in any example. */
function listStatusesByReason(operations: readonly Operation[]): Map<unknown, Set<number>> {
  const statuses = new Map<unknown, Set<number>>();
  for (const { responses, protocolResponses } of operations) {
    for (const [status, { reasons }] of [...responses, ...protocolResponses]) {
      for (const reason of reasons) statuses.set(reason, (statuses.get(reason) ?? new Set()).add(status));
    }
  }
  return statuses;
}
