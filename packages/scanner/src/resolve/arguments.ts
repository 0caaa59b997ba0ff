/** Finds arguments of calls, and binds them to parameters. */
import type { Argument, CallExpression, Parameter } from '../facts/facts.ts';
import type { Evaluator } from './evaluator.ts';
import {
  choose,
  type Frame,
  type InstanceValue,
  joinItems,
  optionsOf,
  type SourcePosition,
  type Value,
} from './values.ts';

/**
 * Returns an argument of the call that created an instance: by its name, also inside of a spread dictionary or of an options object,
 * or by its position.
 */
export function findArgument(
  evaluator: Evaluator,
  { call, position, frame }: InstanceValue,
  name: string | undefined,
  argumentIndex?: number,
): Value | undefined {
  if (call === undefined || position === undefined) return undefined;
  return argumentOf(evaluator, call.arguments, position, frame, name, argumentIndex);
}

/** Returns an argument of a list of arguments. */
export function argumentOf(
  evaluator: Evaluator,
  args: readonly Argument[],
  position: SourcePosition,
  frame: Frame | undefined,
  name: string | undefined,
  argumentIndex?: number,
): Value | undefined {
  const evaluate = ({ value }: Argument) => evaluator.evaluate(value, position, frame);
  const named = name === undefined ? undefined : args.find((argument) => argument.name === name);
  if (named !== undefined) return evaluate(named);
  for (const argument of args) {
    if (name === undefined || argument.spread !== 'keywords') continue;
    const found = entriesOf(evaluate(argument), name);
    if (found !== undefined) return found;
  }
  const positional = args.filter((argument) => argument.name === undefined && argument.spread !== 'keywords');
  const before = positional.slice(0, (argumentIndex ?? 0) + 1);
  const at =
    argumentIndex === undefined || before.some(({ spread }) => spread === 'rest')
      ? undefined
      : positional[argumentIndex];
  if (at !== undefined) return evaluate(at);
  if (name === undefined || evaluator.project.files.get(position.file)?.language !== 'typescript') return undefined;
  for (const argument of positional) {
    const found = entriesOf(evaluate(argument), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the value of a key in a dictionary, or in each of several possible dictionaries. */
export function entriesOf(value: Value, name: string): Value | undefined {
  const found = optionsOf(value).flatMap((option) =>
    option.kind === 'dictionary' ? option.entries.filter(({ key }) => key === name).map((entry) => entry.value) : [],
  );
  return found.length === 0 ? undefined : choose(found);
}

/**
 * Binds the arguments of a call to the parameters of a function. The result returns the value of a parameter when it is needed.
 *
 * @param self the object of a bound method, which is the first parameter
 */
export function bindParameters(
  evaluator: Evaluator,
  parameters: readonly Parameter[],
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
  self?: Value,
): (name: string) => Value | undefined {
  const values = new Map<string, Value | undefined>();
  return (name) => {
    if (!values.has(name)) values.set(name, bindOne(evaluator, parameters, call, position, frame, self, name));
    return values.get(name);
  };
}

function bindOne(
  evaluator: Evaluator,
  parameters: readonly Parameter[],
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
  self: Value | undefined,
  name: string,
): Value | undefined {
  const index = parameters.findIndex(
    (parameter) => parameter.name === name || parameter.properties?.some(({ local }) => local === name),
  );
  const parameter = parameters[index];
  if (parameter === undefined) return undefined;
  if (self !== undefined && index === 0) return self;
  const argumentIndex = index - (self === undefined ? 0 : 1);
  if (parameter.kind === 'rest') return restOf(evaluator, call, position, frame, argumentIndex);
  if (parameter.kind === 'keywords') return keywordsOf(evaluator, call, position, frame, parameters);
  const property = parameter.properties?.find(({ local }) => local === name)?.property;
  const value = argumentOf(
    evaluator,
    call.arguments,
    position,
    frame,
    property === undefined ? name : undefined,
    parameter.kind === 'positional' ? argumentIndex : undefined,
  );
  return property === undefined || value === undefined ? value : entriesOf(value, property);
}

function restOf(
  evaluator: Evaluator,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
  from: number,
): Value {
  const positional = call.arguments
    .filter(({ name, spread }) => name === undefined && spread !== 'keywords')
    .slice(from);
  const items = positional.flatMap(({ value, spread }) => {
    const evaluated = evaluator.evaluate(value, position, frame);
    if (spread !== 'rest') return [evaluated];
    return optionsOf(evaluated).flatMap((option) => (option.kind === 'list' ? option.items : [option]));
  });
  return joinItems(
    items,
    positional.every(({ spread }) => spread === undefined),
  );
}

function keywordsOf(
  evaluator: Evaluator,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
  parameters: readonly Parameter[],
): Value {
  const entries = call.arguments.flatMap(({ name, value, spread }) => {
    const evaluated = () => evaluator.evaluate(value, position, frame);
    if (spread === 'keywords') {
      return optionsOf(evaluated()).flatMap((option) => (option.kind === 'dictionary' ? option.entries : []));
    }
    return name === undefined || parameters.some((parameter) => parameter.name === name)
      ? []
      : [{ key: name, value: evaluated() }];
  });
  const isComplete = call.arguments.every(({ spread }) => spread !== 'keywords');
  return { kind: 'dictionary', entries, isComplete, file: position.file, span: call.span };
}

/** Returns an object of which only the type is known; undefined when the type says nothing. */
export function instanceOfType(evaluator: Evaluator, type: Value): Value | undefined {
  const candidates = optionsOf(type).flatMap((option): Value[] => {
    if (option.kind === 'class')
      return [{ kind: 'instance', symbols: evaluator.ancestors(option).symbols, class: option }];
    if (option.kind === 'symbol' && !/^(builtins|typing|typing_extensions|collections\.abc):/.test(option.symbol)) {
      const { parameters } = option;
      return [{ kind: 'instance', symbols: [option.symbol], ...(parameters !== undefined && { parameters }) }];
    }
    return [];
  });
  return candidates.length === 0 ? undefined : choose(candidates);
}
