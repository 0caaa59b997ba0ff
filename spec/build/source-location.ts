import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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

/** A place in a source file; lines and columns count from 1. */
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
 * Maps a path in the bundle to the place in the source that it comes from, by walking the source and following each
 * `$ref` to a file. A component of the bundle is the file of the same name in the folder of its kind; a property that
 * the bundle took over from a member of an `allOf` is found there.
 *
 * @param entry the contract's entry file
 */
export function sourceLocator(entry: string): (path: (string | number)[]) => SourceLocation {
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

  return (path) => {
    const component = path[0] === 'components' && components.get(`${path[1]}/${path[2]}`);
    const [start, rest] = component ? [component, path.slice(3)] : [entry, path];
    const root = open(start).document.contents;
    const { file, place } = walk({ file: start, place: root, value: root, depth: 0 }, rest, open);
    const { line, col } = open(file).lines.linePos(place?.range?.[0] ?? 0);
    return { file, line, column: col };
  };
}

type Open = (file: string) => SourceFile;

/** How far a path could be followed: the place to point to, and what stands there. */
interface Step {
  file: string;
  place: Node | null;
  value: Node | null;
  depth: number;
}

/** Follows a path as far as it goes; through an `allOf`, by the member where it goes farthest. */
function walk(step: Step, [segment, ...rest]: (string | number)[], open: Open): Step {
  if (segment === undefined) return step;
  const [node, file] = followRef(step.value, step.file, open);
  const next = child(node, segment);
  if (next) return walk({ file, ...next, depth: step.depth + 1 }, rest, open);
  const members = isMap(node) ? node.get('allOf') : undefined;
  const ways = isSeq(members)
    ? members.items.map((member) => walk({ ...step, file, value: member as Node }, [segment, ...rest], open))
    : [];
  return ways.reduce((farthest, way) => (way.depth > farthest.depth ? way : farthest), step);
}

function followRef(node: Node | null, file: string, open: Open): [Node | null, string] {
  if (!isMap(node)) return [node, file];
  const ref = node.get('$ref');
  if (typeof ref !== 'string' || ref.startsWith('#')) return [node, file];
  const target = resolve(dirname(file), ref);
  return followRef(open(target).document.contents, target, open);
}

/** The child of a node, and the place to point a reader to: the key of a pair, or the item of a list. */
function child(node: Node | null, segment: string | number): { place: Node; value: Node | null } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
    if (pair && isScalar(pair.key)) return { place: pair.key, value: isNode(pair.value) ? pair.value : null };
  }
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    if (isNode(item) && !isAlias(item) && !isPair(item)) return { place: item, value: item };
  }
  return undefined;
}
