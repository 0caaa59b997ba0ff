/** Adds the objects that a call or an instance of a framework stands for. */
import type { DetectedObject } from '../graph/graph.ts';
import type { InstanceValue, Value } from '../resolve/values.ts';
import { agentsOfInstance, type KnownAgents } from './agents.ts';
import { type Handoffs, recordHandoff } from './handoffs.ts';
import { serversOfClient } from './mcp/mcp-clients.ts';
import { serverOfInstance } from './mcp/mcp-implementations.ts';
import { modelsOfInstance } from './models/models.ts';
import { recordSupervision } from './shared/autonomy.ts';
import { hasRole } from './shared/entry.ts';
import type { ApprovalComponent, Entry, Recognizer, RegistrationComponent } from './shared/framework.ts';
import { toolsWithOwner } from './tool-owners.ts';
import { agentOfLoop } from './tools/tool-loops.ts';

/** Adds the objects that an instance stands for, whatever it is, and returns them. */
export function addInstance(
  recognizer: Recognizer,
  known: KnownAgents,
  handoffs: Handoffs,
  instance: InstanceValue,
  entry: Entry,
): readonly DetectedObject[] {
  if (hasRole(entry, 'agent')) return agentsOfInstance(recognizer, known, instance, entry);
  if (hasRole(entry, 'tool')) return toolsWithOwner(recognizer, instance, entry);
  if (hasRole(entry, 'mcpServer')) return serverOfInstance(recognizer, instance, entry);
  if (hasRole(entry, 'mcpClient')) return serversOfClient(recognizer, instance, entry);
  if (hasRole(entry, 'registration')) return registerTools(recognizer, instance, entry);
  if (hasRole(entry, 'approval')) return superviseAgents(recognizer, instance, entry);
  if (hasRole(entry, 'model')) {
    const agent = agentOfLoop(recognizer, instance, entry);
    const models = modelsOfInstance(recognizer, instance, entry);
    return agent === undefined ? models : [...models, agent];
  }
  if (hasRole(entry, 'handoff')) recordHandoff(recognizer, handoffs, instance, entry);
  return [];
}

/** A call that says that a human confirms what agents do, or that gives them tools for a task. */
function superviseAgents(
  recognizer: Recognizer,
  instance: InstanceValue,
  { component }: Entry<ApprovalComponent>,
): readonly DetectedObject[] {
  const condition = recognizer.select(instance, component.condition);
  const agents = recognizer.select(instance, component.agents);
  if (agents === undefined) return [];
  const isTrue = condition?.kind === 'constant' && condition.value === true;
  const found = recognizer.agentsOf(agents);
  if (isTrue) for (const agent of found) recordSupervision(agent);
  giveTools(recognizer, found, recognizer.select(instance, component.tools));
  return [];
}

/** Relates the server or agent whose method is called to the tools that it is given. */
function registerTools(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<RegistrationComponent>,
): readonly DetectedObject[] {
  const { tools, examine } = entry.component;
  const { call, position, frame } = instance;
  // Builders return themselves: `server.withTools(a).withTools(b)`.
  let server = instance.receiver;
  while (server?.receiver !== undefined && !hasRole(recognizer.entryOf(server), 'mcpServer')) server = server.receiver;
  const given = instance.receiver === undefined ? [] : recognizer.agentsOf(instance.receiver);
  if (given.length > 0)
    return giveTools(recognizer, given, recognizer.select(instance, tools === 'arguments' ? [] : tools));
  const owner = server && recognizer.entryOf(server);
  if (server === undefined || !hasRole(owner, 'mcpServer') || call === undefined || position === undefined) return [];
  const missing = { kind: 'unknown', reason: 'an argument that is missing' } as const;
  const selected = tools.length === 0 ? [] : [missing];
  const values =
    tools === 'arguments'
      ? call.arguments.map(({ value }) => recognizer.evaluator.evaluate(value, position, frame))
      : selected.map((otherwise) => recognizer.select(instance, tools) ?? otherwise);
  const servers = serverOfInstance(recognizer, server, owner);
  for (const found of servers) {
    for (const value of values) recognizer.relateTools(found, value);
    examine?.(recognizer, found, instance, entry);
  }
  return servers;
}

function giveTools(
  recognizer: Recognizer,
  agents: readonly DetectedObject<'agent'>[],
  tools: Value | undefined,
): readonly DetectedObject[] {
  if (tools !== undefined) for (const agent of agents) recognizer.relateTools(agent, tools);
  return agents;
}
