#!/usr/bin/env node
/** The command `aispm-scan`. It loads its modules only after it has checked the version of Node.js. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { describeOldNode } from '@aispm/openapi/node-version';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const problem = describeOldNode('aispm-scan', manifest, process.versions.node);

if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
} else {
  // Node.js 20 has no such cache.
  (module as { enableCompileCache?(): void }).enableCompileCache?.();
  // A reader such as `head` may end before everything is written.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const { main } = await import('./command.ts');
  limitGarbage();
  process.exitCode = await main(process.argv.slice(2));
}

/**
 * Keeps the memory close to what is in use, for a fifth more of processor time: by default, Node.js 24 lets young objects take 134 MB, and
 * the others double before it looks for garbage. Only the command does this: in a program that uses the library, it would be
 * for the program to decide.
 */
function limitGarbage(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}
