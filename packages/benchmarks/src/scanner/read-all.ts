/** The minimum work of any tool: reads all files that git lists, and searches each for one word. */
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 }).split('\0');
let found = 0;
for (const path of paths.filter((each) => each !== '')) {
  if (!lstatSync(join(folder, path)).isFile()) continue;
  if (/\b(?:agents?|mcp|tools?)\b/i.test(readFileSync(join(folder, path), 'utf8'))) found += 1;
}
process.stdout.write(`${found}\n`);
