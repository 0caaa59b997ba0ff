/** Agents of which others know the names only: `handoffs=["writer"]`, `can_handoff_to=["WriteAgent"]`. */
import { groupBy } from '@aispm/domain';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import type { Project } from '../resolve/project.ts';
import { type InstanceValue, optionsOf, stringsOf, type Value } from '../resolve/values.ts';
import type { Entry, HandoffComponent, Recognizer } from './shared/framework.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Collects names, and relates their agents when all are known: an agent may be created after those that hand over to it. */
export interface Handoffs {
  readonly add: (from: DetectedObject<'agent'>, names: readonly string[]) => void;
  /** Adds names on both sides, as a call in a file has them. */
  readonly addNames: (file: string, from: readonly string[], to: readonly string[]) => void;
  readonly relate: (graph: ObjectGraph, project: Project) => void;
}

/** Creates an empty collection. */
export function createHandoffs(): Handoffs {
  const wanted = new Map<DetectedObject<'agent'>, Set<string>>();
  const named: { readonly file: string; readonly from: readonly string[]; readonly to: readonly string[] }[] = [];
  return {
    addNames: (file, from, to) => named.push({ file, from, to }),
    add: (from, names) => {
      if (names.length > 0) wanted.set(from, new Set([...(wanted.get(from) ?? []), ...names]));
    },
    relate: (graph, project) => {
      if (wanted.size === 0 && named.length === 0) return;
      const byName = groupBy(graph.agents(), ({ name }) => name);
      for (const [from, names] of wanted) {
        for (const name of names) {
          for (const to of agentsNear(project, filesOf(from), byName.get(name) ?? []))
            graph.relate(from, 'sub_agents', to);
        }
      }
      for (const { file, from, to } of named) {
        const find = (name: string) => agentsNear(project, [file], byName.get(name) ?? []);
        const targets = to.flatMap(find);
        for (const source of from.flatMap(find))
          for (const target of targets) graph.relate(source, 'sub_agents', target);
      }
    },
  };
}

function filesOf({ locations }: DetectedObject<'agent'>): readonly string[] {
  return locations.map(({ file }) => file);
}

/** Those in the files; otherwise the only one in files that imports connect with them. */
function agentsNear(
  project: Project,
  files: readonly string[],
  agents: readonly DetectedObject<'agent'>[],
): readonly DetectedObject<'agent'>[] {
  const isIn = (agent: DetectedObject<'agent'>, matches: (a: string, b: string) => boolean) =>
    agent.locations.some(({ file }) => files.some((own) => matches(own, file)));
  const own = agents.filter((agent) => isIn(agent, (a, b) => a === b));
  if (own.length > 0) return own;
  const connected = agents.filter((agent) => isIn(agent, project.areConnected));
  return connected.length === 1 ? connected : [];
}

/** A call that lets agents hand over to others, each given as an object or by its name. */
export function recordHandoff(
  recognizer: Recognizer,
  handoffs: Handoffs,
  instance: InstanceValue,
  { component }: Entry<HandoffComponent>,
): void {
  const namesOf = (selectors: readonly string[]) => {
    const value = recognizer.select(instance, selectors) ?? NOTHING;
    return [...recognizer.agentsOf(value).map(({ name }) => name), ...namesOfAgents(recognizer, value)];
  };
  if (instance.position !== undefined)
    handoffs.addNames(instance.position.file, namesOf(component.from), namesOf(component.to));
}

/**
 * Lists the names of agents in a value: strings in lists, keys of dictionaries, and what handoffs wrap. Those of a list occur once, even if
 * it is an item of several others.
 */
export function namesOfAgents(recognizer: Recognizer, value: Value, seen = new Set<Value>()): readonly string[] {
  return optionsOf(value).flatMap((option): readonly string[] => {
    if (option.kind === 'string') return [option.value];
    if (option.kind === 'list') {
      if (seen.has(option)) return [];
      seen.add(option);
      return option.items.flatMap((item) => namesOfAgents(recognizer, item, seen));
    }
    if (option.kind === 'dictionary') return option.entries.filter(isDescription).map(({ key }) => key);
    return option.kind === 'instance' ? wrappedNames(recognizer, option) : [];
  });
}

/** `{ "writer": "Writes reports." }`: the keys are names where the values describe them. */
function isDescription({ key, value }: { key: string; value: Value }): boolean {
  return (
    !key.startsWith('?') &&
    !/^(?:name|description|prompt|model)$/.test(key) &&
    optionsOf(value).every(({ kind }) => kind === 'string')
  );
}

function wrappedNames(recognizer: Recognizer, instance: InstanceValue): readonly string[] {
  const component = recognizer.entryOf(instance)?.component;
  if (component?.role !== 'wrapper' || component.value === 'receiver') return [];
  return stringsOf(recognizer.select(instance, component.value) ?? NOTHING).map(({ value }) => value);
}
