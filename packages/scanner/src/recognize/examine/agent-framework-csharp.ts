/** What the table of Microsoft Agent Framework (C#) can't express. */
import type { DetectedObject } from '../../graph/graph.ts';
import { optionsOf, type Value } from '../../resolve/values.ts';
import type { Examine } from '../shared/framework.ts';

/** An agent created by a method of a client or a model has the model of that object. */
export const examineReceiver: Examine = (recognizer, found, { receiver }, entry) => {
  if (receiver !== undefined) recognizer.relateModels(found as DetectedObject<'agent'>, receiver, entry);
};

/** `CreateAgentVersionAsync(name, new ProjectsAgentVersionCreationOptions(definition))`: the definition has the model and the tools. */
export const examineDefinition: Examine = (recognizer, found, instance, entry) => {
  const agent = found as DetectedObject<'agent'>;
  for (const options of optionsOf(recognizer.evaluator.argument(instance, 'options', 1) ?? NOTHING)) {
    const definition =
      options.kind === 'instance' ? recognizer.evaluator.argument(options, 'definition', 0) : undefined;
    for (const option of optionsOf(definition ?? NOTHING)) {
      if (option.kind !== 'instance') continue;
      const model = recognizer.select(option, ['model@0']);
      const tools = recognizer.select(option, ['Tools']);
      if (model !== undefined) recognizer.relateModels(agent, model, entry);
      if (tools !== undefined) recognizer.relateTools(agent, tools);
    }
  }
};

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };
