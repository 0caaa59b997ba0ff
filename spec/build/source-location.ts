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
 * `$ref` to a file. A component of the bundle is the file of the same name in the folder of its kind.
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
    let file = entry;
    let rest = path;
    const component = path[0] === 'components' && components.get(`${path[1]}/${path[2]}`);
    if (component) [file, rest] = [component, path.slice(3)];
    let place: Node | null = open(file).document.contents;
    let node: Node | null = place;
    for (const segment of rest) {
      [node, file] = followRef(node, file, open);
      const next = child(node, segment);
      if (!next) break;
      place = next.place;
      node = next.value;
    }
    const offset = place?.range?.[0] ?? 0;
    const { line, col } = open(file).lines.linePos(offset);
    return { file, line, column: col };
  };
}

function followRef(node: Node | null, file: string, open: (file: string) => SourceFile): [Node | null, string] {
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
