import type { Repository } from './repository.ts';

const SHIPMENTS = 'export const shipments = new Agent({';
const BOOKINGS = 'export const bookings = new Agent({';
const REPORT = 'export const runReport = createTool({';

/** Agents of Mastra in TypeScript: a human confirms the calls of one, and some calls of the other to which it delegates. */
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

${REPORT}
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

${SHIPMENTS}
  name: 'Shipments',
  instructions: 'Manage shipments.',
  model: 'openai/gpt-4.1-2025-04-14',
  tools: { fetchPage, deleteShipment, runReport, bookCarrier },
});

${BOOKINGS}
  name: 'Bookings',
  instructions: 'Book carriers.',
  model: 'openai/gpt-4.1-2025-04-14',
  agents: { shipments },
  tools: { bookCarrier },
  defaultOptions: { requireToolApproval: true },
});
`,
  },
  findings: [
    { rule: 'approval-lost-in-delegation', object: 'Bookings', file: 'src/agents.ts', line: BOOKINGS },
    { rule: 'destructive-tool-without-guardrail', object: 'delete-shipment', file: 'src/agents.ts', line: SHIPMENTS },
    { rule: 'open-world-tool-drives-destructive-tool', object: 'Shipments', file: 'src/agents.ts', line: SHIPMENTS },
    { rule: 'tool-runs-any-command', object: 'run-report', file: 'src/tools.ts', line: REPORT },
  ],
  fixes: {
    'src/tools.ts': ["id: 'fetch-page',", "id: 'delete-shipment',", "id: 'run-report',"].map(
      (id) => [id, `${id}\n  requireApproval: true,`] as const,
    ),
  },
};
