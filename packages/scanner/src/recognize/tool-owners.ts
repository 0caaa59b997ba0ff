/** The servers and agents whose methods register tools. */
import type { DetectedObject } from '../graph/graph.ts';
import { type InstanceValue, optionsOf } from '../resolve/values.ts';
import { serverOfInstance } from './mcp/mcp-implementations.ts';
import { hasRole } from './shared/entry.ts';
import type { Entry, Recognizer, ToolComponent } from './shared/framework.ts';
import { toolsOfInstance } from './tools/tools.ts';

/** Tools that a method of a server or an agent registers belong to it. */
export function toolsWithOwner(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ToolComponent>,
  key?: string,
): readonly DetectedObject<'tool'>[] {
  const tools = toolsOfInstance(recognizer, instance, entry, key);
  const owners = recognizer.select(instance, entry.component.owner);
  for (const tool of tools) {
    relateOwner(recognizer, instance, tool);
    for (const receiver of owners === undefined ? [] : optionsOf(owners))
      if (receiver.kind === 'instance') relateOwner(recognizer, { ...instance, receiver }, tool);
  }
  return tools;
}

/** Relates a tool to the object whose method registers it. */
export function relateOwner(recognizer: Recognizer, { receiver }: InstanceValue, tool: DetectedObject<'tool'>): void {
  if (receiver === undefined) return;
  const owner = recognizer.entryOf(receiver);
  if (hasRole(owner, 'tool')) relateOwner(recognizer, receiver, tool);
  if (hasRole(owner, 'mcpServer')) {
    for (const server of serverOfInstance(recognizer, receiver, owner)) {
      tool.fields.tool_source = 'mcp';
      recognizer.graph.relate(server, 'tools', tool);
    }
  }
  for (const agent of hasRole(owner, 'agent') ? recognizer.agentsOf(receiver) : []) {
    recognizer.graph.relate(agent, 'tools', tool);
  }
}
