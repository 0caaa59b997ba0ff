/**
 * The contract in the package, read and checked when the package is built. Reading the document takes longer than the
 * rest of the start.
 */
import { readFile } from 'node:fs/promises';
import type { PreparedContract } from '../core/contract-types.ts';
import { unpack } from './deduplicated-json.ts';

const FILE = new URL('../contract.json', import.meta.url);

/** Reads the packaged contract. */
export async function readPackagedContract(): Promise<PreparedContract> {
  return unpack(await readFile(FILE, 'utf8'));
}
