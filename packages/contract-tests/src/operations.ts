/** The operations of the contract, each with the client's function and a valid request. */
import * as api from '@aispm/client';
import { type Json, loadContract, type Operation, type ParameterLocation, type RequestParts } from '@aispm/conformance';

/** A result of the client. */
export interface Result {
  status: number;
  headers: Headers;
  data: unknown;
}

/** A function of the client. */
export type Call = ((client: api.Client, args: object, options?: api.CallOptions) => Promise<unknown>) & {
  result(client: api.Client, args: object, options?: api.CallOptions): Promise<Result>;
  isError(error: unknown): boolean;
};

/** The contract, and its operations. */
export const contract = await loadContract();
export const { operations } = contract;

/** The functions of the client that call operations, by name. */
export const calls: ReadonlyMap<string, Call> = new Map(
  Object.entries(api).flatMap(([name, value]) => (isCall(value) ? [[name, value]] : [])),
);

function isCall(value: unknown): value is Call {
  return typeof value === 'function' && 'result' in value;
}

/** Returns the function of an operation. */
export function getCall({ id }: Operation): Call {
  const call = calls.get(id);
  if (!call) throw new Error(`The client has no function ${id}.`);
  return call;
}

/** Creates a valid request from the examples of required parameters and the first example of the body. */
export function createValidRequest({ parameters, requestBody }: Operation): RequestParts {
  const getValues = (location: ParameterLocation): Json =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.required && parameter.in === location)
        .map(({ name, example, schema }) => {
          const value = example ?? schema.enum?.[0];
          if (value === undefined) throw new Error(`The required parameter ${name} has no example in the contract.`);
          return [name, value];
        }),
    );
  return {
    path: getValues('path'),
    query: getValues('query'),
    headers: getValues('header'),
    body: requestBody?.examples[0],
  };
}

/** Converts a request to the arguments of the client. */
export function toArguments({ path, query, headers, body }: RequestParts): Json {
  return { ...path, ...query, ...headers, ...(body === undefined ? {} : { body }) };
}
