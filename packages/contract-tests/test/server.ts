/** The clients that tests use to call a server. */
import { type Client, createClient } from '@aispm/client';

/** The clients of a server. */
export interface Server {
  /** With a token. */
  client: Client;
  /** Without a token. */
  anonymous: Client;
  /** Creates a client that replaces each body with a string. */
  withText(text: string): Client;
}

/**
 * Creates the clients of a server, without retries.
 *
 * @param fetch sends their requests. Default: over HTTP
 */
export function createServer(baseUrl: string, fetch = globalThis.fetch): Server {
  const settings = { baseUrl, fetch, token: 'any-key', retry: false } as const;
  return {
    client: createClient(settings),
    anonymous: createClient({ ...settings, token: undefined }),
    withText: (text) =>
      createClient({ ...settings, fetch: (input, init) => fetch(input, { ...(init as RequestInit), body: text }) }),
  };
}
