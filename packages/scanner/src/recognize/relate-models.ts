/** Relates agents to their models, and to the tools that are bound to these. */
import type { DetectedObject } from '../graph/graph.ts';
import { type InstanceValue, itemsOf, optionsOf, stringsOf, type Value } from '../resolve/values.ts';
import { modelsOfValue } from './models/models.ts';
import { hasRole } from './shared/entry.ts';
import type { Entry, ModelComponent, Recognizer, WrapperComponent } from './shared/framework.ts';
import { relateAll } from './shared/relate-all.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Relates an agent to the models that a value stands for. */
export function relateModels(recognizer: Recognizer, owner: DetectedObject<'agent'>, value: Value, entry: Entry): void {
  const provider = hasRole(entry, 'agent') ? entry.component.provider : undefined;
  const models = modelsOfValue(recognizer, value, provider === undefined ? {} : { provider });
  relateAll(recognizer, owner, 'models', models);
  // Tools that are bound to the model are tools of the agent that uses it.
  for (const item of itemsOf(value)) relateBoundTools(recognizer, owner, item, 0);
}

function relateBoundTools(recognizer: Recognizer, owner: DetectedObject<'agent'>, value: Value, depth: number): void {
  if (value.kind !== 'instance' || depth > 6) return;
  const { component } = recognizer.entryOf(value) ?? {};
  if (component?.role === 'wrapper' || component?.role === 'model') {
    const tools = recognizer.select(value, component.tools);
    if (tools !== undefined) recognizer.relateTools(owner, callableTools(recognizer, value, component, tools));
  }
  if (value.receiver !== undefined) relateBoundTools(recognizer, owner, value.receiver, depth + 1);
}

/** Bound tools without the plain descriptions of which one has to be called: that one is the schema of a structured response. */
function callableTools(
  recognizer: Recognizer,
  instance: InstanceValue,
  component: ModelComponent | WrapperComponent,
  tools: Value,
): Value {
  const forced = component.role === 'wrapper' ? recognizer.select(instance, component.forcedTool) : undefined;
  const isForced = stringsOf(forced ?? NOTHING).some(({ value }) => !/^(?:auto|any|required|none)$/.test(value));
  if (!isForced) return tools;
  const items = optionsOf(tools)
    .flatMap((option) => (option.kind === 'list' ? option.items.flatMap(optionsOf) : [option]))
    .filter(({ kind }) => kind !== 'dictionary');
  return { kind: 'list', items, isComplete: true };
}
