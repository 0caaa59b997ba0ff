#!/usr/bin/env node
/** The command `aispm-conformance`. It loads its modules only after it has checked the version of Node.js. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { describeOldNode } from '@aispm/openapi/node-version';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const problem = describeOldNode('aispm-conformance', manifest, process.versions.node);

if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
} else {
  // Node.js 20 has no such cache.
  (module as { enableCompileCache?(): void }).enableCompileCache?.();
  const { main } = await import('./command.ts');
  process.exitCode = await main(process.argv.slice(2));
}
