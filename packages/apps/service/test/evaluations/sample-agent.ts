/** An agent on loopback that accepts chat completions. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SampleAgent {
  url: string;
  /** Number of prompts that it received. */
  readonly promptCount: number;
  close(): Promise<void>;
}

/**
 * Starts an agent.
 *
 * @param respond returns the content of the response to the last message, or the complete message; undefined for no response
 */
export async function startAgent(
  respond: (prompt: string, request: number) => Promise<string | undefined> | string | object | undefined,
): Promise<SampleAgent> {
  let promptCount = 0;
  const server = createServer(async (request, response) => {
    promptCount += 1;
    let text = '';
    for await (const chunk of request) text += chunk;
    const { messages } = JSON.parse(text) as { messages: { content: string }[] };
    const reply = await respond(messages.at(-1)?.content ?? '', promptCount);
    if (reply === undefined) return;
    const message = typeof reply === 'string' ? { role: 'assistant', content: reply } : reply;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    get promptCount() {
      return promptCount;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
