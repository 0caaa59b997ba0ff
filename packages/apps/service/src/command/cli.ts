#!/usr/bin/env node
/** The executable `aispm-service`. It checks the Node.js version before it loads any modules. */
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
  // Other commands are short-lived, and their output may be piped to a reader, such as `head`, that exits first.
  if (['serve', 'worker'].includes(process.argv[2] ?? 'serve')) applyMemorySettings();
  else process.stdout.on('error', endWithReader);
  // Caches compiled code for the next start. Static imports would be compiled before the cache is enabled.
  module.enableCompileCache();
  const { main } = await import('./command.ts');
  const code = await main(process.argv.slice(2));
  // A serving command keeps running; nothing else may end it.
  if (code !== 0) process.exitCode = code;
}

/** Ends the process as SIGPIPE would: its work may be incomplete. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(128 + constants.signals.SIGPIPE);
}
