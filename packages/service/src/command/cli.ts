#!/usr/bin/env node
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
  const isKnown = error instanceof UsageError || error instanceof SettingError || error instanceof DatabaseUnavailable;
  process.stderr.write(`aispm-service: ${isKnown ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = isKnown ? 2 : 1;
}
