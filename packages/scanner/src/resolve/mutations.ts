/** Later changes of lists and dictionaries: `append`, `extend`, `push`, `+=`, `name[key] = value`, `Object.assign(name, …)`. */
import { groupBy } from '@aispm/domain';
import type { Expression, FileFacts, Flags, Scope, Statement } from '../facts/facts.ts';
import type { Evaluator } from './evaluator.ts';
import { loopFrames, namesIn } from './loops.ts';
import { scopeOf } from './positions.ts';
import { targetNames } from './project.ts';
import {
  type DictionaryEntry,
  type Frame,
  joinItems,
  limitItems,
  optionsOf,
  type SourcePosition,
  stringsOf,
  type Value,
} from './values.ts';

/** A change of what a name, an attribute or an item refers to. */
export interface Mutation {
  /** The position of the statement. */
  readonly position: SourcePosition;
  /** What is changed. */
  readonly object: Expression;
  /** Whether the value replaces the object, is an item of it, or has its items. */
  readonly change: 'replace' | 'item' | 'items' | 'entry';
  readonly key?: Expression;
  readonly value: Expression;
  /** The method that changes it. */
  readonly method?: string;
  /** Names without which it doesn't happen. */
  readonly flags?: Flags;
}

/** No more calls of a function that changes something outside of it are followed, nor more functions upwards. */
const MAX_FRAMES = 400;
const MAX_CALLERS_UPWARDS = 3;

const METHODS: Record<string, Mutation['change']> = {
  append: 'item',
  add: 'item',
  push: 'item',
  unshift: 'item',
  insert: 'item',
  extend: 'items',
  update: 'items',
};

const byFile = new WeakMap<FileFacts, readonly Mutation[]>();

/** Lists the changes of lists, dictionaries and attributes in a file. */
export function mutationsOf(facts: FileFacts): readonly Mutation[] {
  const known = byFile.get(facts);
  if (known !== undefined) return known;
  const found = facts.scopes.flatMap((scope, index) =>
    scope.statements.flatMap((statement, statementIndex) =>
      mutationsIn(statement, { file: facts.path, scope: index, statement: statementIndex }).map((mutation) =>
        'flags' in statement && statement.flags !== undefined ? { ...mutation, flags: statement.flags } : mutation,
      ),
    ),
  );
  byFile.set(facts, found);
  return found;
}

function mutationsIn(statement: Statement, position: SourcePosition): readonly Mutation[] {
  if (statement.kind === 'assign' && statement.value !== undefined) {
    const { target, value } = statement;
    if (statement.isAddition) return [{ position, object: target, change: 'items', value }];
    if (target.kind === 'element')
      return [{ position, object: target.object, change: 'entry', key: target.index, value }];
    if (target.kind === 'member') return [{ position, object: target, change: 'replace', value }];
    return [];
  }
  if (statement.kind !== 'evaluate' || statement.value.kind !== 'call') return [];
  const { callee, arguments: args } = statement.value;
  const [target, ...sources] = args;
  if (isAssign(callee) && target !== undefined)
    return sources.map(({ value }) => ({ position, object: target.value, change: 'items', value }));
  const [key, entry] = args;
  // `servers.set(key, value)` of a map.
  if (
    callee.kind === 'member' &&
    callee.name === 'set' &&
    key !== undefined &&
    entry !== undefined &&
    args.length === 2
  )
    return [{ position, object: callee.object, change: 'entry', key: key.value, value: entry.value }];
  const change = callee.kind === 'member' && Object.hasOwn(METHODS, callee.name) ? METHODS[callee.name] : undefined;
  if (callee.kind !== 'member' || change === undefined) return [];
  const values = callee.name === 'insert' ? args.slice(1) : args;
  return values.map(({ value, spread }) => ({
    position,
    object: callee.object,
    change: spread === 'rest' ? 'items' : change,
    value,
    method: callee.name,
  }));
}

/** `Object.assign(tools, more)`. */
function isAssign(callee: Expression): boolean {
  return (
    callee.kind === 'member' &&
    callee.name === 'assign' &&
    callee.object.kind === 'name' &&
    callee.object.name === 'Object'
  );
}

const mutationsByName = new WeakMap<FileFacts, Map<string, readonly Mutation[]>>();

