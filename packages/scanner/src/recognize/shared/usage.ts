/** What the body of a function uses: models that it calls, the tools bound to them, and agents that it runs. */

import type { CallExpression, FileFacts } from '../../facts/facts.ts';
import { isInScope } from '../../facts/scopes.ts';
import { visitCalls } from '../../facts/visit.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import {
  type FunctionValue,
  type InstanceValue,
  optionsOf,
  type SourcePosition,
  type Value,
} from '../../resolve/values.ts';
import { recordSupervision } from './autonomy.ts';
import type { Entry, Recognizer } from './framework.ts';

/** How many calls of functions of the repository are followed. */
const MAX_DEPTH = 2;

/** Returns the object at the start of a chain of methods: `a` in `a.b().c()`. */
export function rootOf(instance: InstanceValue): InstanceValue {
  let root = instance;
  for (let depth = 0; root.receiver !== undefined && depth < 50; depth += 1) root = root.receiver;
  return root;
}

interface ScopedCall {
  readonly call: CallExpression;
  readonly position: SourcePosition;
}

const callsByFile = new WeakMap<FileFacts, Map<number, ScopedCall[]>>();

/** Lists the calls in a function and in the functions inside of it. */
function callsIn(facts: FileFacts, scope: number): readonly ScopedCall[] {
  const known = callsByFile.get(facts) ?? groupCalls(facts);
  callsByFile.set(facts, known);
  const inside = facts.scopes.flatMap((_, index) => (isInScope(facts, index, scope) ? (known.get(index) ?? []) : []));
  return inside;
}

function groupCalls(facts: FileFacts): Map<number, ScopedCall[]> {
  const groups = new Map<number, ScopedCall[]>();
  visitCalls(facts, (call, context) => {
    const group = groups.get(context.scope) ?? [];
    groups.set(context.scope, group);
    if (context.statement !== undefined) group.push({ call, position: { file: facts.path, ...context } });
  });
  return groups;
}

/** Relates an agent to what a function uses. */
export function relateUsage(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  value: FunctionValue,
  entry: Entry,
  visited: Set<string> = new Set(),
  depth = 0,
): void {
  const facts = recognizer.evaluator.project.files.get(value.file);
  const key = `${value.scope} ${value.file}`;
  if (facts === undefined || visited.has(key)) return;
  visited.add(key);
  for (const { call, position } of callsIn(facts, value.scope)) {
    const created = recognizer.evaluator.evaluate(call, position);
    for (const option of optionsOf(created)) relateCalled(recognizer, agent, option, entry, depth);
    if (depth >= MAX_DEPTH) continue;
    for (const callee of optionsOf(recognizer.evaluator.evaluate(call.callee, position))) {
      if (callee.kind === 'function') relateUsage(recognizer, agent, callee, entry, visited, depth + 1);
    }
  }
}

function relateCalled(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  value: Value,
  entry: Entry,
  depth: number,
): void {
  if (value.kind !== 'instance') return;
  const role = recognizer.entryOf(value)?.component.role;
  const root = rootOf(value);
  const rootRole = recognizer.entryOf(root)?.component.role;
  // What a function that is called binds to a model is used only where it calls the model.
  const isBound = role === 'wrapper' && depth === 0;
  if (role === 'model' || isBound || (rootRole === 'model' && role === undefined))
    recognizer.relateModels(agent, value, entry);
  if (role === 'approval') recordSupervision(agent);
  if (rootRole === 'mcpClient') recognizer.relateServers(agent, root);
  // Only an agent that is run counts, not one that is created.
  if (
    value.receiver !== undefined &&
    /\.(a?invoke|a?stream|a?run|ainvoke|astream|generate|run_sync|kickoff)$/.test(value.symbols[0] ?? '')
  ) {
    for (const each of recognizer.agentsOf(value.receiver)) recognizer.graph.relate(agent, 'sub_agents', each);
  }
}
