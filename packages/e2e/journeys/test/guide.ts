/** Reads the steps of a guide. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SITE = join(import.meta.dirname, '../../../apps/docs/site');

/** Commands that the reader types. */
export interface Commands {
  kind: 'commands';
  text: string;
  /** The name of the terminal; empty for the first one. */
  terminal: string;
  /** The output that the guide shows, if any. */
  shown?: string;
}

/** A file that the reader saves. */
export interface File {
  kind: 'file';
  text: string;
  /** Path relative to the folder of the first terminal. */
  path: string;
}

/** What the reader sees outside a terminal, such as in the browser. */
export interface Sight {
  kind: 'sight';
  text: string;
  where: string;
}

export type Step = Commands | File | Sight;

/** A fenced block, or a file of `snippets/`, with an optional title in square brackets. */
const BLOCK = /^(?:```(\w+)(?: \[([^\]\n]+)\])?\n([\s\S]*?)^```|<<< @\/snippets\/(\S+)(?: \[([^\]\n]+)\])?)$/gm;

/**
 * Reads a guide of the site.
 *
 * A `sh` block contains commands; its title is the name of another terminal. The `text` block after it contains their output. A block
 * whose title is a path contains that file, and a `text` block with a title shows what the reader sees there.
 *
 * @param name the name of the guide, such as `quick-start`
 * @param until the heading where the reader stops; default: the end of the guide
 * @throws {Error} when the heading is missing, or a block has no title
 */
export function readGuide(name: string, until?: string): Step[] {
  const source = readFileSync(join(SITE, 'guides', `${name}.md`), 'utf8');
  const end = until === undefined ? source.length : source.indexOf(`\n## ${until}\n`);
  if (end < 0) throw new Error(`The guide ${name} has no heading "${until}".`);
  const steps: Step[] = [];
  for (const match of source.slice(0, end).matchAll(BLOCK)) {
    const [, language = '', blockTitle, block, snippet, snippetTitle] = match;
    const text = snippet === undefined ? (block ?? '') : readFileSync(join(SITE, 'snippets', snippet), 'utf8');
    const title = blockTitle ?? snippetTitle;
    const last = steps.at(-1);
    if (language === 'sh') steps.push({ kind: 'commands', text, terminal: title ?? '' });
    else if (language === 'text' && title !== undefined) steps.push({ kind: 'sight', text, where: title });
    else if (language === 'text' && last?.kind === 'commands' && last.shown === undefined) last.shown = text;
    else if (title !== undefined) steps.push(toFile(title, text, source.slice(0, match.index)));
    else throw new Error(`The guide ${name} does not explain this block:\n${match[0]}`);
  }
  return steps;
}

/** The path of a file must be in the text before it, because the site doesn't show titles. */
function toFile(path: string, text: string, before: string): File {
  const [, paragraph = ''] = /([^\n]*(?:\n[^\n]+)*)\n*$/.exec(before) ?? [];
  if (!paragraph.includes(`\`${path}\``))
    throw new Error(`The text before the file ${path} does not mention it: ${paragraph}`);
  return { kind: 'file', path, text };
}
