/** The generated client, called by the names of the contract. */
import * as api from '@aispm/client';
import { type Endpoint, type Json, loadContract, type RequestParts, readEndpoints } from '@aispm/conformance';
import { createMock } from '@aispm/mock';

/** An answer as the client gives it. */
export interface Reply {
  status: number;
  headers: Headers;
  data: unknown;
}

/** A function of the client. */
export type Call = ((client: api.Client, args: object, options?: api.CallOptions) => Promise<unknown>) & {
  result(client: api.Client, args: object, options?: api.CallOptions): Promise<Reply>;
  isError(error: unknown): boolean;
};

const { fetch, basePath } = await createMock();
const settings = { baseUrl: `http://mock.test${basePath}`, fetch: fetch as api.Fetch, retry: false } as const;

/** Every operation of the contract. */
export const endpoints: Endpoint[] = readEndpoints((await loadContract()).operations);

/** A client with a token, and one without. */
export const client = api.createClient({ ...settings, token: 'any' });
export const stranger = api.createClient(settings);

/** A client that sends this text, whatever body it is given. */
export function clientThatSends(text: string): api.Client {
  const send: api.Fetch = (input, init) => fetch(input, { ...(init as RequestInit), body: text });
  return api.createClient({ ...settings, token: 'any', fetch: send });
}

/** The functions of the client by name; among them are some that are no operations. */
export const functions = api as unknown as Record<string, Call | undefined>;

/** The function of an operation. */
export function callOf({ id }: Endpoint): Call {
  const call = functions[id];
  if (!call?.result) throw new Error(`The client has no function ${id}.`);
  return call;
}

/** A valid request: the examples of the required parameters, and the first example of the body. */
export function goodRequest({ parameters, body }: Endpoint): RequestParts {
  const values = (place: string): Json =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.required && parameter.in === place)
        .map(({ name, example, schema }) => {
          const value = example ?? schema.enum?.[0];
          if (value === undefined) throw new Error(`The required parameter ${name} has no example in the contract.`);
          return [name, value];
        }),
    );
  return { path: values('path'), query: values('query'), headers: values('header'), body: body?.examples[0] };
}

/** A request as the client takes it: all in one object. */
export function argumentsOf({ path, query, headers, body }: RequestParts): Json {
  return { ...path, ...query, ...headers, ...(body === undefined ? {} : { body }) };
}
