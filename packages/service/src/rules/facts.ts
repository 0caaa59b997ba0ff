import type { GraphNode } from './graph-view.ts';

type Direction = 'input' | 'output';

/** True when it is known which guardrails an agent has, and none looks that way. */
export function lacksGuardrail(agent: GraphNode<'agent'>, direction: Direction): boolean {
  const { guardrails } = agent.facts;
  return guardrails?.every((guardrail) => guardrail.direction !== direction && guardrail.direction !== 'both') ?? false;
}

/** True when the agent is known to act without a person confirming each action. */
export function actsAlone(agent: GraphNode<'agent'>): boolean {
  return agent.facts.autonomy_level === 'autonomous' || agent.facts.autonomy_level === 'supervised';
}

/** Every tool an agent may call: its own, and those of its MCP servers when it names none of them. */
export function toolsOf(agent: GraphNode<'agent'>): readonly GraphNode<'tool'>[] {
  const offered = agent.mcpServers.flatMap((server) =>
    agent.tools.some((tool) => tool.mcpServers.includes(server)) ? [] : server.tools,
  );
  return [...new Set([...agent.tools, ...offered])];
}

/** True for an address that leaves the machine without encryption. */
export function isPlainHttp(address: string | null | undefined): boolean {
  if (address === null || address === undefined || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLocal =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
  return (protocol === 'http:' || protocol === 'ws:') && !isLocal;
}
