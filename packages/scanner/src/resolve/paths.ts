/** Paths in Python: strings, also where code makes objects of them. Those of the repository start at its root. */
import { posix } from 'node:path';
import { optionsOf, type StringValue, stringsOf, type Value } from './values.ts';

type Get = (position: number) => Value | undefined;

const SAME = /^(?:abspath|realpath|normpath|expanduser|fspath)$/;

/** Returns the path that a function of `os.path` or `pathlib` makes of others; undefined when it is another function. */
export function pathFunction(symbol: string, get: Get): Value | undefined {
  const [, module, name = ''] = /^(os|os\.path|pathlib):(?:path\.)?(\w+)$/.exec(symbol) ?? [];
  if (module === undefined) return undefined;
  const first = singleString(get(0));
  if (first === undefined) return undefined;
  if (name === 'dirname') return { ...first, value: posix.dirname(first.value) };
  if (name === 'basename') return { ...first, value: posix.basename(first.value) };
  if (SAME.test(name)) return first;
  return name === 'join' || /^(?:Pure)?(?:Posix)?Path$/.test(name) ? joined(first, get, 1) : undefined;
}

/** Returns the path that a method of a path makes of it; undefined when it is another method. */
export function methodOfPath(path: StringValue, name: string, get: Get): Value | undefined {
  if (/^(?:resolve|absolute|expanduser|as_posix)$/.test(name)) return path;
  return name === 'joinpath' ? joined(path, get, 0) : undefined;
}

/** Returns a member of a path that is a path; undefined for others. */
export function memberOfPath(path: StringValue, name: string): Value | undefined {
  if (name === 'parent') return { ...path, value: posix.dirname(path.value) };
  if (name !== 'parents') return undefined;
  const items: Value[] = [];
  for (let value = posix.dirname(path.value); ; value = posix.dirname(value)) {
    items.push({ ...path, value });
    if (value === '.' || value === '/' || items.length > 60) break;
  }
  return { kind: 'list', items, isComplete: true };
}

function joined(first: StringValue, get: Get, from: number): Value | undefined {
  const parts = [first];
  for (let index = from; ; index += 1) {
    const part = get(index);
    if (part === undefined) break;
    const text = singleString(part);
    if (text === undefined) return undefined;
    parts.push(text);
  }
  return { ...first, value: posix.join(...parts.map(({ value }) => value)) };
}

function singleString(value: Value | undefined): StringValue | undefined {
  const strings = value === undefined ? [] : stringsOf(value);
  const [text] = strings;
  return strings.length === 1 && optionsOf(value as Value).length === 1 && text?.digest === undefined
    ? text
    : undefined;
}
