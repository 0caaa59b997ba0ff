/** Parses JSON with comments, YAML and TOML. Broken files yield what can be read of them. */
import { createRequire } from 'node:module';
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type * as Toml from 'smol-toml';
import type * as Yaml from 'yaml';
import type { Span } from '../facts/facts.ts';
import {
  type ConfigurationEntry,
  type ConfigurationNode,
  MAX_DEPTH,
  MAX_NODES,
  type ParsedConfiguration,
  spans,
} from './tree.ts';

/** The other parsers are loaded when a file needs them: loading takes a tenth of the time that a single source needs. */
const load = createRequire(import.meta.url);
const yaml = () => load('yaml') as typeof Yaml;
const toml = () => load('smol-toml') as typeof Toml;

/** Parses a file by its name. */
export function parseConfiguration(path: string, text: string): ParsedConfiguration {
  if (/\.toml$/i.test(path)) return parseTomlText(text);
  if (/\.ya?ml$/i.test(path)) return parseYamlText(text);
  return parseJsonText(text);
}

type Locate = (start: number, end: number) => Span;

/** JSON with comments and trailing commas. */
function parseJsonText(text: string): ParsedConfiguration {
  const errors: ParseError[] = [];
  if (isTooDeep(text)) return tooDeep();
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const locate = spans(text);
  const problems = errors.slice(0, 5).map(({ error, offset }) => ({
    message: `The JSON is invalid: ${printParseErrorCode(error)}.`,
    line: locate(offset, offset + 1)[0],
  }));
  const budget = { left: MAX_NODES };
  return { root: tree === undefined ? undefined : fromJson(tree, locate, budget, 0), problems };
}

/** The parsers recurse; hostile nesting must not exhaust the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > 500) return true;
  }
  return false;
}

function tooDeep(): ParsedConfiguration {
  return { root: undefined, problems: [{ message: "The file is nested too deeply and wasn't read.", line: 1 }] };
}

function fromJson(node: Node, locate: Locate, budget: { left: number }, depth: number): ConfigurationNode | undefined {
  budget.left -= 1;
  if (depth > MAX_DEPTH || budget.left < 0) return undefined;
  const at = {
    start: node.offset,
    end: node.offset + node.length,
    span: locate(node.offset, node.offset + node.length),
  };
  if (node.type === 'object') {
    const entries = (node.children ?? []).flatMap((property): ConfigurationEntry[] => {
      const [key, value] = property.children ?? [];
      const inner = value && fromJson(value, locate, budget, depth + 1);
      if (key === undefined || inner === undefined) return [];
      const { offset, length } = property;
      return [
        {
          key: String(getNodeValue(key)),
          value: inner,
          start: offset,
          end: offset + length,
          span: locate(offset, offset + length),
        },
      ];
    });
    return { kind: 'map', entries, ...at };
  }
  if (node.type === 'array') {
    const items = (node.children ?? []).map((item) => fromJson(item, locate, budget, depth + 1));
    return { kind: 'list', items: items.filter((item) => item !== undefined), ...at };
  }
  return { kind: 'scalar', value: getNodeValue(node) ?? null, ...at };
}

/** YAML; the first document of several. `firstLine` is the number of lines before the text. */
export function parseYamlText(text: string, firstLine = 1): ParsedConfiguration {
  if (isTooDeep(text)) return tooDeep();
  const locate = spans(text, firstLine);
  try {
    const [document] = yaml().parseAllDocuments(text, {
      strict: false,
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
      maxAliasCount: 100,
    } as object);
    if (document === undefined || !('contents' in document)) return { root: undefined, problems: [] };
    const problems = document.errors.slice(0, 5).map(({ message, pos }) => ({
      message: `The YAML is invalid: ${message.split('\n')[0]}`,
      line: locate(pos[0], pos[1])[0],
    }));
    const budget = { left: MAX_NODES };
    const contents = document.contents as Yaml.ParsedNode | null;
    return { root: contents === null ? undefined : fromYaml(contents, locate, budget, 0), problems };
  } catch (error) {
    return {
      root: undefined,
      problems: [{ message: `The YAML can't be read: ${(error as Error).message.split('\n')[0]}`, line: firstLine }],
    };
  }
}

