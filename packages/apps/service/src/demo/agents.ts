/** The agents of the demo: small rule-based programs instead of models, so evaluations of the demo run without a network. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject } from '@aispm/openapi';
import type { AgentEndpoint } from '@aispm/types';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { inWorkspace } from '../platform/database/rows.ts';
import { respondTo } from './agent-rules.ts';
import { SAMPLE_WORKSPACE, sampleData } from './sample-data.ts';

/** A server of the agents. */
export interface DemoAgents {
  /** Host and port, such as `127.0.0.1:41234`. */
  readonly host: string;
  close(): Promise<void>;
}

/** The path of a demo agent, which no other endpoint has. */
const PATH = /^\/aispm-demo\/[0-9a-f-]+\/chat$/;

/** Maximum size of a request, in bytes. */
const MAX_BYTES = 1_048_576;

/** Starts the agents on a free loopback port. */
export async function startDemoAgents(): Promise<DemoAgents> {
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  // The service doesn't wait for them when it stops.
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Registers the sample agents with the server of this process. It becomes the first endpoint of each agent, and replaces the
 * one from an earlier start.
 */
export async function registerDemoAgents(database: Database, host: string): Promise<void> {
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      for (const { aispm_object_id: id } of sampleData.agents) {
        const own: AgentEndpoint = { url: `http://${host}/aispm-demo/${id}/chat`, transport: 'http', external: false };
        await transaction
          .updateTable('objects')
          .set({
            details: sql`details || jsonb_build_object('endpoints', ${JSON.stringify([own])}::jsonb || (
              SELECT coalesce(jsonb_agg(endpoint ORDER BY place), '[]')
              FROM jsonb_array_elements(details -> 'endpoints') WITH ORDINALITY AS given (endpoint, place)
              WHERE endpoint ->> 'url' NOT LIKE 'http://127.0.0.1:%/aispm-demo/%'
            ))`,
          })
          .where(inWorkspace('objects', SAMPLE_WORKSPACE))
          .where('aispm_object_id', '=', id)
          .execute();
      }
    }),
  );
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method !== 'POST' || !PATH.test(request.url ?? '')) {
    send(404, { error: { message: 'There is no such agent.' } });
    return;
  }
  const [prompt, ...earlier] = readPrompts(await readBody(request)).toReversed();
  if (prompt === undefined) {
    send(400, { error: { message: 'The body must be a chat completion with a message of the user.' } });
    return;
  }
  send(200, {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: respondTo(prompt, earlier) }, finish_reason: 'stop' }],
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new RangeError('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the user's messages; none if the body isn't a chat completion. */
function readPrompts(body: string): string[] {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return [];
  }
  const messages = isJsonObject(request) && Array.isArray(request.messages) ? request.messages : [];
  return messages
    .filter((message) => isJsonObject(message) && message.role === 'user' && typeof message.content === 'string')
    .map(({ content }) => content);
}
