/** Agents that Markdown files define: `.claude/agents`, `*.agent.md`, `.github/agents` and others. */

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { trimBoth } from '@aispm/openapi/trim';
import type { DetectedLocation, DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { readModelName } from '../recognize/models/model-names.ts';
import { CLAUDE_PERMISSION_MODES } from '../recognize/shared/autonomy.ts';
import { type ConfigurationNode, child, stringOf, stringsOf } from '../trees/tree.ts';
import { readFrontMatter } from './front-matter.ts';
import { addServersOfFile } from './mcp-configurations.ts';

/** The formats of agent files by their paths. */
const FORMATS: readonly { readonly pattern: RegExp; readonly framework: string; readonly needs: readonly string[] }[] =
  [
    { pattern: /\.(?:agent|chatmode)\.md$/i, framework: 'copilot', needs: [] },
    { pattern: /(?:^|\/)\.github\/(?:agents|chatmodes)\/[^/]+\.md$/i, framework: 'copilot', needs: ['description'] },
    { pattern: /(?:^|\/)\.claude\/agents\/(?:[^/]+\/)*[^/]+\.md$/i, framework: 'claude-agent-sdk', needs: ['name'] },
    {
      pattern: /(?:^|\/)\.(?:opencode|cursor|gemini|qwen|factory|codex)\/(?:agents?|droids)\/(?:[^/]+\/)*[^/]+\.md$/i,
      framework: 'agent-file',
      needs: ['description'],
    },
    // Plug-ins and collections keep agents in a folder of this name.
    {
      pattern: /(?:^|\/)agents\/(?:[^/]+\/)*[^/]+\.md$/i,
      framework: 'claude-agent-sdk',
      needs: ['name', 'description'],
    },
  ];

/** What a plug-in lists as an agent, in a folder of any name. */
const PLUGIN_FORMAT = { framework: 'claude-agent-sdk', needs: ['name'] } as const;

/** Groups of tools that editors offer; a name before a slash is a group or else an MCP server. */
const GROUPS =
  /^(?:agent|browser|edit|execute|new|read|run\w*|search|todos?|vscode|web|notebook|terminal|tests?|problems|changes)$/i;

/** Names that mean all tools, or the model of the session. */
const NO_TOOL = /^(?:\*|all|none|default|inherit)$/i;

/** Returns whether a path may be an agent file. */
export function mayBeAgentFile(path: string): boolean {
  return (
    formatOf(path) !== undefined &&
    !/(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|AGENTS|CLAUDE|SKILL|index)\.md$/i.test(path)
  );
}

function formatOf(path: string) {
  return FORMATS.find(({ pattern }) => pattern.test(path));
}

/** Adds the agent of a file with its tools, models and MCP servers. A path of an unknown format is an agent of a plug-in. */
export function addAgentOfFile(graph: ObjectGraph, path: string, source: string): void {
  const format = formatOf(path) ?? PLUGIN_FORMAT;
  const markdown = readFrontMatter(source);
  for (const { message, line } of markdown?.problems ?? []) {
    graph.diagnostics.push({ kind: 'syntax', file: path, line, message });
  }
  const matter = markdown?.frontMatter;
  if (matter === undefined && (format.needs.length > 0 || source.trim() === '')) return;
  if (format.needs.some((key) => stringOf(child(matter, key)) === undefined)) return;
  const stem = posix.basename(path).replace(/(?:\.agent|\.chatmode)?\.md$/i, '');
  const agent = addDefinedAgent(graph, {
    path,
    id: stem,
    settings: matter,
    instructions: markdown?.body ?? source.trim(),
    framework: format.framework,
    span: [1, 1, 1, 3],
  });
  if (markdown === undefined || matter === undefined) return;
  for (const server of addServersOfFile(graph, { path, text: markdown.text, root: matter })) {
    graph.relate(agent, 'mcp_servers', server);
  }
}

/** What a file says of an agent. */
export interface AgentDefinition {
  readonly path: string;
  /** Its name in the file, which stands in for its own name. */
  readonly id: string;
  readonly settings: ConfigurationNode | undefined;
  readonly instructions: string;
  readonly framework: string;
  readonly span: DetectedLocation['span'];
}

/** Adds an agent that settings define, with its tools and models. */
export function addDefinedAgent(
  graph: ObjectGraph,
  { path, id, settings, instructions, framework, span }: AgentDefinition,
): DetectedObject<'agent'> {
  const agent = graph.add('agent', `${path}#${id}`, (stringOf(child(settings, 'name')) ?? id).trim() || id);
  agent.fields.framework = framework;
  const description = stringOf(child(settings, 'description'));
  if (description !== undefined && description.trim() !== '')
    agent.fields.description = description.trim().slice(0, 1_000);
  if (instructions !== '')
    agent.fields.instructions_fingerprint = createHash('sha256').update(instructions).digest('hex');
  graph.locate(agent, { file: path, span, type: 'config', reason: 'an agent file', lines: 0 });
  if (settings === undefined) return agent;
  const mode = stringOf(child(settings, 'permissionMode')) ?? '';
  if (Object.hasOwn(CLAUDE_PERMISSION_MODES, mode)) agent.fields.autonomy_level = CLAUDE_PERMISSION_MODES[mode] ?? null;
  addModels(graph, agent, settings, path);
  addTools(graph, agent, settings, path, framework);
  return agent;
}

function addModels(graph: ObjectGraph, agent: DetectedObject<'agent'>, matter: ConfigurationNode, path: string): void {
  const node = child(matter, 'model', 'models');
  for (const text of stringsOf(node).flatMap((each) => each.split('|'))) {
    const name = text
      .trim()
      .replace(/\((?:copilot|preview|[\w .-]{1,30})\)$/i, '')
      .trim()
      .replaceAll(/^['"]|['"]$/g, '')
      .trim();
    if (name === '' || NO_TOOL.test(name)) continue;
    const hint = readModelName(name.toLowerCase().replaceAll(/\s+/g, '-'));
    const provider = hint?.provider ?? 'unknown';
    const model = graph.add('model', `${provider}/${name}`, name);
    model.publicKey = `${provider}/${name.replaceAll(/\s+/g, '-')}`;
    Object.assign(model.fields, { model_name: name.slice(0, 255), provider_name: provider });
    if (node !== undefined)
      graph.locate(model, {
        file: path,
        span: node.span,
        type: 'config',
        reason: 'the model of an agent file',
        lines: 1,
      });
    graph.relate(agent, 'models', model);
  }
}

function addTools(
  graph: ObjectGraph,
  agent: DetectedObject<'agent'>,
  matter: ConfigurationNode,
  path: string,
  framework: string,
): void {
  const node = child(matter, 'tools', 'allowed-tools', 'allowedTools');
  if (node === undefined) return;
  const strings =
    node.kind === 'scalar'
      ? stringsOf(node).flatMap((text) => text.replaceAll(/[[\]]/g, '').split(','))
      : namedTools(node);
  for (const text of strings) {
    const name = trimBoth(text.endsWith(')') ? text.split('(', 1).join() : text, /['"\s]/);
    const [server = '', ...rest] = name.split('/');
    if (name === '' || NO_TOOL.test(name) || /^mcp__|[*@]/.test(name)) continue;
    if (rest.length > 0 && !GROUPS.test(server)) continue;
    const tool = graph.add('tool', `builtin:${framework}:${name}`, name);
    tool.publicKey = `${framework}#${name}`;
    Object.assign(tool.fields, { tool_name: name.slice(0, 255), tool_source: 'built_in', tool_kind: 'tool' });
    graph.locate(tool, { file: path, span: node.span, type: 'config', reason: 'a tool of an agent file', lines: 1 });
    graph.relate(agent, 'tools', tool);
  }
}

/** The tools of a list, or those that a map enables: `{ read: true, bash: false }`. */
function namedTools(node: ConfigurationNode): readonly string[] {
  if (node.kind !== 'map') return stringsOf(node);
  return node.entries.flatMap(({ key, value }) => (value.kind === 'scalar' && value.value === true ? [key] : []));
}
