/** Takes the place of `../prepared.js` in the bundle for browsers, which have no files. */
import { parse } from 'devalue';
import type { PreparedContract } from '../contract.js';

/** The contract in the package as `devalue` writes it; the bundler puts it here. */
declare const PREPARED_CONTRACT: string;

/** Reads the contract in the package. */
export async function readPrepared(): Promise<PreparedContract> {
  return parse(PREPARED_CONTRACT);
}
