#!/usr/bin/env node
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The package does not export its command.
const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
await import(new URL('lib/tsc.js', pathToFileURL(manifest)).href);
