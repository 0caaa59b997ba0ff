// `node mock.js` prints, as JSON, the rules that each way to use the mock in a program returns.
import { once } from 'node:events';
import { createClient, listRules } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { handlers } from '@aispm/mock/msw';
import { aispmMock } from '@aispm/mock/vite';
import express from 'express';
import { setupServer } from 'msw/node';
import { createServer, preview } from 'vite';

/**
 * @param {string} origin
 * @param {typeof globalThis.fetch} [fetch]
 */
async function ruleIds(origin, fetch) {
  const client = createClient({ baseUrl: `${origin}/api/v1`, token: 'any-key', ...(fetch && { fetch }) });
  const { items } = await listRules(client, { tenant_id: 'halden-freight', workspace_id: 'production' });
  return items.map((rule) => rule.rule_id);
}

/** @param {import('node:http').Server | import('vite').HttpServer | null} server */
function originOf(server) {
  const address = server?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return `http://127.0.0.1:${address.port}`;
}

/** @type {Record<string, string[]>} */
const rules = {};

const mock = await createMock({ stateful: true });
rules.fetch = await ruleIds('http://any-host', mock.fetch);

const { url, close } = await mock.listen({ port: 0 });
rules.server = await ruleIds(new URL(url).origin);
await close();

const app = express().use(mock.middleware).listen(0, '127.0.0.1');
await once(app, 'listening');
rules.middleware = await ruleIds(originOf(app));
app.closeAllConnections();
app.close();

/** @type {import('vite').InlineConfig} */
const vite = {
  configFile: false,
  logLevel: 'error',
  plugins: [aispmMock()],
  optimizeDeps: { noDiscovery: true },
  server: { host: '127.0.0.1', port: 0, watch: null },
  preview: { host: '127.0.0.1', port: 0 },
};
const development = await (await createServer(vite)).listen();
rules.vite = await ruleIds(originOf(development.httpServer));
await development.close();
const built = await preview(vite);
rules.vitePreview = await ruleIds(originOf(built.httpServer));
await built.close();

// This is MSW 2, which supports every version of Node.js; the types of the handlers are those of MSW 3.
/** @type {import('msw').RequestHandler[]} */
const intercepted = /** @type {any[]} */ (handlers());
const interceptor = setupServer(...intercepted);
interceptor.listen({ onUnhandledRequest: 'error' });
rules.msw = await ruleIds('https://aispm.example.com');
interceptor.close();

console.log(JSON.stringify(rules));
