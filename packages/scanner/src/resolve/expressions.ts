/** Evaluates the kinds of expressions. */
import type { DictionaryExpression, Expression } from '../facts/facts.ts';
import type { Evaluator } from './evaluator.ts';
import { extensionOf } from './extensions.ts';
import { eachFrames } from './items.ts';
import { withMutations } from './mutations.ts';
import {
  choose,
  type DictionaryEntry,
  type Frame,
  joinItems,
  optionsOf,
  type SourcePosition,
  stringsOf,
  unknown,
  type Value,
} from './values.ts';

/** No more strings result from joining alternatives. */
const MAX_JOINED = 20;
/** How many characters a string has that results from joining others: each one may contain the one before twice. */
const MAX_LENGTH = 100_000;

/** Evaluates an expression. Callers use `Evaluator.evaluate`, which limits and remembers. */
export function evaluateExpression(
  evaluator: Evaluator,
  expression: Expression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const evaluate = (inner: Expression) => evaluator.evaluate(inner, position, frame);
  switch (expression.kind) {
    case 'string':
      return { ...expression, file: position.file };
    case 'constant':
      return expression;
    case 'unknown':
      return unknown(expression.reason);
    case 'name':
      return withMutations(
        evaluator,
        expression.name,
        evaluator.lookup(expression.name, position, frame),
        position,
        frame,
      );
    case 'member': {
      const object = evaluate(expression.object);
      const member = evaluator.member(object, expression.name);
      return extensionOf(evaluator, object, member, expression.name, position.file) ?? member;
    }
    case 'element':
      return elementOf(evaluator, evaluate(expression.object), expression.index, position, frame);
    case 'call':
      return evaluator.call(evaluate(expression.callee), expression, position, frame);
    case 'function':
      return { kind: 'function', file: position.file, scope: expression.scope, ...(frame !== undefined && { frame }) };
    case 'class':
      return { kind: 'class', file: position.file, scope: expression.scope };
    case 'choice':
      return choose(expression.options.map(evaluate));
    case 'list':
      return evaluateList(expression.items, evaluate);
    case 'dictionary':
      return evaluateDictionary(expression, evaluate, position.file);
    case 'template':
      return join(expression.parts.map(evaluate), 'a template with unknown values');
    case 'sum':
      return add(expression.operands.map(evaluate));
    case 'spread':
      return evaluate(expression.value);
    case 'each':
      return evaluateEach(evaluator, expression, position, frame);
  }
}

function evaluateList(items: readonly Expression[], evaluate: (expression: Expression) => Value): Value {
  let isComplete = true;
  const values = items.flatMap((item): readonly Value[] => {
    if (item.kind !== 'spread') return [evaluate(item)];
    const spread = evaluate(item.value);
    const lists = optionsOf(spread).map((option) => (option.kind === 'list' ? option : undefined));
    if (lists.some((list) => list === undefined || !list.isComplete)) isComplete = false;
    // Something unknown in a list may be several things, so it stays visible.
    return lists.flatMap((list, index) => list?.items ?? [optionsOf(spread)[index] ?? spread]);
  });
  return joinItems(values, isComplete);
}

function evaluateDictionary(
  { entries, span }: DictionaryExpression,
  evaluate: (expression: Expression) => Value,
  file: string,
): Value {
  let isComplete = true;
  const known = new Map<string, DictionaryEntry>();
  for (const { key, value, span: entrySpan } of entries) {
    if (key === undefined) {
      const spread = evaluate(value);
      for (const option of optionsOf(spread)) {
        if (option.kind !== 'dictionary') isComplete = false;
        // Something of a library in a dictionary may have any keys, so it stays visible.
        if (option.kind === 'instance') known.set(`?${known.size}`, { key: `?${known.size}`, value: option });
        if (option.kind === 'dictionary') for (const entry of option.entries) known.set(entry.key, entry);
      }
      continue;
    }
    const names = stringsOf(evaluate(key));
    if (names.length === 0) isComplete = false;
    const evaluated = evaluate(value);
    const isRecord = value.kind === 'dictionary' && evaluated.kind === 'dictionary' && names.length > 0;
    for (const name of names.length === 0 ? [`?${known.size}`] : names.map(({ value: text }) => text)) {
      known.set(name, {
        key: name,
        value: isRecord ? { ...evaluated, key: name } : evaluated,
        ...(entrySpan !== undefined && { span: entrySpan }),
      });
    }
  }
  return { kind: 'dictionary', entries: [...known.values()], isComplete, file, span };
}

/** The entries of a list of keys and values: `new Map([['desk', settings]])`, `Object.fromEntries(pairs)`. */
export function entriesOfPairs(pairs: readonly Value[]): readonly DictionaryEntry[] {
  return pairs.flatMap((pair, index): readonly DictionaryEntry[] => {
    const [key, value] = pair.kind === 'list' ? pair.items : [];
    if (key === undefined || value === undefined) return [];
    const names = stringsOf(key);
    if (names.length === 0) return [{ key: `?${index}`, value }];
    return names.map(({ value: name, span }) => {
      const isRecord = value.kind === 'dictionary' && value.key === undefined;
      return { key: name, value: isRecord ? { ...value, key: name } : value, span };
    });
  });
}

