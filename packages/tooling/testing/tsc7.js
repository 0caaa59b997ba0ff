#!/usr/bin/env node
/** The command `tsc7`: TypeScript 7, the native compiler. The command `tsc` is TypeScript 5.9, whose API builds and tools need. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The package doesn't export its command.
const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
await import(new URL('lib/tsc.js', pathToFileURL(manifest)).href);
