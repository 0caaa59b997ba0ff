#!/usr/bin/env node
/** The command `aispm-scan`. It loads its modules only after it has checked the version of Node.js. */
import { readFileSync } from 'node:fs';
import module from 'node:module';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const required: string = engines.node.replace('>=', '');
const [major = 0, minor = 0] = required.split('.').map(Number);
const [currentMajor = 0, currentMinor = 0] = process.versions.node.split('.').map(Number);

if (currentMajor < major || (currentMajor === major && currentMinor < minor)) {
  process.stderr.write(`aispm-scan: needs Node.js ${required} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  const { main } = await import('./command.ts');
  process.exitCode = await main(process.argv.slice(2));
}
