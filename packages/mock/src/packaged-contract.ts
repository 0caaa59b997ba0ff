/**
 * The contract in the package, read and checked when the package is built. Reading the document takes longer than the
 * rest of the start.
 */
import { readFile } from 'node:fs/promises';
import { parse } from './bundled/devalue.ts';
import type { PreparedContract } from './contract-types.ts';

const FILE = new URL('./contract.json', import.meta.url);

/** Reads the packaged contract. Unlike plain JSON, the format preserves that operations share a schema, which Prism then compiles once. */
export async function readPackagedContract(): Promise<PreparedContract> {
  return parse(await readFile(FILE, 'utf8'));
}
