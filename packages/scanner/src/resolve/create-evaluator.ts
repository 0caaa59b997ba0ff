/** Puts the evaluator together, with its limits. */

import { createMemory } from '../core/memory.ts';
import type { Expression } from '../facts/facts.ts';
import { findArgument } from './arguments.ts';
import { callValue, findAllCallers, findCallers, returnedValue } from './calls.ts';
import { findAncestors, memberOf } from './classes.ts';
import type { Caller, Evaluator } from './evaluator.ts';
import { evaluateExpression } from './expressions.ts';
import { exportedValue, lookUp } from './names.ts';
import type { Project } from './project.ts';
import { type Frame, type SourcePosition, unknown, type Value } from './values.ts';

/** How deep evaluations may nest. */
const MAX_DEPTH = 48;
/** How many expressions one question may evaluate. */
const MAX_STEPS = 20_000;
/** How many values are remembered. More take memory, and save little: what belongs together is asked for together. */
const MAX_VALUES = 20_000;

/** Numbers strings that become parts of many keys: the keys of nested calls would grow with every call. */
function createNumbers(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

interface State {
  depth: number;
  steps: number;
  /**
   * The depth of the outermost evaluation on which values depend, because one inside of them ended early: at itself, or at a limit, which
   * depends on where the question started. Infinity when they depend on none.
   */
  cut: number;
  /** The depths of the evaluations that are active. */
  readonly active: Map<string, number>;
}

/** Runs an evaluation within the limits; outside of them, returns what `cut` makes of the reason. */
type Guard = <T>(key: string, cut: (reason: string) => T, run: () => T) => T;

function runGuarded<T>(state: State, key: string, cut: (reason: string) => T, run: () => T): T {
  if (state.depth === 0) state.steps = 0;
  state.steps += 1;
  const active = state.active.get(key);
  const reason = active !== undefined ? 'defined by itself' : state.depth >= MAX_DEPTH ? 'too deep' : undefined;
  if (reason !== undefined || state.steps > MAX_STEPS) {
    state.cut = Math.min(state.cut, active ?? 0);
    return cut(reason ?? 'too many steps');
  }
  const outerCut = state.cut;
  state.cut = Infinity;
  state.active.set(key, state.depth);
  state.depth += 1;
  try {
    return run();
  } finally {
    state.depth -= 1;
    state.active.delete(key);
    // What depended on this evaluation, and on none around it, is complete now.
    const own = state.cut >= state.depth ? Infinity : state.cut;
    state.cut = Math.min(own, outerCut);
  }
}

/** Creates an evaluator for a repository. */
export function createEvaluator(project: Project): Evaluator {
  const state: State = { depth: 0, steps: 0, cut: Infinity, active: new Map() };
  const values = createMemory<string, Value>(MAX_VALUES);
  // An expression that was forgotten gets another number. None is while it is evaluated: that takes fewer steps.
  const numbers = createMemory<Expression, number>(4 * MAX_STEPS);
  let count = 0;
  const numberOf = (expression: Expression): number => {
    const known = numbers.get(expression);
    if (known !== undefined) return known;
    count += 1;
    numbers.set(expression, count);
    return count;
  };
  const fileNumber = createNumbers();
  const frameNumber = createNumbers();
  const keyOf = (file: string, scope: number, frame: Frame | undefined) =>
    `${fileNumber(file)} ${scope} ${frame?.id ?? ''}`;
  const guard: Guard = (key, cut, run) => runGuarded(state, key, cut, run);
  const evaluate = (expression: Expression, position: SourcePosition, frame?: Frame): Value => {
    if (expression.kind === 'unknown') return unknown(expression.reason);
    if (expression.kind === 'constant') return expression;
    const key = `${numberOf(expression)} ${keyOf(position.file, position.scope, frame)}`;
    const known = values.get(key);
    if (known !== undefined) return known;
    const outerCut = state.cut;
    state.cut = Infinity;
    const value = guard(key, unknown, () => evaluateExpression(evaluator, expression, position, frame));
    if (state.cut === Infinity) values.set(key, value);
    state.cut = Math.min(state.cut, outerCut);
    return value;
  };
  const guarded = (what: string, find: typeof findCallers) => (file: string, scope: number) =>
    guard<readonly Caller[]>(
      `${what} ${file} ${scope}`,
      () => [],
      () => find(evaluator, file, scope),
    );
  const evaluator: Evaluator = {
    project,
    evaluate,
    lookup: (name, position, frame) =>
      guard(`name ${name} ${position.statement} ${keyOf(position.file, position.scope, frame)}`, unknown, () =>
        lookUp(evaluator, name, position, frame),
      ),
    member: (value, name) => memberOf(evaluator, value, name),
    exported: (file, name) =>
      project.mayExport(file, name)
        ? guard(
            `export ${name} ${file}`,
            () => undefined,
            () => exportedValue(evaluator, file, name),
          )
        : undefined,
    call: (callee, call, position, frame) => callValue(evaluator, callee, call, position, frame),
    // A function that another one returned sees the parameters of that call.
    returned: (value, frame = value.frame) =>
      guard(`return ${keyOf(value.file, value.scope, frame)}`, unknown, () => returnedValue(evaluator, value, frame)),
    ancestors: (value) => findAncestors(evaluator, value),
    callers: guarded('callers', findCallers),
    allCallers: guarded('all callers', findAllCallers),
    frameId: (parent, step) => `${frameNumber(`${parent?.id ?? ''}>${step}`)}`,
    argument: (instance, name, argumentIndex) => findArgument(evaluator, instance, name, argumentIndex),
  };
  return evaluator;
}
