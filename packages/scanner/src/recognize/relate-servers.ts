/** Relates agents to the MCP servers that they use. */
import type { DetectedObject } from '../graph/graph.ts';
import type { Value } from '../resolve/values.ts';
import { serversOfAddress, serversOfClient, serversOfSettings } from './mcp/mcp-clients.ts';
import { serverOfInstance } from './mcp/mcp-implementations.ts';
import { hasRole, wrappedBy } from './shared/entry.ts';
import type { Recognizer } from './shared/framework.ts';
import { relateAll } from './shared/relate-all.ts';
import { asInstance, keyedItems } from './tools/tools.ts';

/** Relates an agent to the servers in a list. A string is the URL of one. */
export function relateServers(recognizer: Recognizer, owner: DetectedObject<'agent'>, value: Value): void {
  for (const { value: item } of keyedItems(value)) {
    const entry = recognizer.entryOf(item);
    const instance = asInstance(item);
    if (item.kind === 'string') relateAll(recognizer, owner, 'mcp_servers', serversOfAddress(recognizer, item));
    if (entry === undefined || instance === undefined) continue;
    if (hasRole(entry, 'wrapper')) {
      const wrapped = wrappedBy(recognizer, instance, entry);
      if (wrapped === undefined) continue;
      relateAll(recognizer, owner, 'mcp_servers', serversOfSettings(recognizer, instance, wrapped));
      relateServers(recognizer, owner, wrapped);
    }
    if (hasRole(entry, 'mcpClient')) {
      relateAll(recognizer, owner, 'mcp_servers', serversOfClient(recognizer, instance, entry));
    } else if (hasRole(entry, 'mcpServer')) {
      relateAll(recognizer, owner, 'mcp_servers', serverOfInstance(recognizer, instance, entry));
    }
  }
}
