import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, createWebhook, withWorkspace } from '@aispm/client';
import { verifyWebhook } from '@aispm/client/webhooks';

const baseUrl = 'http://127.0.0.1:4010/api/v1';
const client = withWorkspace(createClient({ baseUrl, token: 'any-key' }), {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
});

let secret = '';
const server = createServer(async (request, response) => {
  try {
    const body = await text(request);
    const event = await verifyWebhook(body, request.headers, secret);
    if (event.type === 'issue.opened') {
      const { definitive_severity, rule_name } = event.data;
      await post(`New ${definitive_severity} issue: ${rule_name}`);
    }
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
    name: 'Slack',
    // In production, the https address of this program.
    url: `http://127.0.0.1:${port}/`,
    kinds: ['issue.opened'],
    severities: ['critical', 'high'],
  },
}));
await ask({ type: 'issue.opened' });
server.close();

async function post(message: string): Promise<void> {
  const url = process.env.SLACK_WEBHOOK_URL;
  if (url === undefined) {
    console.log(message);
    return;
  }
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: message }),
  });
  if (!ok) throw new Error(`Slack responded with ${status}.`);
}

/** Asks the mock for an event. The service sends events by itself. */
async function ask(body: object): Promise<void> {
  await fetch(new URL('/__mock/events', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

//> New critical issue: MCP server without authentication
