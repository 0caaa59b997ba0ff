import {
  isJsonObject,
  jsonContent,
  listExamples,
  listProtocolResponses,
  type Response,
  type Schema,
} from '@aispm/openapi';
import { type Contract, listContractOperations, type Operation } from './contract.ts';

/** A reason of `ErrorReason` with its documentation in the contract. */
export interface ErrorReason {
  reason: string;
  /** What happened. */
  cause: string;
  /** What the caller can do. */
  remedy: string;
  /** The statuses of responses with this reason, in ascending order. */
  statuses: string[];
  /** The name of the first status, such as `Bad Request`, from the descriptions of errors in the contract. */
  statusName: string;
  /** A body with this reason. */
  example?: unknown;
  /** The operations that declare it, in the contract's order. */
  operations: Operation[];
  /** Whether requests to all operations can get it. */
  isProtocol: boolean;
}

/** The properties of the schema that describe its values. */
interface DescribedEnum {
  enum: string[];
  'x-enumDescriptions': Record<string, string>;
  'x-remedies': Record<string, string>;
}

/** Lists all reasons in the contract's order, with the statuses and operations whose examples have the reason. */
export function listErrorReasons(contract: Contract): ErrorReason[] {
  const schema = contract.components.schemas.ErrorReason as Schema & DescribedEnum;
  const reasons = new Map(
    schema.enum.map((reason): [string, ErrorReason] => [
      reason,
      {
        reason,
        cause: schema['x-enumDescriptions'][reason] ?? '',
        remedy: schema['x-remedies'][reason] ?? '',
        statuses: [],
        statusName: '',
        operations: [],
        isProtocol: false,
      },
    ]),
  );
  const addExamples = (status: string, response: Response, add: (entry: ErrorReason) => void) => {
    for (const { value } of listExamples(contract, jsonContent(response) ?? {})) {
      const entry = isJsonObject(value) ? reasons.get(String(value.reason)) : undefined;
      if (!entry) continue;
      entry.example ??= value;
      entry.statusName ||= response.description.split('.')[0] ?? '';
      if (!entry.statuses.includes(status)) entry.statuses = [...entry.statuses, status].sort();
      add(entry);
    }
  };
  for (const operation of listContractOperations(contract)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      addExamples(status, response, ({ operations }) => {
        if (operations.at(-1) !== operation) operations.push(operation);
      });
    }
  }
  for (const { status, response } of listProtocolResponses(contract)) {
    addExamples(status, response, (entry) => {
      entry.isProtocol = true;
    });
  }
  return [...reasons.values()];
}
