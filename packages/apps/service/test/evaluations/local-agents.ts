/** Servers on loopback that behave like agents, for tests of the outgoing client. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createOutgoingClient,
  type OutgoingClient,
  type OutgoingOptions,
} from '../../src/domains/evaluations/agents/outgoing-client.ts';

/** A server that is closed at the end of its scope. */
export interface LocalAgent extends AsyncDisposable {
  readonly url: string;
  readonly origin: string;
  /** A client that may call it. */
  readonly client: (options?: Partial<OutgoingOptions>) => OutgoingClient;
}

/** Starts a server. */
export async function serveAgent(listener: RequestListener): Promise<LocalAgent> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/v1/chat`,
    client: (options) => createOutgoingClient({ allow: ['127.0.0.1:*'], ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads the JSON body of a request. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
export async function readJson(message: IncomingMessage): Promise<any> {
  let text = '';
  for await (const chunk of message) text += chunk;
  return JSON.parse(text);
}
