/** Graphs that `langgraph.json` registers for deployment. */
import { posix } from 'node:path';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import type { AgentsOf } from '../recognize/recognize.ts';
import { type ConfigurationNode, child, stringOf } from '../trees/tree.ts';

/** Returns whether a file registers graphs. */
export function mayRegisterGraphs(path: string): boolean {
  return posix.basename(path) === 'langgraph.json';
}

/** Gives the graphs of code the names under which they are registered, and adds those that code creates at run time. */
export function addRegisteredGraphs(
  graph: ObjectGraph,
  path: string,
  root: ConfigurationNode,
  agentsOf: AgentsOf,
): void {
  const graphs = child(root, 'graphs');
  for (const { key, value, span } of graphs?.kind === 'map' ? graphs.entries : []) {
    const target = stringOf(value) ?? stringOf(child(value, 'path')) ?? '';
    const [module = '', variable = ''] = target.split(':');
    const files = filesOf(posix.dirname(path), module);
    const [own, file = ''] = files
      .map((each) => [agentIn(graph, each, variable, agentsOf), each] as const)
      .find(([each]) => each !== undefined) ?? [undefined, files[0]];
    const agent = own ?? graph.add('agent', `${path}#${key}`, key);
    agent.name = key;
    agent.fields.framework ??= 'langgraph';
    agent.fields.entry_point = `${file}:${variable}`.slice(0, 512);
    graph.locate(agent, {
      file: path,
      span,
      type: 'config',
      reason: 'a graph that is registered for deployment',
      lines: 1,
    });
  }
}

/** The files that a target may mean: a path, or a module of Python in the folder of the manifest or in its `src`. */
function filesOf(folder: string, module: string): readonly string[] {
  const isModule = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(module) && !/\.(?:py|[cm]?[jt]sx?)$/.test(module);
  const path = module.replaceAll('.', '/');
  const candidates = isModule
    ? ['', 'src'].flatMap((root) => [`${path}.py`, `${path}/__init__.py`].map((each) => posix.join(root, each)))
    : [module];
  return candidates.map((each) => posix.normalize(posix.join(folder, each)));
}

/** Finds the agent that a file defines or exports under a name. */
function agentIn(
  graph: ObjectGraph,
  file: string,
  name: string,
  agentsOf: AgentsOf,
): DetectedObject<'agent'> | undefined {
  const [exported, ...others] = new Set(agentsOf(file, name));
  return findAgent(graph, file, name) ?? (others.length === 0 ? exported : undefined);
}

function findAgent(graph: ObjectGraph, file: string, variable: string): DetectedObject<'agent'> | undefined {
  return graph
    .agents()
    .find(({ identity }) => identity.startsWith(`${file}#`) && identity.split(/[#.]/).at(-1) === variable);
}
