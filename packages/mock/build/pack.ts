/** Writes values in the format that `src/packed.ts` reads. */
import { REFERENCE, readReference } from '../src/contract/deduplicated-json.ts';

/** Parts whose JSON is shorter than this are repeated, because a reference would be about as long. */
const MIN_LENGTH = 40;

/** A part of a value that occurs once in the result. */
interface Part {
  node: object;
  /** How many other parts contain it. */
  uses: number;
  /** Whether it contains itself, as a recursive schema does. */
  isRecursive: boolean;
}

/**
 * Packs a JSON value, in which nodes may be shared and recursive. Equal nodes become one node, unless they are
 * recursive.
 *
 * @throws {Error} when it contains an object that the format would interpret as a reference
 */
export function pack(root: object): string {
  const parts = findParts(root);
  const indexes = new Map<Part, number>();
  const values: string[] = [];
  const write = (node: unknown): string => {
    if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'null';
    const part = parts.get(node);
    if (!part) throw new Error('A part of the value is written before it was found.');
    const known = indexes.get(part);
    if (known !== undefined) return toReference(known);
    // The JSON of a recursive part contains a reference to itself.
    if (part.isRecursive) {
      const index = values.push('') - 1;
      indexes.set(part, index);
      values[index] = writeParts(part.node, write);
      return toReference(index);
    }
    const text = writeParts(part.node, write);
    if (part.uses < 2 || text.length < MIN_LENGTH) return text;
    const index = values.push(text) - 1;
    indexes.set(part, index);
    return toReference(index);
  };
  values.push(write(root));
  return `[${values.join(',\n')}]`;
}

function toReference(index: number): string {
  return `{"${REFERENCE}":${index}}`;
}

function writeParts(node: object, write: (part: unknown) => string): string {
  if (Array.isArray(node)) return `[${node.map(write).join()}]`;
  const entries = listEntries(node).map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`);
  return `{${entries.join()}}`;
}

/** Lists the properties of an object that JSON contains. */
function listEntries(node: object): [string, unknown][] {
  return Object.entries(node).filter(([, value]) => value !== undefined);
}

/** Finds the part that each node belongs to, and counts the other parts that contain it. */
function findParts(root: object): Map<object, Part> {
  const byContent = new Map<string, Part>();
  const byNode = new Map<object, Part>();
  const numbers = new Map<Part, number>();
  const open = new Map<object, Part>();
  const find = (node: unknown): string => {
    if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'null';
    const opened = open.get(node);
    if (opened) opened.isRecursive = true;
    const known = opened ?? byNode.get(node);
    if (known) return describe(known);
    if (readReference(node) !== undefined) throw new Error(`${JSON.stringify(node)} would be read as a reference.`);
    const created: Part = { node, uses: 0, isRecursive: false };
    open.set(node, created);
    const content = writeParts(node, find);
    open.delete(node);
    const part = created.isRecursive ? created : (byContent.get(content) ?? created);
    byContent.set(content, part);
    byNode.set(node, part);
    return describe(part);
  };
  const describe = (part: Part) => {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return `#${number}`;
  };
  find(root);
  for (const part of new Set(byNode.values())) {
    const nodes = Object.values(part.node).flatMap((value: unknown) => byNode.get(value as object) ?? []);
    for (const used of nodes) used.uses++;
  }
  return byNode;
}
