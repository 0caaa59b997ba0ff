/** Agents that CrewAI reads from YAML: `config/agents.yaml`. */
import { posix } from 'node:path';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { readModelName } from '../recognize/models/model-names.ts';
import { type ConfigurationNode, child, stringOf, stringsOf } from '../trees/tree.ts';

/** Returns whether a file may define agents of CrewAI. */
export function mayDefineCrew(path: string): boolean {
  return /(?:^|\/)[\w-]*agents?[\w-]*\.ya?ml$/i.test(path);
}

/**
 * Adds the agents of a file. One that code creates from its entry is the same agent: its method or variable has the name of the entry,
 * in a folder above the file.
 */
export function addAgentsOfCrew(graph: ObjectGraph, path: string, root: ConfigurationNode): void {
  if (root.kind !== 'map') return;
  for (const { key, value, span } of root.entries) {
    const role = stringOf(child(value, 'role'));
    if (role === undefined || (child(value, 'goal') ?? child(value, 'backstory')) === undefined) continue;
    const agents = agentsOfCode(graph, path, key);
    const found = agents.length > 0 ? agents : [graph.add('agent', `${path}#${key}`, key)];
    for (const agent of found) {
      agent.fields.framework ??= 'crewai';
      graph.locate(agent, { file: path, span, type: 'config', reason: 'an entry for an agent of CrewAI', lines: 0 });
      addModel(graph, agent, path, child(value, 'llm'));
    }
  }
}

function agentsOfCode(graph: ObjectGraph, path: string, key: string): readonly DetectedObject<'agent'>[] {
  const above = posix.dirname(posix.dirname(path));
  return graph.agents().filter((found) => {
    if (found.fields.framework !== 'crewai') return false;
    const names = [found.name, ...(found.labels.get('configuration')?.split(',') ?? [])];
    return (
      names.some((name) => normalize(name) === normalize(key)) &&
      found.locations.some(({ file }) => isBelow(file, above))
    );
  });
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/_agent$/, '');
}

function isBelow(file: string, folder: string): boolean {
  return folder === '.' || file.startsWith(`${folder}/`);
}

function addModel(
  graph: ObjectGraph,
  agent: DetectedObject<'agent'>,
  path: string,
  node: ConfigurationNode | undefined,
): void {
  for (const text of stringsOf(node)) {
    const read = readModelName(text);
    if (read === undefined || node === undefined) continue;
    const model = graph.add('model', `${read.provider}/${read.name}`, read.name);
    model.publicKey = `${read.provider}/${read.name}`;
    Object.assign(model.fields, { model_name: read.name, provider_name: read.provider });
    graph.locate(model, { file: path, span: node.span, type: 'config', reason: 'the model of an agent', lines: 1 });
    graph.relate(agent, 'models', model);
  }
}
