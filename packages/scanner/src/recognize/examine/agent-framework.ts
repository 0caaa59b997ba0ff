/** What the table of Microsoft Agent Framework cannot express. */
import type { Found } from '../../graph/graph.ts';
import type { Examine } from '../shared/framework.ts';

/** Relates an agent to the models of the client that creates it, which may be one of several. */
export const relateClient: Examine = (recognizer, found, { call, place, frame, receiver }, entry) => {
  const object = call?.callee.kind === 'member' ? call.callee.object : undefined;
  const client = object && place ? recognizer.evaluator.evaluate(object, place, frame) : receiver;
  if (client !== undefined) recognizer.relateModels(found as Found<'agent'>, client, entry);
};
