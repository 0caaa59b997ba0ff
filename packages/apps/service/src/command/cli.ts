#!/usr/bin/env node
/** The executable `aispm-service`. */
import { enableCompileCache } from 'node:module';
import { UsageError } from './arguments.ts';
import { applyMemorySettings } from './memory-settings.ts';

// Other commands are short.
if (['serve', 'worker'].includes(process.argv[2] ?? 'serve')) applyMemorySettings();
// Caches compiled code for the next start. Static imports would be compiled before it is enabled.
enableCompileCache();
const { runCommand } = await import('./command.ts');
const { SettingError } = await import('../platform/settings.ts');
const { DatabaseUnavailable } = await import('../platform/database/unavailable.ts');

try {
  await runCommand(process.argv.slice(2));
} catch (error) {
  const isUserError = error instanceof UsageError || error instanceof SettingError;
  // For other errors the stack trace shows where the program failed.
  const isExpected = isUserError || error instanceof DatabaseUnavailable;
  const { message, stack } = error as Error;
  process.stderr.write(`aispm-service: ${isExpected ? message.replaceAll(/\s+/g, ' ') : (stack ?? error)}\n`);
  process.exitCode = isUserError ? 2 : 1;
}
