/** The tools and MCP servers that the Claude Agent SDK takes as names and dictionaries. */
import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { itemsOf, optionsOf, type Value } from '../../resolve/values.ts';
import { readServerEntries } from '../mcp/mcp-clients.ts';
import { addConfiguredServer } from '../mcp/mcp-servers.ts';
import type { Examine, Recognizer } from '../shared/framework.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Adds the built-in tools that options allow by name, and the MCP servers that they configure. */
export const examineClaudeOptions: Examine = (recognizer, found, instance) => {
  if (found.kind !== 'agent') return;
  const agent = found as DetectedObject<'agent'>;
  const tools = recognizer.select(instance, [
    'options.allowed_tools@0',
    'options.allowedTools',
    'options.tools@0',
    'tools',
  ]);
  relateNamedTools(recognizer, agent, tools ?? NOTHING);
  const servers = recognizer.select(instance, [
    'options.mcp_servers@0',
    'options.mcpServers',
    'mcp_servers',
    'mcpServers',
  ]);
  if (servers === undefined) return;
  recognizer.relateServers(agent, servers);
  const { position, call } = instance;
  if (position === undefined || call === undefined) return;
  for (const { settings, span, file } of readServerEntries(recognizer, servers)) {
    const location = sourceLocation(file ?? position.file, span ?? call.span, 'a server in options', 1);
    recognizer.graph.relate(agent, 'mcp_servers', addConfiguredServer(recognizer.graph, settings, location));
  }
};

/** Relates an agent to the built-in tools that a list names: `["Read", "Bash(git log:*)"]`. */
export function relateNamedTools({ graph }: Recognizer, agent: DetectedObject<'agent'>, tools: Value): void {
  // A dictionary selects a preset: which tools it has is unknown.
  const named = optionsOf(tools).filter(({ kind }) => kind !== 'dictionary');
  for (const item of named.flatMap((each) => itemsOf(each))) {
    if (item.kind !== 'string') continue;
    const [name = ''] = item.value.split('(', 1).map((text) => text.trim());
    // A tool of an MCP server is known by its server.
    if (name === '' || name === '*' || name.startsWith('mcp__')) continue;
    const tool = graph.add('tool', `builtin:claude-agent-sdk:${name}`, name);
    tool.publicKey = `claude-agent-sdk#${name}`;
    Object.assign(tool.fields, { tool_name: name, tool_source: 'built_in', tool_kind: 'tool' });
    graph.locate(tool, sourceLocation(item.file, item.span, 'a tool that options allow', 1));
    graph.relate(agent, 'tools', tool);
  }
}
