/** What several rules need to know about agents and URLs. */
import type { GraphNode } from './graph.ts';

type Direction = 'input' | 'output';

/** Returns whether the guardrails of an agent are known and none covers a direction. */
export function lacksGuardrail(agent: GraphNode<'agent'>, direction: Direction): boolean {
  const { guardrails } = agent.facts;
  return guardrails?.every((guardrail) => guardrail.direction !== direction && guardrail.direction !== 'both') ?? false;
}

/** Returns whether an agent is known to act without confirmation of each action by a human. */
export function actsWithoutConfirmation(agent: GraphNode<'agent'>): boolean {
  return agent.facts.autonomy_level === 'autonomous' || agent.facts.autonomy_level === 'supervised';
}

/** Lists the tools that an agent may call: its own, and all tools of each MCP server of which it names no tool. */
export function listCallableTools(agent: GraphNode<'agent'>): readonly GraphNode<'tool'>[] {
  const offered = agent.mcpServers.flatMap((server) =>
    agent.tools.some((tool) => tool.mcpServers.includes(server)) ? [] : server.tools,
  );
  return [...new Set([...agent.tools, ...offered])];
}

/** Returns whether requests to a URL leave the machine without encryption. */
export function isPlainHttp(address: string | null | undefined): boolean {
  if (address === null || address === undefined || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLocal =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
  return (protocol === 'http:' || protocol === 'ws:') && !isLocal;
}
