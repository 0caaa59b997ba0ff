/** Puts the recognizer together. */
import { trimEnd } from '@aispm/openapi/trim';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import type { Evaluator } from '../resolve/evaluator.ts';
import { type InstanceValue, itemsOf, type Value } from '../resolve/values.ts';
import { addInstance } from './add-instance.ts';
import { addGuardrails, agentsOfInstance, type KnownAgents } from './agents.ts';
import { createHandoffs, namesOfAgents } from './handoffs.ts';
import { relateModels } from './relate-models.ts';
import { relateServers } from './relate-servers.ts';
import { relateTools } from './relate-tools.ts';
import { hasRole, PLAIN, wrappedBy } from './shared/entry.ts';
import type { Entry, Framework, Recognizer } from './shared/framework.ts';
import { relateAll } from './shared/relate-all.ts';
import { select } from './shared/select.ts';
import { relateUsage, rootOf } from './shared/usage.ts';
import { createSymbolIndex } from './symbol-index.ts';
import { relateListedTools } from './tools/listed-tools.ts';
import { asInstance, toolOfFunction } from './tools/tools.ts';

/** Creates a recognizer, and the function that adds what an instance is, whatever it is. */
export function createRecognizer(
  evaluator: Evaluator,
  graph: ObjectGraph,
  frameworks: readonly Framework[],
): Recognizer & {
  readonly add: (instance: InstanceValue, entry: Entry) => readonly DetectedObject[];
  readonly applyMutation: ApplyMutation;
  /** Relates agents to those of which only the names were known, after all agents were found. */
  readonly relateNamedAgents: () => void;
} {
  const symbols = createSymbolIndex(frameworks);
  const known: KnownAgents = new Map();
  const handoffs = createHandoffs();
  const entryOf = (value: Value): Entry | undefined => {
    if (value.kind === 'symbol') return symbols.find([value.symbol]);
    if (value.kind === 'class') return symbols.find(evaluator.ancestors(value).symbols);
    const instance = asInstance(value);
    if (instance === undefined) return undefined;
    const position = instance.position ?? instance.receiver?.position;
    const language = position && evaluator.project.files.get(position.file)?.language;
    // `create()()` calls what `create()` returned: an entry may be for that only.
    const own = symbols.find(instance.symbols, language);
    if (own !== undefined) return own;
    const called = instance.symbols.filter((symbol) => symbol.endsWith('()'));
    const entry = symbols.find(
      called.map((symbol) => trimEnd(symbol, /[()]/)),
      language,
    );
    // What calls an agent or a server isn't another one.
    return hasRole(entry, 'agent') || hasRole(entry, 'mcpServer') ? undefined : entry;
  };
  const recognizer: Recognizer = {
    evaluator,
    graph,
    symbols,
    entryOf,
    select: (instance, selectors) => select(evaluator, instance, selectors),
    agentsOf: (value) => agentsOf(recognizer, known, value),
    relateTools: (owner, value) => relateTools(recognizer, owner, value),
    relateModels: (owner, value, entry) => relateModels(recognizer, owner, value, entry),
    relateAgents: (owner, value) => {
      relateAll(recognizer, owner, 'sub_agents', recognizer.agentsOf(value));
      handoffs.add(owner, namesOfAgents(recognizer, value));
    },
    relateServers: (owner, value) => relateServers(recognizer, owner, value),
    relateUsage: (agent, value) => relateUsage(recognizer, agent, value, PLAIN),
    relateListedTools: (server, instance) => relateListedTools(recognizer, server, instance),
    toolOfFunction: (value, name) => toolOfFunction(recognizer, value, name),
  };
  return {
    ...recognizer,
    add: (instance, entry) => addInstance(recognizer, known, handoffs, instance, entry),
    relateNamedAgents: () => handoffs.relate(graph, evaluator.project),
    applyMutation: (receiver, attribute, value) => applyMutation(recognizer, receiver, attribute, value),
  };
}

/** Takes over what is assigned to, or added to, a field of an object after its creation. */
export type ApplyMutation = (receiver: Value, attribute: string, value: Value) => void;

function agentsOf(
  recognizer: Recognizer,
  known: KnownAgents,
  value: Value,
  depth = 0,
): readonly DetectedObject<'agent'>[] {
  if (depth > 8) return [];
  const found = itemsOf(value).flatMap((item): readonly DetectedObject<'agent'>[] => {
    // `agent.name` means the agent where an agent is expected.
    if (item.kind === 'method' && item.name === 'name') return agentsOf(recognizer, known, item.receiver, depth + 1);
    if (item.kind !== 'instance') return [];
    const entry = recognizer.entryOf(item);
    if (hasRole(entry, 'agent')) return agentsOfInstance(recognizer, known, item, entry);
    if (hasRole(entry, 'wrapper')) {
      const wrapped = wrappedBy(recognizer, item, entry);
      return wrapped === undefined ? [] : agentsOf(recognizer, known, wrapped, depth + 1);
    }
    // What a builder builds: `AgenticServices.agentBuilder(…).chatModel(…).build()`.
    const isBuilt = entry === undefined && item.symbols.some((symbol) => symbol.endsWith('.build'));
    return isBuilt && item.receiver !== undefined ? agentsOf(recognizer, known, rootOf(item), depth + 1) : [];
  });
  return [...new Set(found)];
}

function applyMutation(recognizer: Recognizer, receiver: Value, attribute: string, value: Value): void {
  for (const item of itemsOf(receiver)) {
    const entry = recognizer.entryOf(item);
    if (!hasRole(entry, 'agent')) continue;
    const { component } = entry;
    const names = (selectors: readonly string[] | undefined) =>
      selectors?.some((each) => each.replace(/@\d+$/, '') === attribute);
    for (const agent of recognizer.agentsOf(item)) {
      if (names(component.tools)) recognizer.relateTools(agent, value);
      if (names(component.subAgents)) recognizer.relateAgents(agent, value);
      if (names(component.mcpServers)) recognizer.relateServers(agent, value);
      if (names(component.model)) recognizer.relateModels(agent, value, entry);
      for (const { argument, direction } of component.guardrails ?? []) {
        if (argument === attribute) addGuardrails(recognizer, agent, value, direction);
      }
    }
  }
}
