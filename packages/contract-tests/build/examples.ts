/**
 * A step of the build: writes every named example of the contract into a program that compiles only when each of them is
 * assignable to its types, those of `@aispm/types` and those of the client.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { type Contract, examplesProgram } from './examples-program.ts';

const { default: contract } = await import('@aispm/spec/openapi.json', { with: { type: 'json' } });
const folder = new URL('../generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('examples.ts', folder), examplesProgram(contract as unknown as Contract));
