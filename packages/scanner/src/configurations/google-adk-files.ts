/** Agents that Google ADK reads from YAML: `root_agent.yaml` and the files to which it refers. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { readModelName } from '../recognize/models/model-names.ts';
import type { AgentsOf } from '../recognize/recognize.ts';
import { type ConfigurationNode, child, type MapNode, stringOf } from '../trees/tree.ts';

const CLASS = /(?:^|\.)(?:LlmAgent|SequentialAgent|ParallelAgent|LoopAgent)$/;

/** Returns whether a file may define an agent of Google ADK. */
export function mayDefineAdkAgent(path: string, text: string): boolean {
  return /\.ya?ml$/i.test(path) && /^(?:agent_class|instruction)[ \t]*:/m.test(text) && /^name[ \t]*:/m.test(text);
}

/** The agents of files, and those that refer to a file which wasn't read yet, by its path. */
interface Known {
  readonly agents: Map<string, DetectedObject<'agent'>>;
  readonly pending: Map<string, DetectedObject<'agent'>[]>;
}

const knownByGraph = new WeakMap<ObjectGraph, Known>();

/** Adds the agent that a file defines, with its model, its tools and its sub-agents. */
export function addAdkAgent(graph: ObjectGraph, path: string, root: ConfigurationNode, agentsOf: AgentsOf): void {
  const name = stringOf(child(root, 'name'));
  const type = stringOf(child(root, 'agent_class'));
  if (root.kind !== 'map' || name === undefined || (type === undefined ? !isLlmAgent(root) : !CLASS.test(type))) return;
  const agent = graph.add('agent', `${path}#${name}`, name);
  agent.fields.framework ??= 'google-adk';
  const description = stringOf(child(root, 'description'));
  if (description !== undefined) agent.fields.description ??= description.trim().slice(0, 1_000);
  const instruction = stringOf(child(root, 'instruction'));
  if (instruction !== undefined)
    agent.fields.instructions_fingerprint ??= createHash('sha256').update(instruction).digest('hex');
  const span = child(root, 'name')?.span ?? root.span;
  graph.locate(agent, { file: path, span, type: 'config', reason: 'a configuration of an agent', lines: 0 });
  addModel(graph, agent, path, child(root, 'model'));
  for (const tool of itemsOf(child(root, 'tools'))) addTool(graph, agent, path, tool);
  for (const each of itemsOf(child(root, 'sub_agents'))) addSubAgent(graph, agent, path, each, agentsOf);
  const { agents, pending } = knownOf(graph);
  agents.set(path, agent);
  for (const owner of pending.get(path) ?? []) graph.relate(owner, 'sub_agents', agent);
  pending.delete(path);
}

/** Without a class, it is an agent of a model: it has instructions, and what only an agent has. */
function isLlmAgent(root: MapNode): boolean {
  return (
    stringOf(child(root, 'instruction')) !== undefined &&
    child(root, 'model', 'tools', 'sub_agents', 'description') !== undefined
  );
}

function knownOf(graph: ObjectGraph): Known {
  const known = knownByGraph.get(graph) ?? { agents: new Map(), pending: new Map() };
  knownByGraph.set(graph, known);
  return known;
}

function itemsOf(node: ConfigurationNode | undefined): readonly ConfigurationNode[] {
  return node?.kind === 'list' ? node.items : [];
}

function addModel(
  graph: ObjectGraph,
  agent: DetectedObject<'agent'>,
  path: string,
  node: ConfigurationNode | undefined,
): void {
  const text = stringOf(node);
  const read = text === undefined ? undefined : readModelName(text, 'google');
  if (read === undefined || node === undefined) return;
  const model = graph.add('model', `${read.provider}/${read.name}`, read.name);
  model.publicKey = `${read.provider}/${read.name}`;
  Object.assign(model.fields, { model_name: read.name, provider_name: read.provider });
  graph.locate(model, { file: path, span: node.span, type: 'config', reason: 'the model of an agent', lines: 1 });
  graph.relate(agent, 'models', model);
}

/** A tool of the framework has a simple name, a function the path of its module. Another agent may be a tool as well. */
function addTool(graph: ObjectGraph, agent: DetectedObject<'agent'>, path: string, node: ConfigurationNode): void {
  const text = stringOf(child(node, 'name'));
  if (text === undefined) return;
  const wrapped = stringOf(child(child(child(node, 'args'), 'agent'), 'config_path'));
  if (wrapped !== undefined) {
    recordReference(graph, agent, path, wrapped);
    return;
  }
  const name = text.split('.').at(-1) ?? text;
  const isFunction = text.includes('.') && /^[a-z_]/.test(name);
  const identity = isFunction ? `${path}#${text}` : `builtin:google-adk:${name}`;
  const tool = graph.add('tool', identity, name);
  if (!isFunction) tool.publicKey = `google-adk#${name}`;
  tool.fields.tool_name ??= name.slice(0, 255);
  tool.fields.tool_source ??= isFunction ? 'function' : 'built_in';
  tool.fields.tool_kind ??= 'tool';
  graph.locate(tool, { file: path, span: node.span, type: 'config', reason: 'a tool of an agent', lines: 1 });
  graph.relate(agent, 'tools', tool);
}

function addSubAgent(
  graph: ObjectGraph,
  agent: DetectedObject<'agent'>,
  path: string,
  node: ConfigurationNode,
  agentsOf: AgentsOf,
): void {
  const file = stringOf(child(node, 'config_path'));
  if (file !== undefined) recordReference(graph, agent, path, file);
  const code = stringOf(child(node, 'code'));
  const [, module, variable] = /^(?:([\w.]+)\.)(\w+)$/.exec(code ?? '') ?? [];
  if (module === undefined || variable === undefined) return;
  const source = `${module.replaceAll('.', '/')}.py`;
  // The name of a module starts at the folder from which the agents are served: one that contains the file.
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const [found] = agentsOf(posix.join(folder, source), variable);
    if (found !== undefined) graph.relate(agent, 'sub_agents', found);
    if (found !== undefined || folder === '.') return;
  }
}

function recordReference(graph: ObjectGraph, owner: DetectedObject<'agent'>, from: string, file: string): void {
  const { agents, pending } = knownOf(graph);
  const path = posix.normalize(posix.join(posix.dirname(from), file));
  const agent = agents.get(path);
  if (agent === undefined) pending.set(path, [...(pending.get(path) ?? []), owner]);
  else graph.relate(owner, 'sub_agents', agent);
}
