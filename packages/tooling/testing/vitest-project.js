#!/usr/bin/env node
/** The command `vitest-project`. Written in JavaScript, so that an older Node.js can say that it's too old. */
if (process.features.typescript) {
  await import('./src/command.ts');
} else {
  process.stderr.write(
    `vitest-project: needs Node.js 24; this is ${process.versions.node}. "npm ci" installs it; then use npm test.\n`,
  );
  process.exitCode = 1;
}
