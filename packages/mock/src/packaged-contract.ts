/**
 * The contract in the package, read and checked when the package is built. Reading the document takes longer than the
 * rest of the start.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { PreparedContract } from './contract-types.ts';

const FILE = new URL('./contract.bin', import.meta.url);

/** Reads the packaged contract. */
export async function readPackagedContract(): Promise<PreparedContract> {
  return deserialize(await readFile(FILE));
}

/**
 * Writes the packaged contract. Unlike JSON, the format preserves that operations share a schema, which Prism then compiles
 * once.
 */
export async function writePackagedContract(contract: PreparedContract): Promise<void> {
  await writeFile(FILE, serialize(contract));
}
