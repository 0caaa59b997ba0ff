/** The front matter of Markdown files. What strict YAML rejects is read line by line, so that nothing is lost. */
import { parseYamlText } from '../trees/parse.ts';
import { type ConfigurationEntry, type ConfigurationNode, spans } from '../trees/tree.ts';

/** A Markdown file with front matter. */
export interface MarkdownFile {
  readonly frontMatter: ConfigurationNode;
  /** The text of the front matter; positions are relative to it, lines to the file. */
  readonly text: string;
  /** What follows. */
  readonly body: string;
  readonly problems: readonly { readonly message: string; readonly line: number }[];
}

/** Reads the front matter of a Markdown file; undefined when it has none. */
export function readFrontMatter(source: string): MarkdownFile | undefined {
  const match = /^\s*(?:```[\w-]*\r?\n)?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(source);
  const text = match?.[1];
  if (match === null || text === undefined) return undefined;
  const firstLine = source.slice(0, match[0].indexOf(text)).split('\n').length;
  const body = source.slice(match[0].length).trim();
  const { root, problems } = parseYamlText(text, firstLine);
  const isUsable = root?.kind === 'map' && problems.length === 0;
  return { frontMatter: isUsable ? root : readLines(text, firstLine), text, body, problems };
}

/** Reads `key: value` lines and lists below a key. Values may contain what YAML would reject. */
function readLines(text: string, firstLine: number): ConfigurationNode {
  const locate = spans(text, firstLine);
  const entries: ConfigurationEntry[] = [];
  let offset = 0;
  let items: ConfigurationNode[] | undefined;
  for (const line of text.split('\n')) {
    const at = { start: offset, end: offset + line.length, span: locate(offset, offset + Math.max(1, line.length)) };
    const [, key, rest = ''] = /^([A-Za-z][\w-]*)\s*:(.*)$/s.exec(line) ?? [];
    const value = rest.trim();
    const item = /^\s*-\s(.*)$/s.exec(line)?.[1]?.trim();
    if (key !== undefined) {
      items = [];
      const parsed = value === '' ? undefined : readValue(value);
      entries.push({
        key,
        value: Array.isArray(parsed)
          ? { kind: 'list', items: parsed.map((each) => ({ kind: 'scalar', value: each, ...at })), ...at }
          : parsed === undefined
            ? { kind: 'list', items, ...at }
            : { kind: 'scalar', value: parsed, ...at },
        ...at,
      });
    } else if (item) items?.push({ kind: 'scalar', value: unquote(item), ...at });
    offset += line.length + 1;
  }
  return { kind: 'map', entries, start: 0, end: text.length, span: locate(0, text.length) };
}

function readValue(value: string): string | string[] {
  const [, list] = /^\[(.*)\]$/.exec(value) ?? [];
  if (list === undefined) return unquote(value);
  return list
    .split(',')
    .map((item) => unquote(item.trim()))
    .filter((item) => item !== '');
}

function unquote(text: string): string {
  const [, inner] = /^(?:"(.*)"|'(.*)')$/.exec(text)?.filter((each) => each !== undefined) ?? [];
  return inner ?? text;
}
