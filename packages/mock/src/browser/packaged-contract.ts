/** Replaces `../contract/packaged-contract.ts` in the browser bundle, because browsers have no files. */

import { unpack } from '../contract/deduplicated-json.ts';
import type { PreparedContract } from '../core/contract-types.ts';

/** The packaged contract, packed; the bundler inserts it. */
declare const PREPARED_CONTRACT: string;

/** Reads the packaged contract. */
export async function readPackagedContract(): Promise<PreparedContract> {
  return unpack(PREPARED_CONTRACT);
}
