/** Configuration files as trees whose nodes have positions, whatever their format. */
import type { Span } from '../facts/facts.ts';

/** A value in a configuration file. */
export type ConfigurationNode = ScalarNode | ListNode | MapNode;

interface Positioned {
  readonly span: Span;
  /** Offsets in the text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends Positioned {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

export interface ListNode extends Positioned {
  readonly kind: 'list';
  readonly items: readonly ConfigurationNode[];
}

export interface MapNode extends Positioned {
  readonly kind: 'map';
  readonly entries: readonly ConfigurationEntry[];
}

/** An entry of a map; its span starts at the key. */
export interface ConfigurationEntry extends Positioned {
  readonly key: string;
  readonly value: ConfigurationNode;
}

/** A parsed file. */
export interface ParsedConfiguration {
  readonly root: ConfigurationNode | undefined;
  readonly problems: readonly { readonly message: string; readonly line: number }[];
}

/** Nodes that are nested deeper, or that are more, are left out. */
export const MAX_DEPTH = 60;
export const MAX_NODES = 200_000;

/** Returns the value of a key. */
export function child(node: ConfigurationNode | undefined, ...keys: readonly string[]): ConfigurationNode | undefined {
  if (node?.kind !== 'map') return undefined;
  for (const key of keys) {
    const found = node.entries.findLast((entry) => entry.key === key);
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/** Returns the text of a scalar; undefined for other nodes. */
export function stringOf(node: ConfigurationNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Returns the strings of a list, or the one of a scalar. */
export function stringsOf(node: ConfigurationNode | undefined): readonly string[] {
  const nodes = node?.kind === 'list' ? node.items : node === undefined ? [] : [node];
  return nodes.flatMap((item) => {
    const text = item.kind === 'scalar' && item.value !== null ? String(item.value) : undefined;
    return text === undefined ? [] : [text];
  });
}

/** Returns a function that turns offsets into spans. */
export function spans(text: string, firstLine = 1): (start: number, end: number) => Span {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  const position = (offset: number): [number, number] => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return [low, offset - (starts[low] ?? 0)];
  };
  return (start, end) => {
    const [startLine, startColumn] = position(start);
    const [endLine, endColumn] = position(Math.max(start, end - 1));
    return [startLine + firstLine, startColumn + 1, endLine + firstLine, endColumn + 1];
  };
}