function fromYaml(
  node: Yaml.ParsedNode,
  locate: Locate,
  budget: { left: number },
  depth: number,
): ConfigurationNode | undefined {
  const { isAlias, isMap, isScalar, isSeq } = yaml();
  budget.left -= 1;
  if (depth > MAX_DEPTH || budget.left < 0 || isAlias(node)) return undefined;
  const [start, end] = node.range;
  const at = { start, end, span: locate(start, end) };
  if (isMap(node)) {
    const entries = node.items.flatMap((pair): ConfigurationEntry[] => {
      const key = pair.key as Yaml.ParsedNode;
      const value = pair.value as Yaml.ParsedNode | null;
      const name = isScalar(key) ? String(key.value) : undefined;
      if (name === undefined) return [];
      const from = key.range[0];
      const inner: ConfigurationNode | undefined =
        value === null || value === undefined
          ? {
              kind: 'scalar',
              value: null,
              start: key.range[1],
              end: key.range[1],
              span: locate(key.range[1], key.range[1]),
            }
          : fromYaml(value, locate, budget, depth + 1);
      return inner === undefined
        ? []
        : [{ key: name, value: inner, start: from, end: inner.end, span: locate(from, inner.end) }];
    });
    return { kind: 'map', entries, ...at };
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => fromYaml(item as Yaml.ParsedNode, locate, budget, depth + 1));
    return { kind: 'list', items: items.filter((item) => item !== undefined), ...at };
  }
  const { value } = node as { value: unknown };
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'scalar', value: isPlain ? value : String(value), ...at };
}

/** TOML. The library has no positions, so the headers of tables are found in the text. */
function parseTomlText(text: string): ParsedConfiguration {
  if (isTooDeep(text)) return tooDeep();
  const locate = spans(text);
  try {
    const value = toml().parse(text);
    const headers = tomlHeaders(text);
    return { root: fromToml(value, [], { start: 0, end: text.length }, headers, locate, 0), problems: [] };
  } catch (error) {
    const line = error instanceof toml().TomlError ? error.line : 1;
    return {
      root: undefined,
      problems: [{ message: `The TOML is invalid: ${(error as Error).message.split('\n')[0]}`, line }],
    };
  }
}

interface Region {
  readonly start: number;
  readonly end: number;
}

/** The regions of tables: from a header to the next one that isn't below it. */
function tomlHeaders(text: string): Map<string, Region> {
  const found = [...text.matchAll(/^[ \t]*\[\[?([^[\]\n]{1,300})\]\]?/gm)].map((match) => ({
    path: (match[1] ?? '').split('.').map((part) => part.trim().replaceAll(/^["']|["']$/g, '')),
    start: match.index + (match[0].length - match[0].trimStart().length),
  }));
  const regions = new Map<string, Region>();
  found.forEach(({ path, start }, index) => {
    const key = path.join('\0');
    const next = found.slice(index + 1).find((other) => !other.path.join('\0').startsWith(`${key}\0`));
    if (!regions.has(key)) regions.set(key, { start, end: (next?.start ?? text.length) - 1 });
  });
  return regions;
}

function fromToml(
  value: unknown,
  path: readonly string[],
  outer: Region,
  headers: Map<string, Region>,
  locate: Locate,
  depth: number,
): ConfigurationNode {
  const region = headers.get(path.join('\0')) ?? outer;
  const at = { ...region, span: locate(region.start, region.end) };
  const inner = (each: unknown, key: string) => fromToml(each, [...path, key], region, headers, locate, depth + 1);
  if (Array.isArray(value))
    return { kind: 'list', items: depth > MAX_DEPTH ? [] : value.map((item) => inner(item, '')), ...at };
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const entries = depth > MAX_DEPTH ? [] : Object.entries(value);
    return {
      kind: 'map',
      entries: entries.map(([key, each]) => {
        const node = inner(each, key);
        return { key, value: node, start: node.start, end: node.end, span: node.span };
      }),
      ...at,
    };
  }
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'scalar', value: isPlain ? value : String(value), ...at };
}
