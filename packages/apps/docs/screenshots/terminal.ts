/** Terminals as pages, and one with the scanner's output for the example of its guide. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '../build/reference/markdown.ts';

const guide = join(import.meta.dirname, '../site/guides/scan-a-repository.md');
const scanner = join(dirname(fileURLToPath(import.meta.resolve('@aispm/scanner/package.json'))), 'dist/cli.js');

/** The files of the example, and the arguments of the commands in the screenshot. */
const FILES = ['servers.py', 'desk.py'];
const COMMANDS: string[][] = [[], ['--explain', 'tariffs']];

/** Creates the guide's repository, scans it, and returns the terminal's content as a page. */
export function showScanner(): string {
  const home = mkdtempSync(join(tmpdir(), 'aispm-terminal-'));
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), NO_COLOR: '1' };
  const folder = join(home, 'desk');
  const run = (program: string, args: string[], cwd = folder) =>
    execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    run('git', ['init', '--quiet', folder], home);
    for (const [name, text] of listFirstVersions()) writeFileSync(join(folder, name), text);
    run('git', ['add', '--all']);
    return createTerminal(
      '~/desk',
      COMMANDS.map((args) => [['aispm-scan', ...args].join(' '), run(process.execPath, [scanner, ...args])]),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns a terminal as a page, with commands and their output. */
export function createTerminal(title: string, commands: readonly [command: string, output: string][]): string {
  const lines = commands.map(([command, output]) => `<b>$</b> ${command}\n${escapeHtml(output.trimEnd())}`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Terminal</title><style>${STYLE}</style>
<header><i></i><i></i><i></i><span>${title}</span></header><pre>${lines.join('\n\n')}</pre></html>`;
}

/** Returns the first version of the files. The guide changes one of them later. */
function listFirstVersions(): [name: string, text: string][] {
  const text = readFileSync(guide, 'utf8');
  return FILES.map((name) => {
    const [, content] = new RegExp(`^\`\`\`python \\[${name}\\]\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text) ?? [];
    if (content === undefined) throw new Error(`${guide} has no file ${name}. Change FILES in terminal.ts.`);
    return [name, content];
  });
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; background: light-dark(#ffffff, #1b1b1f); color: light-dark(#24292f, #e6e6ea); }
  header { display: flex; gap: 7px; align-items: center; height: 34px; padding: 0 14px;
    background: light-dark(#eceef1, #2a2a30); font: 13px 'DejaVu Sans', sans-serif; }
  header span { margin: 0 auto; padding-right: 54px; }
  i { width: 11px; height: 11px; border-radius: 50%; background: light-dark(#c3c7cd, #55555f); }
  pre { margin: 0; padding: 16px; white-space: pre-wrap; font: 13px/1.5 'DejaVu Sans Mono', monospace; }
  b { color: light-dark(#3451b2, #a8b1ff); }
`;
