/**
 * The contract in the package, read and checked when the package is built. Reading it takes longer than all the rest of
 * the start.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { PreparedContract } from './contract.js';

const FILE = new URL('./contract.bin', import.meta.url);

/** Reads the contract in the package. */
export async function readPrepared(): Promise<PreparedContract> {
  return deserialize(await readFile(FILE));
}

/**
 * Writes the contract into the package. The format keeps what JSON would not: that several operations share one schema,
 * which then is compiled once.
 */
export async function writePrepared(contract: PreparedContract): Promise<void> {
  await writeFile(FILE, serialize(contract));
}