/** Joins strings. Alternatives of the parts are combined, up to a limit. */
function join(parts: readonly Value[], reason: string): Value {
  let results: { text: string; last?: Value & { kind: 'string' } }[] = [{ text: '' }];
  for (const part of parts) {
    const strings = part.kind === 'constant' ? [{ value: String(part.value) }] : stringsOf(part);
    if (strings.length === 0 || results.length * strings.length > MAX_JOINED) return unknown(reason);
    if (strings.some((text) => 'digest' in text)) return unknown('a string that is too long to join');
    results = results.flatMap(({ text, last }) =>
      strings.map((next) => {
        const value = 'kind' in next ? next : last;
        return { text: `${text}${next.value}`, ...(value !== undefined && { last: value }) };
      }),
    );
  }
  if (results.some(({ text }) => text.length > MAX_LENGTH)) return unknown('a string that is too long to join');
  return choose(results.map(({ text, last }) => (last === undefined ? unknown(reason) : { ...last, value: text })));
}

/** Adds strings, or lists. */
function add(operands: readonly Value[]): Value {
  if (operands.some((operand) => optionsOf(operand).some(({ kind }) => kind === 'list'))) {
    const lists = operands.flatMap(optionsOf);
    return joinItems(
      lists.flatMap((option) => (option.kind === 'list' ? option.items : [option])),
      lists.every((option) => option.kind === 'list' && option.isComplete),
    );
  }
  // What libraries return can be added when it is a list.
  const results = operands.flatMap(optionsOf);
  if (results.length > 0 && results.every(({ kind }) => kind === 'instance' || kind === 'method')) {
    return { kind: 'list', items: results, isComplete: false };
  }
  return join(operands, 'a sum of values that are not known');
}

/** `[item for target in source]`: the item in a frame in which the target has each value of the source. */
function evaluateEach(
  evaluator: Evaluator,
  each: Expression & { kind: 'each' },
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const { frames, isComplete } = eachFrames(evaluator, each, position, frame);
  const evaluate = (expression: Expression, inner: Frame) => evaluator.evaluate(expression, position, inner);
  const { key, item } = each;
  if (key === undefined) return { kind: 'list', items: frames.map((inner) => evaluate(item, inner)), isComplete };
  const entries = frames.flatMap((inner, index): DictionaryEntry[] => {
    const names = stringsOf(evaluate(key, inner));
    const value = evaluate(item, inner);
    return names.length === 0 ? [{ key: `?${index}`, value }] : names.map((name) => ({ key: name.value, value }));
  });
  return { kind: 'dictionary', entries, isComplete, file: position.file, span: [1, 1, 1, 1] };
}

/** `object[index]`. A generic type with parameters is the type itself; with an unknown index, it may be any item. */
function elementOf(
  evaluator: Evaluator,
  object: Value,
  index: Expression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const results = optionsOf(object).map((option): Value => {
    if (option.kind === 'class' || option.kind === 'function') return option;
    if (option.kind === 'symbol') {
      if (/(?:^|:|\.)(?:environ|env)$/.test(option.symbol))
        return environment(evaluator.evaluate(index, position, frame));
      const parameters = index.kind === 'list' ? index.items : [index];
      return { ...option, parameters: parameters.map((each) => evaluator.evaluate(each, position, frame)) };
    }
    if (option.kind === 'instance')
      return option.symbols.length > 0 ? { ...option } : unknown('an element of an object');
    if (option.kind !== 'list' && option.kind !== 'dictionary') return unknown('an element of an unknown value');
    return selectElement(option, evaluator.evaluate(index, position, frame));
  });
  return choose(results);
}

function selectElement(container: Value & { kind: 'list' | 'dictionary' }, index: Value): Value {
  if (container.kind === 'list') {
    const itemIndex = index.kind === 'constant' && typeof index.value === 'number' ? index.value : undefined;
    const item = itemIndex === undefined ? undefined : container.items.at(itemIndex);
    return item ?? choose(container.items);
  }
  const names = stringsOf(index).map(({ value }) => value);
  const found = container.entries.filter(({ key }) => names.includes(key)).map(({ value }) => value);
  if (found.length > 0) return choose(found);
  return names.length > 0 ? unknown('no such key') : choose(container.entries.map(({ value }) => value));
}

/** The value of an environment variable without default. */
export function environment(name: Value, fallback?: Value): Value {
  const [variable] = stringsOf(name);
  if (variable === undefined) return fallback ?? unknown('an environment variable without a known name');
  const hasDefault = fallback !== undefined && !(fallback.kind === 'constant' && fallback.value === null);
  return { kind: 'environment', variable: variable.value, ...(hasDefault && { default: fallback }) };
}
