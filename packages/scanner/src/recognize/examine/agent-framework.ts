/** What the table of Microsoft Agent Framework can't express. */
import type { DetectedObject } from '../../graph/graph.ts';
import type { Examine } from '../shared/framework.ts';

/** Relates an agent to the models of the client that creates it, which may be one of several. */
export const relateClient: Examine = (recognizer, found, { call, position, frame, receiver }, entry) => {
  const object = call?.callee.kind === 'member' ? call.callee.object : undefined;
  const client = object && position ? recognizer.evaluator.evaluate(object, position, frame) : receiver;
  if (client !== undefined) recognizer.relateModels(found as DetectedObject<'agent'>, client, entry);
};
