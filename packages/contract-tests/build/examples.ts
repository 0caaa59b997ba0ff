/**
 * Generates a program with every named example of the contract. It compiles only when each example is assignable to its
 * types in `@aispm/types` and in the client.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import type { Document } from '@aispm/openapi';
import { createExamplesProgram } from './examples-program.ts';

const { default: contract } = await import('@aispm/spec/strict.json', { with: { type: 'json' } });
const folder = new URL('../generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('examples.ts', folder), createExamplesProgram(contract as Document));
