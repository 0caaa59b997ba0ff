/**
 * The contract in the package, which the build reads and checks. Reading the document takes longer than the
 * rest of startup.
 */
import { readFile } from 'node:fs/promises';
import type { PreparedContract } from '../core/contract-types.ts';
import { unpack } from './deduplicated-json.ts';

const FILE = new URL('../contract.json', import.meta.url);

/** Reads the packaged contract. */
export async function readPackagedContract(): Promise<PreparedContract> {
  return unpack(await readFile(FILE, 'utf8'));
}
