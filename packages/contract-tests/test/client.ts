/** Clients of the mock. */
import * as api from '@aispm/client';
import { createMock } from '@aispm/mock';

const { fetch, basePath } = await createMock();
const settings = { baseUrl: `http://mock.test${basePath}`, fetch: fetch as api.Fetch, retry: false } as const;

/** A client with a token. */
export const client = api.createClient({ ...settings, token: 'any' });
/** A client without a token. */
export const anonymousClient = api.createClient(settings);

/** Creates a client that sends a text instead of each body. */
export function createTextClient(text: string): api.Client {
  const send: api.Fetch = (input, init) => fetch(input, { ...(init as RequestInit), body: text });
  return api.createClient({ ...settings, token: 'any', fetch: send });
}
