import {
  buildRequestExample,
  enumValues,
  listProtocolResponses,
  type Parameter,
  protocolResponsesOf,
  resolve,
  type Schema,
} from '@aispm/openapi';
import { type Contract, listContractOperations } from './contract.ts';

/** An operation on the "Try it" page. */
export interface TryItOperation {
  operationId: string;
  summary: string;
  tag: string;
  method: string;
  /** Path relative to the base URL, with a placeholder `{name}` for each path parameter. */
  path: string;
  parameters: TryItParameter[];
  /** The statuses of its responses, including protocol responses. */
  statuses: string[];
  /** The initial JSON body, indented; undefined for operations without a body. */
  body?: string;
}

/** A parameter as a field of the form. */
export interface TryItParameter {
  name: string;
  in: string;
  required: boolean;
  /** The initial value; empty for optional parameters. */
  example: string;
  /** The accepted values; undefined if it isn't enumerated. */
  values?: string[];
  /** Whether it accepts several values. */
  isRepeatable: boolean;
}

/** Lists all operations with an initial request, in which only required parameters have values. */
export function listTryItOperations(contract: Contract): TryItOperation[] {
  const protocolResponses = listProtocolResponses(contract);
  return listContractOperations(contract).map((operation) => {
    const { path, query, headers, body } = buildRequestExample(contract, operation);
    const values: Record<string, string> = { ...path, ...query, ...headers };
    return {
      operationId: operation.operationId,
      summary: operation.summary,
      tag: operation.tag,
      method: operation.method.toUpperCase(),
      path: operation.path,
      parameters: operation.parameters.map((parameter) => toField(contract, parameter, values[parameter.name])),
      statuses: [
        ...new Set([
          ...Object.keys(operation.responses),
          ...protocolResponsesOf(protocolResponses, operation).map(({ status }) => status),
        ]),
      ].toSorted(),
      ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
    };
  });
}

function toField(
  contract: Contract,
  { name, in: location, required, schema = {} }: Parameter,
  example = '',
): TryItParameter {
  const { type, items } = resolve<Schema>(contract, schema);
  const isRepeatable = type === 'array';
  const values = enumValues(contract, isRepeatable ? (items ?? {}) : schema)?.map(String);
  return { name, in: location, required: required === true, example, ...(values && { values }), isRepeatable };
}
