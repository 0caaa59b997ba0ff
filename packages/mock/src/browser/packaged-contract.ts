/** Replaces `../packaged-contract.ts` in the browser bundle, because browsers have no files. */
import { parse } from 'devalue';
import type { PreparedContract } from '../contract-types.ts';

/** The packaged contract, serialized by `devalue`; the bundler inserts it. */
declare const PREPARED_CONTRACT: string;

/** Reads the packaged contract. */
export async function readPackagedContract(): Promise<PreparedContract> {
  return parse(PREPARED_CONTRACT);
}
