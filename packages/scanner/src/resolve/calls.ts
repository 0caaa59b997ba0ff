/** Calls: what functions return, who calls them, and what libraries do that carry values. */
import type { CallExpression } from '../facts/facts.ts';
import { argumentOf, bindParameters, instanceOfType } from './arguments.ts';
import type { Caller, Evaluator } from './evaluator.ts';
import { containerCall, knownCall } from './known-calls.ts';
import { scopeOf } from './positions.ts';
import { areStarsAmbiguous } from './project.ts';
import {
  choose,
  type Frame,
  type FunctionValue,
  optionsOf,
  type SourcePosition,
  unknown,
  type Value,
} from './values.ts';

/** No more calls of one function are followed. */
const MAX_CALLERS = 40;
/** No more calls inside of calls are followed. */
const MAX_FRAMES = 8;
/** How often a function is followed inside of itself: each call may contain several others. */
const MAX_RECURSION = 1;
/** No more calls that have the name of a function are looked at. */
const MAX_CANDIDATES = 400;

/** Calls a value with the arguments of a call. */
export function callValue(
  evaluator: Evaluator,
  callee: Value,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const options = optionsOf(callee);
  // A name that may be of several namespaces is one call, of one of them.
  if (areStarsAmbiguous(evaluator.project, position.file) && options.every((option) => option.kind === 'symbol')) {
    const symbols = options.map(({ symbol }) => symbol);
    const [first] = options;
    if (first !== undefined && symbols.length > 1) {
      const value = callOne(evaluator, first, call, position, frame);
      return value.kind === 'instance' ? { ...value, symbols } : value;
    }
  }
  return choose(options.map((option) => callOne(evaluator, option, call, position, frame)));
}

function callOne(
  evaluator: Evaluator,
  callee: Value,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const created = { call, position, ...(frame !== undefined && { frame }) };
  switch (callee.kind) {
    case 'symbol':
      return (
        knownCall(evaluator, callee.symbol, call.arguments, position, frame) ?? {
          kind: 'instance',
          symbols: [callee.symbol],
          ...created,
        }
      );
    case 'class':
      return { kind: 'instance', symbols: evaluator.ancestors(callee).symbols, class: callee, ...created };
    case 'method': {
      const entered = enteredContext(evaluator, callee.name, call, position, frame);
      if (entered !== undefined) return entered;
      const symbols = callee.receiver.symbols.map((symbol) => `${symbol}.${callee.name}`);
      return { kind: 'instance', symbols, receiver: callee.receiver, ...created };
    }
    case 'instance':
      // A decorator with arguments that is applied directly: `tool(name="x")(function)`.
      return { kind: 'instance', symbols: callee.symbols.map((each) => `${each}()`), receiver: callee, ...created };
    case 'function':
      return callFunction(evaluator, callee, call, position, frame);
    default:
      return call.callee.kind === 'member'
        ? (enteredContext(evaluator, call.callee.name, call, position, frame) ??
            containerCall(evaluator, evaluator.evaluate(call.callee.object, position, frame), call, position, frame))
        : unknown('the result of an unknown function');
  }
}

