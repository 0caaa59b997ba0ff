/** What the table of OpenAI Agents SDK (JavaScript) can't express. */
import type { Examine } from '../shared/framework.ts';

/** A session has the model of its first agent. */
export const examineSession: Examine = (recognizer, model, instance) => {
  const agent = recognizer.evaluator.argument(instance, undefined, 0);
  for (const each of agent === undefined ? [] : recognizer.agentsOf(agent)) {
    recognizer.graph.relate(each, 'models', model);
  }
};
