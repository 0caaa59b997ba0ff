/** Agents that dictionaries define: `subagents=[{"name": "critic", "prompt": "…"}]`. */
import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { type DictionaryValue, optionsOf, stringsOf, type Value } from '../../resolve/values.ts';
import type { Entry, Examine, Recognizer, Selector } from '../shared/framework.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/**
 * Adds the agent that a dictionary defines under a name, as a sub-agent of its owner.
 *
 * @param relateTools how the framework writes its tools; by default as a list of tools
 */
export function addLiteralAgent(
  recognizer: Recognizer,
  owner: DetectedObject<'agent'>,
  name: string,
  { file, span, value }: { file: string; span: DictionaryValue['span']; value: Value },
  entry: Entry,
  relateTools: (agent: DetectedObject<'agent'>, tools: Value) => void = recognizer.relateTools,
): void {
  const { graph } = recognizer;
  const agent = graph.add('agent', `${file}#${name}`, name);
  agent.fields.framework ??= entry.framework.id;
  const [description] = stringsOf(entriesOf(value, 'description') ?? NOTHING);
  if (description !== undefined) agent.fields.description ??= description.value.slice(0, 1_000);
  graph.locate(agent, sourceLocation(file, span, 'a sub-agent in options'));
  graph.relate(owner, 'sub_agents', agent);
  const model = entriesOf(value, 'model');
  if (model !== undefined) recognizer.relateModels(agent, model, entry);
  const tools = entriesOf(value, 'tools');
  if (tools !== undefined) relateTools(agent, tools);
}

/** Adds the agents in a list of dictionaries with names. */
export const examineSubAgents =
  (selectors: readonly Selector[]): Examine =>
  (recognizer, found, instance, entry) => {
    if (found.kind !== 'agent') return;
    const lists = optionsOf(recognizer.select(instance, selectors) ?? NOTHING);
    const items = lists.flatMap((list) => (list.kind === 'list' ? list.items.flatMap(optionsOf) : []));
    for (const item of items) {
      const [name] = stringsOf(entriesOf(item, 'name') ?? NOTHING);
      if (item.kind !== 'dictionary' || name === undefined) continue;
      const { file, span } = item;
      // `{ name, description, runnable }` is an agent that another call created.
      const runnable = entriesOf(item, 'runnable');
      const created = runnable === undefined ? [] : recognizer.agentsOf(runnable);
      for (const agent of created) nameSubAgent(recognizer, agent, name.value, runnable);
      for (const agent of created) recognizer.graph.relate(found, 'sub_agents', agent);
      if (created.length > 0) continue;
      addLiteralAgent(recognizer, found as DetectedObject<'agent'>, name.value, { file, span, value: item }, entry);
    }
  };

/** An agent that its own call gives no name has the one under which another agent knows it. */
function nameSubAgent(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  name: string,
  value: Value | undefined,
): void {
  const isNamed = optionsOf(value ?? NOTHING).some((option) => {
    const { component } = recognizer.entryOf(option) ?? {};
    const names = component?.role === 'agent' ? component.name : undefined;
    return option.kind === 'instance' && stringsOf(recognizer.select(option, names) ?? NOTHING).length > 0;
  });
  if (!isNamed) agent.name = name;
}
