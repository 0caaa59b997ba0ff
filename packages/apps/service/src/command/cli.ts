#!/usr/bin/env node
/** The executable `aispm-service`. It loads its modules only after it has checked the version of Node.js. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { describeOldNode } from '@aispm/openapi/node-version';
import { applyMemorySettings } from './memory-settings.ts';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const problem = describeOldNode('aispm-service', manifest, process.versions.node);

if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else {
  // Other commands are short, and their output may have a reader, such as `head`, that ends before they do.
  if (['serve', 'worker'].includes(process.argv[2] ?? 'serve')) applyMemorySettings();
  else process.stdout.on('error', endWithReader);
  // Caches compiled code for the next start. Static imports would be compiled before it is enabled.
  module.enableCompileCache();
  const { main } = await import('./command.ts');
  const code = await main(process.argv.slice(2));
  // A command that serves goes on; nothing else may end it.
  if (code !== 0) process.exitCode = code;
}

/** Ends the process as the signal SIGPIPE would: what it does may not be complete. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(128 + constants.signals.SIGPIPE);
}
