import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, createWebhook, withWorkspace } from '@aispm/client';
import { verifyWebhook, type WebhookEvent } from '@aispm/client/webhooks';

const baseUrl = 'http://127.0.0.1:4010/api/v1';
const client = withWorkspace(createClient({ baseUrl, token: 'any-key' }), {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
});

/** The number of the ticket of each issue, and the events that were handled. */
const tickets = new Map<string, number>();
const handled = new Set<string>();

async function handle(event: WebhookEvent): Promise<void> {
  if (handled.has(event.id)) return;
  if (event.type === 'issue.opened') {
    const { issue_id, rule_name } = event.data;
    tickets.set(issue_id, await openTicket(rule_name));
  } else if (event.type === 'issue.resolved') {
    const ticket = tickets.get(event.data.issue_id);
    if (ticket !== undefined) await closeTicket(ticket);
  }
  handled.add(event.id);
}

let secret = '';
const server = createServer(async (request, response) => {
  try {
    const body = await text(request);
    await handle(await verifyWebhook(body, request.headers, secret));
    response.writeHead(204).end();
  } catch (error) {
    // The service sends the event again.
    console.error(error);
    response.writeHead(400).end();
  }
});
await new Promise<void>((listening) =>
  server.listen(0, '127.0.0.1', listening),
);
const { port } = server.address() as AddressInfo;

({ secret } = await createWebhook(client, {
  body: {
    name: 'Tickets',
    // In production, the https address of this program.
    url: `http://127.0.0.1:${port}/`,
    kinds: ['issue.opened', 'issue.resolved'],
  },
}));
await ask({ type: 'issue.opened', data: { issue_id: 'example' } });
await ask({ type: 'issue.resolved', data: { issue_id: 'example' } });
server.close();

/** Replace both by calls of your ticket system. */
async function openTicket(title: string): Promise<number> {
  const ticket = tickets.size + 1;
  console.log(`Open ticket ${ticket}: ${title}`);
  return ticket;
}

async function closeTicket(ticket: number): Promise<void> {
  console.log(`Close ticket ${ticket}`);
}

/** Asks the mock for an event. The service sends events by itself. */
async function ask(body: object): Promise<void> {
  await fetch(new URL('/__mock/events', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

//> Open ticket 1: MCP server without authentication
//> Close ticket 1
