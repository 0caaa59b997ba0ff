import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Keys } from '@aispm/openapi';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';

/** A location in a source file; lines and columns count from 1. */
export interface SourceLocation {
  file: string;
  line: number;
  column: number;
}

interface SourceFile {
  document: Document;
  lines: LineCounter;
}

/**
 * Creates a function that maps the keys of a node in the bundle to the location in the source that it comes from. It walks
 * the source and follows each `$ref` to a file. A component of the bundle is the file of the same name in the folder of its
 * type; a property that the bundle copied from a member of an `allOf` is found in that member.
 *
 * @param entry the contract's entry file
 */
export function createSourceLocator(entry: string): (keys: Keys) => SourceLocation {
  const files = new Map<string, SourceFile>();
  const open = (file: string): SourceFile => {
    let source = files.get(file);
    if (!source) {
      const lines = new LineCounter();
      source = { document: parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines }), lines };
      files.set(file, source);
    }
    return source;
  };
  const components = new Map(
    readdirSync(dirname(entry), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml') && !/(^|[/\\])(dist|node_modules|examples)[/\\]/.test(file))
      .map((file) => [`${basename(dirname(file))}/${basename(file, '.yaml')}`, join(dirname(entry), file)]),
  );

  return (keys) => {
    const component = keys[0] === 'components' && components.get(`${keys[1]}/${keys[2]}`);
    const [start, rest] = component ? [component, keys.slice(3)] : [entry, keys];
    const root = open(start).document.contents;
    const { file, target } = walk({ file: start, target: root, value: root, depth: 0 }, rest, open);
    const { line, col } = open(file).lines.linePos(target?.range?.[0] ?? 0);
    return { file, line, column: col };
  };
}

type OpenFile = (file: string) => SourceFile;

/** How far the keys could be followed. */
interface Step {
  file: string;
  /** What to point a reader to: the key of a pair, or the item of a list. */
  target: Node | null;
  value: Node | null;
  depth: number;
}

/** Follows keys as far as possible; through an `allOf`, by the member that leads farthest. */
function walk(step: Step, [key, ...rest]: Keys, open: OpenFile): Step {
  if (key === undefined) return step;
  const [node, file] = followReference(step.value, step.file, open);
  const child = findChild(node, key);
  if (child) return walk({ file, ...child, depth: step.depth + 1 }, rest, open);
  const members = isMap(node) ? node.get('allOf') : undefined;
  const alternatives = isSeq(members)
    ? members.items.map((member) => walk({ ...step, file, value: member as Node }, [key, ...rest], open))
    : [];
  return alternatives.reduce((farthest, other) => (other.depth > farthest.depth ? other : farthest), step);
}

/** Follows a `$ref` to another file. References inside a file do not occur in the source. */
function followReference(node: Node | null, file: string, open: OpenFile): [Node | null, string] {
  if (!isMap(node)) return [node, file];
  const reference = node.get('$ref');
  if (typeof reference !== 'string' || reference.startsWith('#')) return [node, file];
  const targetFile = resolve(dirname(file), reference);
  return followReference(open(targetFile).document.contents, targetFile, open);
}

function findChild(node: Node | null, key: string | number): { target: Node; value: Node | null } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((candidate) => isScalar(candidate.key) && String(candidate.key.value) === String(key));
    if (pair && isScalar(pair.key)) return { target: pair.key, value: isNode(pair.value) ? pair.value : null };
  }
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    if (isNode(item) && !isAlias(item) && !isPair(item)) return { target: item, value: item };
  }
  return undefined;
}
