import type { Repository } from './repository.ts';

/** Agents of Mastra and of the AI SDK in TypeScript, one of which a person supervises. */
export const shippingPortal: Repository = {
  target: 'github.com/halden-freight/shipping-portal',
  files: {
    '.github/CODEOWNERS': '* @halden-freight/portal\n',
    'package.json': '{ "name": "shipping-portal", "private": true, "dependencies": { "@mastra/core": "1.2.0" } }\n',
    'src/tools.ts': `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const fetchPage = createTool({
  id: 'fetch-page',
  description: 'Reads a page of the web.',
  inputSchema: z.object({ url: z.string() }),
  mcp: { annotations: { readOnlyHint: true, openWorldHint: true } },
  execute: async ({ url }) => (await fetch(url)).text(),
});

export const deleteShipment = createTool({
  id: 'delete-shipment',
  description: 'Deletes a shipment.',
  inputSchema: z.object({ id: z.string() }),
  mcp: { annotations: { destructiveHint: true } },
  execute: async ({ id }) => id,
});

export const runReport = createTool({
  id: 'run-report',
  description: 'Runs a report.',
  inputSchema: z.object({ sql: z.string() }),
  execute: async ({ sql }) => sql,
});

export const bookCarrier = createTool({
  id: 'book-carrier',
  description: 'Books a carrier.',
  inputSchema: z.object({ carrier: z.string() }),
  requireApproval: true,
  execute: async ({ carrier }) => carrier,
});
`,
    'src/agents.ts': `import { Agent } from '@mastra/core/agent';
import { bookCarrier, deleteShipment, fetchPage, runReport } from './tools.js';

export const shipments = new Agent({
  name: 'Shipments',
  instructions: 'Manage shipments.',
  model: 'openai/gpt-4.1-2025-04-14',
  tools: { fetchPage, deleteShipment, runReport },
});

export const bookings = new Agent({
  name: 'Bookings',
  instructions: 'Book carriers.',
  model: 'openai/gpt-4.1-2025-04-14',
  agents: { shipments },
  tools: { bookCarrier },
});
`,
  },
  findings: [],
  fixes: {},
};
