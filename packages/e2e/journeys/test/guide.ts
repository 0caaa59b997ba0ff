/** Reads what a guide tells its reader to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SITE = join(import.meta.dirname, '../../../apps/docs/site');

/** Commands that the reader types. */
export interface Commands {
  kind: 'commands';
  text: string;
  /** The name of the terminal; empty for the one in which the guide begins. */
  terminal: string;
  /** What the guide shows as their output, if it shows it. */
  shown?: string;
}

/** A file that the reader saves. */
export interface File {
  kind: 'file';
  text: string;
  /** Relative to the folder of the first terminal. */
  path: string;
}

/** What the reader sees somewhere else than in a terminal, such as in the browser. */
export interface Sight {
  kind: 'sight';
  text: string;
  where: string;
}

export type Step = Commands | File | Sight;

/** A fenced block, or a file of `snippets/`, each with a title in square brackets or without. */
const BLOCK = /^(?:```(\w+)(?: \[([^\]\n]+)\])?\n([\s\S]*?)^```|<<< @\/snippets\/(\S+)(?: \[([^\]\n]+)\])?)$/gm;

/**
 * Reads a guide of the site.
 *
 * A block `sh` has commands: with a title, those of another terminal. The block `text` after it has their output. A block with the
 * path of a file as its title has the contents of that file, and a block `text` with a title is what the reader sees there.
 *
 * @param name the name of the guide, such as `quick-start`
 * @param until the heading at which the part ends that the reader follows; without it, the whole guide
 * @throws {Error} when the heading is missing, or a block has no title, so that nobody could follow it
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
    else throw new Error(`The guide ${name} does not say what its reader does with this block:\n${match[0]}`);
  }
  return steps;
}

/** The path of a file must be in the text before it, because the site does not show titles. */
function toFile(path: string, text: string, before: string): File {
  const [, paragraph = ''] = /([^\n]*(?:\n[^\n]+)*)\n*$/.exec(before) ?? [];
  if (!paragraph.includes(`\`${path}\``))
    throw new Error(`The text before the file ${path} does not name it: ${paragraph}`);
  return { kind: 'file', path, text };
}
