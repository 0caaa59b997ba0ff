/** Changes the form of sources and nothing else, as formatters and people do. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Files } from './repositories/repository.ts';

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
const LICENSE = 'Copyright Halden Freight.\nAll rights reserved.\n';

/** Moves all lines, and writes everything in another form. */
export function reformat(files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, reformatFile(path, text)]));
}

function reformatFile(path: string, text: string): string {
  if (path.endsWith('.py'))
    return `${LICENSE.replaceAll(/^(?=.)/gm, '# ')}\n${text.split('\n').map(breakCall).join('\n')}`;
  if (path.endsWith('.ts')) return formatTypeScript(`${LICENSE.replaceAll(/^(?=.)/gm, '// ')}\n${text}`, path);
  if (path.endsWith('.json')) return `\n\n${JSON.stringify(JSON.parse(text), undefined, 8)}\n`;
  return text;
}

/** Writes each argument of the outer call of a line on its own line, as Black does with lines that are too long. */
function breakCall(line: string): string {
  const start = line.indexOf('(');
  const end = closing(line, start);
  const isBreakable = start > 0 && end === line.length - 1 && /^\s*(?:@|\w+ = )/.test(line);
  if (!isBreakable) return line;
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const parts = split(line.slice(start + 1, end)).map((part) => `${indent}    ${part.trim()},`);
  return [line.slice(0, start + 1), ...parts, `${indent})`].join('\n');
}

/** Returns the position of the parenthesis that closes the one at a position; -1 when it is in another line. */
function closing(line: string, start: number): number {
  let depth = 0;
  for (let index = start; index >= 0 && index < line.length; index += 1) {
    depth += depthOf(line[index] ?? '');
    if (depth === 0) return index;
  }
  return -1;
}

function depthOf(character: string): number {
  return '([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0;
}

/** Splits arguments at the commas that are in no brackets. The sources of the tests have none in strings. */
function split(args: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of args) {
    depth += depthOf(character);
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part.trim() !== '');
}

/** Formats with short lines, tabs, and without semicolons. */
function formatTypeScript(text: string, path: string): string {
  const style = [
    '--indent-style=tab',
    '--line-width=40',
    '--semicolons=as-needed',
    '--javascript-formatter-quote-style=double',
  ];
  return execFileSync(
    process.execPath,
    [BIOME, 'format', ...style, '--vcs-enabled=false', `--stdin-file-path=${path}`],
    {
      input: text,
      encoding: 'utf8',
      cwd: '/',
    },
  );
}
