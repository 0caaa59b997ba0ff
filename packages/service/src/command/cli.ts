#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16 --heap-growing-percent=100
// What requests leave behind otherwise piles up in 128 MB before it is cleared away, and takes no less time then. What lives longer
// than that may take twice the room of what is in use, and not four times. The C library has two stores of free memory,
// and not one for each thread.
/** The command `aispm-service`. */
import { enableCompileCache } from 'node:module';
import { UsageError } from './arguments.ts';

// Keeps what Node makes of the code for the next start; imports of this file would come before it.
enableCompileCache();
const { main } = await import('./command.ts');
const { SettingError } = await import('../settings.ts');
const { DatabaseUnavailable } = await import('../database/unavailable.ts');

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isMistake = error instanceof UsageError || error instanceof SettingError;
  // Where the program itself is at fault, the trace says where.
  const isKnown = isMistake || error instanceof DatabaseUnavailable;
  const { message, stack } = error as Error;
  process.stderr.write(`aispm-service: ${isKnown ? message.replaceAll(/\s+/g, ' ') : (stack ?? error)}\n`);
  process.exitCode = isMistake ? 2 : 1;
}
