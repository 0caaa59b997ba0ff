import type { ScanDocument } from '@aispm/types';
import { CONTRACT } from '../generated/contract.ts';

const encoder = new TextEncoder();

/** Returns the number of bytes that a part of a scan document takes, with the comma after it. */
export function countBytes(part: unknown): number {
  return encoder.encode(JSON.stringify(part)).byteLength + 1;
}

/** Returns how many bytes the lists of a document may take: the limit of the operation that submits scans, less the other properties. */
export function bytesForLists(head: Partial<ScanDocument>): number {
  const names = { objects: [], edges: [], locations: [], rules: [], occurrences: [] };
  return CONTRACT.maxBodyBytes - countBytes({ ...head, ...names });
}