function mutationsOfName(facts: FileFacts, name: string): readonly Mutation[] {
  const known = mutationsByName.get(facts) ?? groupByName(facts);
  mutationsByName.set(facts, known);
  return known.get(name) ?? [];
}

function groupByName(facts: FileFacts): Map<string, readonly Mutation[]> {
  const named = mutationsOf(facts).filter(({ object }) => object.kind === 'name');
  return groupBy(named, ({ object }) => (object.kind === 'name' ? object.name : ''));
}

/** Adds later changes to the lists and dictionaries that a name refers to. */
export function withMutations(
  evaluator: Evaluator,
  name: string,
  value: Value,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const facts = evaluator.project.files.get(position.file);
  if (facts === undefined || !optionsOf(value).some(mayChange)) return value;
  const mutations = mutationsOfName(facts, name);
  if (mutations.length === 0) return value;
  const home = scopeOfName(facts, name, position.scope);
  const relevant = mutations.filter((mutation) => scopeOfName(facts, name, mutation.position.scope) === home);
  return relevant.reduce((changed, mutation) => apply(evaluator, changed, mutation, frame, home), value);
}

/** Adds later changes to the lists and dictionaries in a field, by the methods of the class: `self.servers[key] = …`. */
export function withFieldMutations(
  evaluator: Evaluator,
  name: string,
  value: Value,
  { file, scope }: { readonly file: string; readonly scope: number },
): Value {
  const facts = evaluator.project.files.get(file);
  if (facts === undefined || !optionsOf(value).some(mayChange)) return value;
  const isOwn = ({ object, position, key, value: added }: Mutation): boolean => {
    if (object.kind !== 'member' || object.object.kind !== 'name') return false;
    const [first, ...others] = methodAround(facts, position.scope, scope)?.parameters ?? [];
    const isPython = facts.language === 'python';
    const passed = isPython || first === undefined ? others : [first, ...others];
    const used = namesIn(key === undefined ? [added] : [key, added]);
    // Which of several parameters belong together is known for one caller only.
    const isOfOneParameter = passed.filter(({ name: each }) => used.has(each)).length <= 1;
    return object.object.name === (isPython ? first?.name : 'this') && isOfOneParameter;
  };
  const relevant = mutationsOfField(facts, name).filter((each) => each.change !== 'replace' && isOwn(each));
  return relevant.reduce((changed, each) => apply(evaluator, changed, each, undefined, each.position.scope), value);
}

const mutationsByField = new WeakMap<FileFacts, Map<string, readonly Mutation[]>>();

function mutationsOfField(facts: FileFacts, name: string): readonly Mutation[] {
  const known =
    mutationsByField.get(facts) ??
    groupBy(mutationsOf(facts), ({ object }) => (object.kind === 'member' ? object.name : ''));
  mutationsByField.set(facts, known);
  return known.get(name) ?? [];
}

/** The method of a class around a scope. */
function methodAround({ scopes }: FileFacts, start: number, type: number): Scope | undefined {
  for (let index: number | undefined = start; index !== undefined; index = scopes[index]?.parent) {
    if (scopes[index]?.parent === type) return scopes[index];
  }
  return undefined;
}

/** Lists and dictionaries change, also those that a library returned. */
function mayChange(value: Value): boolean {
  return value.kind === 'list' || value.kind === 'dictionary' || isResult(value);
}

function isResult(value: Value): boolean {
  return value.kind === 'instance' && value.class === undefined && value.receiver !== undefined;
}

/** Returns the scope that a name belongs to when it is used in a scope. */
function scopeOfName(facts: FileFacts, name: string, from: number): number | undefined {
  for (let index: number | undefined = from; index !== undefined; index = facts.scopes[index]?.parent) {
    const scope = facts.scopes[index];
    if (scope?.parameters.some((parameter) => parameter.name === name)) return index;
    const isBound = scope?.statements.some(
      (statement) =>
        (statement.kind === 'assign' && !statement.isAddition && targetNames(statement.target).includes(name)) ||
        (statement.kind === 'import' && statement.local === name),
    );
    if (isBound) return index;
  }
  return undefined;
}

