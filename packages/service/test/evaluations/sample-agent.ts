/** A small agent on loopback, that takes chat completions. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SampleAgent {
  url: string;
  /** How many prompts it was sent. */
  readonly asked: number;
  close(): Promise<void>;
}

/**
 * Starts an agent.
 *
 * @param answer what it says to the last message; undefined when it never answers
 */
export async function startAgent(
  answer: (prompt: string) => Promise<string | undefined> | string | undefined,
): Promise<SampleAgent> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    let text = '';
    for await (const piece of request) text += piece;
    const { messages } = JSON.parse(text) as { messages: { content: string }[] };
    const content = await answer(messages.at(-1)?.content ?? '');
    if (content === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    get asked() {
      return asked;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
