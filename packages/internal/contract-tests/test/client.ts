/** The generated client, called by the names of the contract. */
import * as api from '@aispm/client';
import { type Json, loadContract, type Operation, type ParameterLocation, type RequestParts } from '@aispm/conformance';
import { createMock } from '@aispm/mock';

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

const { fetch, basePath } = await createMock();
const settings = { baseUrl: `http://mock.test${basePath}`, fetch: fetch as api.Fetch, retry: false } as const;

/** The contract, and its operations. */
export const contract = await loadContract();
export const { operations } = contract;

/** A client with a token. */
export const client = api.createClient({ ...settings, token: 'any' });
/** A client without a token. */
export const anonymousClient = api.createClient(settings);

/** Creates a client that sends a text instead of each body. */
export function createTextClient(text: string): api.Client {
  const send: api.Fetch = (input, init) => fetch(input, { ...(init as RequestInit), body: text });
  return api.createClient({ ...settings, token: 'any', fetch: send });
}

/** The exports of the client; some of them are not operations. */
export const functions = api as unknown as Record<string, Call | undefined>;

/** Returns the function of an operation. */
export function getCall({ id }: Operation): Call {
  const call = functions[id];
  if (!call?.result) throw new Error(`The client has no function ${id}.`);
  return call;
}

/** Creates a valid request: the examples of the required parameters, and the first example of the body. */
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
