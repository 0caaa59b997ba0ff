/** A receiver of webhooks, on loopback. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook, type WebhookEvent } from '@aispm/client/webhooks';

/** A request with an event. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** The status of a response, or also its headers. */
export type Reply = number | { status: number; headers: Record<string, string> };

/** A running receiver. */
export interface Receiver {
  url: string;
  /** The requests until now, in their order. */
  received: Received[];
  /** Decides the status of a response, and its headers; default: 204. */
  respond: (received: Received) => Reply | Promise<Reply>;
  /** Verifies a request, as receivers do. */
  verify: (received: Received, secret: string, now: number) => Promise<WebhookEvent>;
  close(): Promise<void>;
}

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const received = { headers: request.headers, body, event: JSON.parse(body) };
    receiver.received.push(received);
    const reply = await receiver.respond(received);
    const { status, headers } = typeof reply === 'number' ? { status: reply, headers: {} } : reply;
    response.writeHead(status, headers).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: [],
    respond: () => 204,
    verify: ({ body, headers }, secret, now) => verifyWebhook(body, headers, secret, { now: new Date(now) }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
