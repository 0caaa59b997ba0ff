/** The items of lists, and the names that are bound to them. */
import type { Expression } from '../facts/facts.ts';
import type { Evaluator } from './evaluator.ts';
import {
  choose,
  type Frame,
  keyValueOf,
  type ListValue,
  optionsOf,
  type SourcePosition,
  unknown,
  type Value,
} from './values.ts';

/** What a loop iterates over, as a list: the keys of a dictionary, and in JavaScript the pairs of a map. */
export function listOf(evaluator: Evaluator, value: Value, { file }: SourcePosition): ListValue | undefined {
  if (value.kind === 'list') return value;
  if (value.kind !== 'dictionary') return undefined;
  const isMap = evaluator.project.files.get(file)?.language === 'typescript';
  const items = value.entries.map((entry): Value => {
    const key = keyValueOf(value, entry);
    return isMap ? { kind: 'list', items: [key, entry.value], isComplete: true } : key;
  });
  return { kind: 'list', items, isComplete: value.isComplete };
}

/** Returns the frames of a comprehension, in which the variables have the values of one item each. */
export function eachFrames(
  evaluator: Evaluator,
  { target, source }: Expression & { kind: 'each' },
  position: SourcePosition,
  frame: Frame | undefined,
): { readonly frames: readonly Frame[]; readonly isComplete: boolean } {
  const values = optionsOf(evaluator.evaluate(source, position, frame));
  const lists = values.map((value) => listOf(evaluator, value, position)).filter((value) => value !== undefined);
  // What a library returned is also the type of its items.
  const results = values.filter((value) => value.kind === 'instance' && value.class === undefined);
  const items = [...lists.flatMap((list) => list.items), ...results];
  if (items.length === 0) items.push(unknown('an item of a list that is not known'));
  const frames = items.map((item, index): Frame => {
    const bindings = new Map(destructure(evaluator, target, item, position, frame));
    const isSame = frame?.file === position.file && frame.scope === position.scope;
    return {
      file: position.file,
      scope: position.scope,
      bindings: (name) => bindings.get(name) ?? (isSame ? frame?.bindings(name) : undefined),
      ...(isSame && frame.rounds !== undefined && { rounds: frame.rounds }),
      isRound: true,
      ...withParent(isSame ? frame?.parent : frame),
      id: evaluator.frameId(frame, `[${index}]`),
      depth: frame?.depth ?? 0,
      ...(isSame && frame.caller !== undefined && { caller: frame.caller }),
    };
  });
  return { frames, isComplete: lists.length === values.length && lists.every((list) => list.isComplete) };
}

function withParent(parent: Frame | undefined): { parent?: Frame } {
  return parent === undefined ? {} : { parent };
}

/** Lists the names that a target binds, with their values. */
export function destructure(
  evaluator: Evaluator,
  target: Expression,
  value: Value,
  position: SourcePosition,
  frame: Frame | undefined,
): readonly (readonly [string, Value])[] {
  const inside = (inner: Expression, part: Value) => destructure(evaluator, inner, part, position, frame);
  if (target.kind === 'name') return [[target.name, value]];
  if (target.kind === 'spread') return inside(target.value, unknown('the rest of a list'));
  if (target.kind === 'dictionary') {
    return target.entries.flatMap(({ key, value: inner }) => {
      const part = key?.kind === 'string' ? evaluator.member(value, key.value) : unknown('the rest of an object');
      return inside(inner, part);
    });
  }
  if (target.kind === 'choice') {
    const [inner, fallback] = target.options;
    if (inner === undefined || fallback === undefined) return [];
    const otherwise = evaluator.evaluate(fallback, position, frame);
    return inside(inner, value.kind === 'unknown' ? otherwise : choose([value, otherwise]));
  }
  if (target.kind !== 'list') return [];
  return target.items.flatMap((item, index) => {
    const parts = optionsOf(value).map((option): Value => {
      if (option.kind === 'list') return option.items[index] ?? unknown('no such item');
      // What a library returned stands for its parts, as with `result[0]`.
      return option.kind === 'instance' && option.class === undefined && option.symbols.length > 0
        ? option
        : unknown('a part of an unknown value');
    });
    return inside(item, choose(parts));
  });
}
