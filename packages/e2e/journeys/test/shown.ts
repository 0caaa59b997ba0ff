/** Compares what commands print with what a guide shows. */
import { stripVTControlCharacters } from 'node:util';

/** Stands for a value that differs from run to run, or, alone on a line, for any number of lines. */
const PLACEHOLDER = '…';

/** Returns whether an output is what a guide shows, ignoring whitespace at the ends of lines and of the output. */
export function isShown(shown: string, printed: string): boolean {
  const pattern = normalize(shown)
    .split('\n')
    .map((line) => (line.trim() === PLACEHOLDER ? '(?:.*\n)*?' : `${toPattern(line)}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${normalize(printed)}\n`);
}

function toPattern(line: string): string {
  return line.split(PLACEHOLDER).map(RegExp.escape).join('.+?');
}

/** Removes colors and trailing whitespace. */
export function normalize(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\r', '')
    .replaceAll(/[ \t]+$/gm, '')
    .replace(/^\n+/, '')
    .trimEnd();
}
