#!/usr/bin/env node
/** The command `aispm-conformance`; what it needs is loaded once it is known that this Node.js can. */
import { readFileSync } from 'node:fs';
import module from 'node:module';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted: string = engines.node.replace('>=', '');
const [major = 0, minor = 0] = wanted.split('.').map(Number);
const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(`aispm-conformance: needs Node.js ${wanted} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  // Keeps what Node.js makes of Prism's many files for the next start.
  module.enableCompileCache();
  const { main } = await import('./command.js');
  process.exitCode = await main(process.argv.slice(2));
}