function apply(
  evaluator: Evaluator,
  value: Value,
  mutation: Mutation,
  frame: Frame | undefined,
  home: number | undefined,
): Value {
  if (mutation.flags?.some((flag) => isFalse(evaluator.lookup(flag, mutation.position, frame)))) return value;
  const { position, value: expression, key } = mutation;
  const expressions = [expression, ...(key === undefined ? [] : [key])];
  // Objects in a list are told apart when they are used; only keys belong to one iteration each.
  const own = mutation.change === 'entry' && !frame?.isRound ? loopFrames(evaluator, expressions, position, frame) : [];
  const rounds = own.length > 0 || position.scope === home ? own : framesOfCallers(evaluator, expressions, position);
  if (rounds.length > 1)
    return rounds.reduce((changed, round) => applyOnce(evaluator, changed, mutation, round), value);
  return applyOnce(evaluator, value, mutation, frame);
}

/** The calls of a function that adds what it is passed to something outside of it: `def register(tool): TOOLS.append(tool)`. */
function framesOfCallers(
  evaluator: Evaluator,
  expressions: readonly Expression[],
  position: SourcePosition,
): readonly Frame[] {
  const facts = evaluator.project.files.get(position.file);
  const scope = facts?.scopes[position.scope];
  if (facts?.language !== 'python' || scope?.kind !== 'function') return [];
  const used = namesIn(expressions);
  if (!scope.parameters.some(({ name }) => used.has(name))) return [];
  return callersOf(evaluator, position, MAX_CALLERS_UPWARDS).slice(0, MAX_FRAMES);
}

/** The frames of the calls of a function, each in those of the function around it. */
function callersOf(evaluator: Evaluator, { file, scope }: SourcePosition, left: number): readonly Frame[] {
  if (left === 0 || scopeOf(evaluator, { file, scope })?.kind !== 'function') return [];
  return evaluator.allCallers(file, scope).flatMap(({ frame, within, position }) => {
    const outer = callersOf(evaluator, position, left - 1);
    return outer.length > 0 ? outer.map(within) : [frame];
  });
}

function applyOnce(evaluator: Evaluator, value: Value, mutation: Mutation, frame: Frame | undefined): Value {
  const added = evaluator.evaluate(mutation.value, mutation.position, frame);
  const options = optionsOf(value).map((option): Value => {
    if (isResult(option) && isListChange(mutation)) {
      const items = mutation.change === 'item' ? [added] : itemsOfList(added);
      return joinItems([option, ...items], false);
    }
    if (option.kind === 'list' && mutation.change !== 'entry') {
      const spread = mutation.change === 'items' ? optionsOf(added) : [];
      const items = spread.flatMap((each) => (each.kind === 'list' ? each.items : [each]));
      const isComplete = option.isComplete && spread.every(({ kind }) => kind === 'list');
      return joinItems([...option.items, ...(mutation.change === 'item' ? [added] : items)], isComplete);
    }
    if (option.kind !== 'dictionary') return option;
    const entries = mutation.change === 'entry' ? entriesOfKey(evaluator, mutation, added, frame) : entriesOf(added);
    return { ...option, entries: limitItems([...option.entries, ...entries]) };
  });
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
}

/** Whether a change makes sense for lists only: `add` and `update` are methods of many libraries. */
function isListChange({ method }: Mutation): boolean {
  return method === undefined ? false : /^(?:append|extend|insert|push|unshift)$/.test(method);
}

function itemsOfList(value: Value): readonly Value[] {
  return optionsOf(value).flatMap((option) => (option.kind === 'list' ? option.items : [option]));
}

/** Whether a value is known, and no alternative of it is true. */
function isFalse(value: Value): boolean {
  return optionsOf(value).every(
    (option) => (option.kind === 'constant' && !option.value) || (option.kind === 'string' && option.value === ''),
  );
}

function entriesOf(value: Value): readonly DictionaryEntry[] {
  return optionsOf(value).flatMap((option) => (option.kind === 'dictionary' ? option.entries : []));
}

function entriesOfKey(
  evaluator: Evaluator,
  { key, position }: Mutation,
  value: Value,
  frame: Frame | undefined,
): readonly DictionaryEntry[] {
  const names = key === undefined ? [] : stringsOf(evaluator.evaluate(key, position, frame));
  return names.length === 0 ? [{ key: '?', value }] : names.map((name) => ({ key: name.value, value }));
}
