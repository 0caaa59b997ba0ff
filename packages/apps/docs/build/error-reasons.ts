import {
  isJsonObject,
  jsonContent,
  listExamples,
  listProtocolResponses,
  type Response,
  type Schema,
} from '@aispm/openapi';
import { type Contract, listContractOperations, type Operation } from './contract.ts';

/** A reason of `ErrorReason` with everything that the contract says about it. */
export interface ErrorReason {
  reason: string;
  /** What has happened. */
  cause: string;
  /** What the caller can do. */
  remedy: string;
  /** The statuses of the responses that have it, the lowest first. */
  statuses: string[];
  /** The name of the first status, such as `Bad Request`, with which the contract begins the descriptions of errors. */
  statusName: string;
  /** A body that has it. */
  example?: unknown;
  /** The operations that declare it, in the order of the contract. */
  operations: Operation[];
  /** Whether any request can get it, whatever its operation. */
  isProtocol: boolean;
}

/** The members of the schema that describe its values. */
interface DescribedEnum {
  enum: string[];
  'x-enumDescriptions': Record<string, string>;
  'x-remedies': Record<string, string>;
}

/** Lists all reasons in the order of the contract. Statuses and operations are those whose examples have the reason. */
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
