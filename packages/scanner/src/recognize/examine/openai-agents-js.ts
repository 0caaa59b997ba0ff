/** What the table of OpenAI Agents SDK (JavaScript) can't express. */
import type { Examine } from '../shared/framework.ts';

/** The model of a session is that of the agent which it starts with. */
export const examineSession: Examine = (recognizer, model, instance) => {
  const agent = recognizer.evaluator.argument(instance, undefined, 0);
  for (const each of agent === undefined ? [] : recognizer.agentsOf(agent)) {
    recognizer.graph.relate(each, 'models', model);
  }
};
