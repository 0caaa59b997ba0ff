#!/usr/bin/env node
/** The command `aispm-mock`. It loads its modules only after it has checked the version of Node.js. */
import { readFileSync } from 'node:fs';
import { describeOldNode } from './bundled/node-version.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const problem = describeOldNode('aispm-mock', manifest, process.versions.node);

if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else {
  const { main } = await import('./command.ts');
  process.exitCode = await main(process.argv.slice(2));
}
