/** The nodes of a graph: the tools, models and agents that they use are those of the graph. */

import type { DetectedObject } from '../../graph/graph.ts';
import { type InstanceValue, instanceId, optionsOf, type Value } from '../../resolve/values.ts';
import type { Entry, Examine, Recognizer } from '../shared/framework.ts';
import { rootOf } from '../shared/usage.ts';

/** Adds what the nodes of a compiled graph use. */
export const examineGraph: Examine = (recognizer, found, instance, entry) => {
  if (found.kind !== 'agent' || instance.receiver === undefined) return;
  const graph = instanceId(rootOf(instance.receiver));
  const { evaluator } = recognizer;
  for (const name of ['add_node', 'addNode']) {
    for (const { file, call, context } of evaluator.project.callsByName.get(name) ?? []) {
      const position = { file, ...context };
      const callee = evaluator.evaluate(call.callee, position);
      const isOwn = optionsOf(callee).some(
        (option) => option.kind === 'method' && instanceId(rootOf(option.receiver)) === graph,
      );
      if (!isOwn) continue;
      const node: InstanceValue = { kind: 'instance', symbols: [], call, position };
      const action = evaluator.argument(node, 'action', 1) ?? evaluator.argument(node, 'node', 0);
      if (action !== undefined) relateNode(recognizer, found as DetectedObject<'agent'>, action, entry);
    }
  }
};

function relateNode(recognizer: Recognizer, agent: DetectedObject<'agent'>, action: Value, entry: Entry): void {
  for (const option of optionsOf(action)) {
    if (option.kind === 'function') {
      recognizer.relateUsage(agent, option);
      for (const value of option.bound ?? []) relateBound(recognizer, agent, value, entry);
    } else if (option.kind === 'instance') {
      const agents = recognizer.agentsOf(option);
      for (const each of agents) recognizer.graph.relate(agent, 'sub_agents', each);
      if (agents.length === 0) recognizer.relateTools(agent, option);
      if (option.class !== undefined) relateCallable(recognizer, agent, option);
    }
  }
}

/** What is bound to the function of a node is used by it: `partial(run, agent=clerk)`. */
function relateBound(recognizer: Recognizer, agent: DetectedObject<'agent'>, value: Value, entry: Entry): void {
  for (const option of optionsOf(value)) {
    if (option.kind !== 'instance') continue;
    const agents = recognizer.agentsOf(option);
    for (const each of agents) recognizer.graph.relate(agent, 'sub_agents', each);
    if (agents.length === 0 && recognizer.entryOf(option) !== undefined) recognizer.relateModels(agent, option, entry);
  }
}

/** A node may be an object of a class of the repository that can be called. */
function relateCallable(recognizer: Recognizer, agent: DetectedObject<'agent'>, value: Value): void {
  for (const name of ['__call__', 'ainvoke', 'invoke']) {
    const method = recognizer.evaluator.member(value, name);
    if (method.kind === 'function') recognizer.relateUsage(agent, method);
  }
}
