/** Graphs that `langgraph.json` registers for deployment. */
import { posix } from 'node:path';
import type { Found, FoundGraph } from '../recognize/graph.ts';
import type { AgentsOf } from '../recognize/recognize.ts';
import { type ConfigurationNode, child, textOf } from './tree.ts';

/** Returns whether a file registers graphs. */
export function mayRegisterGraphs(path: string): boolean {
  return posix.basename(path) === 'langgraph.json';
}

/** Gives the graphs of code the names under which they are registered, and adds those that code creates at run time. */
export function addRegisteredGraphs(
  graph: FoundGraph,
  path: string,
  root: ConfigurationNode,
  agentsOf: AgentsOf,
): void {
  const graphs = child(root, 'graphs');
  for (const { key, value, span } of graphs?.kind === 'map' ? graphs.entries : []) {
    const target = textOf(value) ?? textOf(child(value, 'path')) ?? '';
    const [module = '', variable = ''] = target.split(':');
    const file = posix.normalize(posix.join(posix.dirname(path), module));
    const exported = agentsOf(file, variable);
    const own = findAgent(graph, file, variable) ?? (exported.length === 1 ? exported[0] : undefined);
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

function findAgent(graph: FoundGraph, file: string, variable: string): Found<'agent'> | undefined {
  return graph
    .agents()
    .find(({ identity }) => identity.startsWith(`${file}#`) && identity.split(/[#.]/).at(-1) === variable);
}
