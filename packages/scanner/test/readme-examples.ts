/** The examples of the README: files, commands, and what they print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The line before it. */
  readonly before: string;
}

/** The text of the README. */
export const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** All blocks, in their order. */
export const BLOCKS: readonly Block[] = [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ({ index, 1: language = '', 2: text = '' }) => ({
    before: README.slice(0, index).trimEnd().split('\n').at(-1) ?? '',
    language,
    text,
  }),
);

/** The files of the example repository: each is named by the line before its block. */
export const EXAMPLE: Readonly<Record<string, string>> = Object.fromEntries(
  BLOCKS.flatMap(({ before, text }) => {
    const path = pathIn(before);
    return path === undefined ? [] : [[path, text]];
  }),
);

/**
 * Returns the output that the README shows for a command.
 *
 * @throws {Error} when the README doesn't have the command, or no output follows it
 */
export function outputOf(command: string): string {
  const index = BLOCKS.findIndex(({ language, text }) => language === 'sh' && text.split('\n').includes(command));
  const output = BLOCKS.slice(index + 1).find(
    ({ language, before }) => language === 'text' && pathIn(before) === undefined,
  );
  if (index < 0 || output === undefined) throw new Error(`The README does not show what "${command}" prints.`);
  return output.text;
}

/** The path that a line names, and nothing else. */
function pathIn(line: string): string | undefined {
  return /^`([\w./-]+)`$/.exec(line)?.[1];
}
