import type { ScanDocument } from '@aispm/types';
import { OPERATIONS } from '../../../platform/contract/contract.ts';

/** Returns the number of bytes that a part of a scan document takes, with the comma after it. */
export function countBytes(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part)) + 1;
}

/** Returns how many bytes the lists of a document may take: the limit of the operation that submits scans, less the other members. */
export function bytesForLists(head: Partial<ScanDocument>): number {
  const limit = OPERATIONS.get('submitScan')?.maxBodyBytes;
  if (limit === undefined) throw new Error('The contract has no operation submitScan.');
  const names = { objects: [], edges: [], locations: [], rules: [], occurrences: [] };
  return limit - countBytes({ ...head, ...names });
}