/** A stack of contexts returns what it enters: `await stack.enter_async_context(server)`. */
function enteredContext(
  evaluator: Evaluator,
  method: string,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value | undefined {
  if (!/^enter_(?:async_)?context$/.test(method)) return undefined;
  return argumentOf(evaluator, call.arguments, position, frame, 'cm', 0);
}

function callFunction(
  evaluator: Evaluator,
  callee: FunctionValue,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const scope = scopeOf(evaluator, callee);
  if (scope === undefined) return unknown('a function that was not read');
  if ((frame?.depth ?? 0) >= MAX_FRAMES) return unknown('a call that is nested too deep');
  if (countFrames(callee, frame) > MAX_RECURSION) return unknown('a function that calls itself');
  const passesObject = hasObjectParameter(evaluator, callee);
  const frameIn = (outer: Frame | undefined): Frame => ({
    file: callee.file,
    scope: callee.scope,
    bindings: bindParameters(
      evaluator,
      scope.parameters,
      call,
      position,
      outer,
      passesObject ? callee.self : undefined,
    ),
    ...(callee.frame !== undefined && { parent: callee.frame }),
    id: evaluator.frameId(outer, `${position.file}#${call.id}`),
    depth: (outer?.depth ?? 0) + 1,
    caller: { call, position, ...(outer !== undefined && { frame: outer }) },
    within: frameIn,
  });
  const value = evaluator.returned(callee, frameIn(frame));
  if (value.kind !== 'unknown' || scope.returns === undefined) return value;
  const type = evaluator.evaluate(scope.returns, { file: callee.file, scope: scope.parent ?? 0 });
  return instanceOfType(evaluator, type) ?? value;
}

/** Counts how often a function occurs in the call stack of a frame. */
function countFrames({ file, scope }: FunctionValue, frame: Frame | undefined): number {
  let count = 0;
  for (let each = frame; each !== undefined; each = each.caller?.frame ?? each.parent) {
    if (each.file === file && each.scope === scope) count += 1;
  }
  return count;
}

/** Whether the object of a method is its first parameter: `self` in Python, the receiver in Go, that of an extension in C#. */
function hasObjectParameter(evaluator: Evaluator, callee: FunctionValue): boolean {
  const { language } = evaluator.project.files.get(callee.file) ?? {};
  if (language !== 'csharp') return language === 'python' || language === 'go';
  // `Extensions.AddDesk(services)` names the class, and passes the object as an argument.
  return callee.self?.kind !== 'class' && scopeOf(evaluator, callee)?.parameters[0]?.isReceiver === true;
}

/** Returns what a function returns in a frame. Callers use `Evaluator.returned`. */
export function returnedValue(evaluator: Evaluator, value: FunctionValue, frame: Frame | undefined): Value {
  const scope = scopeOf(evaluator, value);
  const returned = (scope?.statements ?? []).flatMap((statement, index) =>
    statement.kind === 'return'
      ? [evaluator.evaluate(statement.value, { file: value.file, scope: value.scope, statement: index }, frame)]
      : [],
  );
  return returned.length === 0 ? unknown('a function that returns nothing known') : choose(returned);
}

const callersByEvaluator = new WeakMap<Evaluator, Map<string, readonly Caller[]>>();

/** Lists calls of a function of the repository. Callers use `Evaluator.callers`. */
export function findCallers(evaluator: Evaluator, file: string, scope: number): readonly Caller[] {
  return knownCallers(evaluator, file, scope, MAX_CALLERS);
}

/** Lists all calls of a function of the repository. Callers use `Evaluator.allCallers`. */
export function findAllCallers(evaluator: Evaluator, file: string, scope: number): readonly Caller[] {
  const some = findCallers(evaluator, file, scope);
  return some.length < MAX_CALLERS ? some : knownCallers(evaluator, file, scope, MAX_CANDIDATES);
}

function knownCallers(evaluator: Evaluator, file: string, scope: number, limit: number): readonly Caller[] {
  const known = callersByEvaluator.get(evaluator) ?? new Map<string, readonly Caller[]>();
  callersByEvaluator.set(evaluator, known);
  const key = `${limit} ${scope} ${file}`;
  const found = known.get(key) ?? searchCallers(evaluator, file, scope, limit);
  known.set(key, found);
  return found;
}

function searchCallers(evaluator: Evaluator, file: string, scope: number, limit: number): readonly Caller[] {
  const callee = scopeOf(evaluator, { file, scope });
  if (callee === undefined) return [];
  const isConstructor = callee.name === '__init__' || callee.name === 'constructor';
  const name = isConstructor ? evaluator.project.files.get(file)?.scopes[callee.parent ?? 0]?.name : callee.name;
  const callers: Caller[] = [];
  let candidates = 0;
  // A function inside of another one is called under the name of that one as well: by decorators with arguments.
  const outer = evaluator.project.files.get(file)?.scopes[callee.parent ?? 0];
  const names = outer?.kind === 'function' && outer.name !== name ? [name, outer.name] : [name];
  const sites = names.flatMap((each) => evaluator.project.callsByName.get(each ?? '') ?? []);
  for (const site of sites) {
    if (callers.length >= limit || candidates >= MAX_CANDIDATES) break;
    if (!evaluator.project.areConnected(site.file, file)) continue;
    candidates += 1;
    const position: SourcePosition = { file: site.file, ...site.context };
    for (const option of optionsOf(evaluator.evaluate(site.call.callee, position))) {
      const self = selfOfCall(option, file, scope, isConstructor ? callee.parent : undefined, site.call, position);
      if (self === undefined) continue;
      const passesObject = hasObjectParameter(evaluator, { kind: 'function', file, scope, ...self });
      const object = passesObject ? self.self : undefined;
      const frameIn = (outer: Frame | undefined): Frame => ({
        file,
        scope,
        bindings: bindParameters(evaluator, callee.parameters, site.call, position, outer, object),
        ...(option.kind === 'function' && option.frame !== undefined && { parent: option.frame }),
        id: evaluator.frameId(outer, `${site.file}#${site.call.id}`),
        caller: { call: site.call, position, ...(outer !== undefined && { frame: outer }) },
        within: frameIn,
      });
      callers.push({ call: site.call, position, frame: frameIn(undefined), within: frameIn });
    }
  }
  return callers;
}

/** Returns the object that a call binds when it calls the function; undefined when it calls something else. */
function selfOfCall(
  option: Value,
  file: string,
  scope: number,
  constructed: number | undefined,
  call: CallExpression,
  position: SourcePosition,
): { self?: Value } | undefined {
  if (option.kind === 'function' && option.file === file && option.scope === scope) {
    return option.self === undefined ? {} : { self: option.self };
  }
  if (option.kind === 'class' && option.file === file && option.scope === constructed) {
    return { self: { kind: 'instance', symbols: [], class: option, call, position } };
  }
  return undefined;
}
