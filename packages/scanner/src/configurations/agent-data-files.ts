/** Agents that TOML and JSON files define: those of Codex, of Amazon Q and Kiro, and in the settings of OpenCode. */
import { posix } from 'node:path';
import type { ObjectGraph } from '../graph/graph.ts';
import { type ConfigurationEntry, type ConfigurationNode, child, stringOf } from '../trees/tree.ts';
import { addDefinedAgent } from './agent-files.ts';
import { addServersOfFile } from './mcp-configurations.ts';

/**
 * Files with one agent each: where they are, and what only an agent has. Sources: https://developers.openai.com/codex/subagents,
 * https://aws.github.io/amazon-q-developer-cli/agent-format.html
 */
const FORMATS: readonly {
  readonly pattern: RegExp;
  readonly instructions: string;
  readonly needs: readonly (readonly string[])[];
}[] = [
  {
    pattern: /(?:^|\/)\.codex\/agents\/[^/]+\.toml$/i,
    instructions: 'developer_instructions',
    needs: [['name'], ['description', 'developer_instructions']],
  },
  {
    pattern: /(?:^|\/)(?:\.?amazonq\/(?:cli-)?agents|\.kiro\/agents)\/[^/]+\.json$/i,
    instructions: 'prompt',
    needs: [
      ['description', 'prompt'],
      ['prompt', 'tools', 'allowedTools', 'mcpServers', 'resources', 'model'],
    ],
  },
];

const OPENCODE = /(?:^|\/)opencode\.jsonc?$/i;
const FRAMEWORK = 'agent-file';

/** A file that is read. */
interface DataFile {
  readonly path: string;
  readonly text: string;
  readonly root: ConfigurationNode;
}

/** Returns whether a file may define agents. */
export function mayDefineAgents(path: string): boolean {
  return OPENCODE.test(path) || formatOf(path) !== undefined;
}

function formatOf(path: string) {
  return FORMATS.find(({ pattern }) => pattern.test(path));
}

/** Adds the agents that a file defines. Returns whether it added the MCP servers of the file as well. */
export function addAgentsOfData(graph: ObjectGraph, file: DataFile): boolean {
  const { path, root } = file;
  const format = formatOf(path);
  if (format === undefined) {
    // `mode` is the older name.
    for (const key of ['agent', 'mode']) {
      const agents = child(root, key);
      for (const entry of agents?.kind === 'map' ? agents.entries : []) addOpenCodeAgent(graph, path, entry);
    }
    return false;
  }
  if (!format.needs.every((keys) => child(root, ...keys) !== undefined)) return false;
  const id = posix.basename(path).replace(/\.\w+$/, '');
  const agent = addDefinedAgent(graph, {
    path,
    id,
    settings: root,
    instructions: stringOf(child(root, format.instructions))?.trim() ?? '',
    framework: FRAMEWORK,
    span: [1, 1, 1, 1],
  });
  for (const server of addServersOfFile(graph, file)) graph.relate(agent, 'mcp_servers', server);
  return true;
}

/** An entry may also only change an agent that comes with OpenCode, or switch it off. */
function addOpenCodeAgent(graph: ObjectGraph, path: string, { key, value, span }: ConfigurationEntry): void {
  const switchedOff = child(value, 'disable', 'disabled');
  if (switchedOff?.kind === 'scalar' && switchedOff.value === true) return;
  if (child(value, 'description', 'prompt') === undefined) return;
  const prompt = stringOf(child(value, 'prompt'))?.trim() ?? '';
  // The text of `{file:./prompts/review.md}` is in another file.
  const instructions = prompt.startsWith('{file:') ? '' : prompt;
  addDefinedAgent(graph, { path, id: key, settings: value, instructions, framework: FRAMEWORK, span });
}
