/** The named examples of the contract, by operation and status. */
import type { Operation } from '@aispm/conformance';
import { PROTOCOL } from '../build/examples-program.ts';
import { examples as typedExamples } from '../generated/examples.ts';

/** A named example. */
export interface Example {
  mediaType: string;
  name: string;
  value: unknown;
  /** The name, with the media type unless it is JSON. */
  label: string;
}

/** The examples by key: an operation or `protocol`, and a status or `request`. */
const examples = new Map<string, Example[]>();
// The import proves that the examples have their types.
for (const [key, value] of Object.entries(typedExamples)) {
  const [owner, part, mediaType = '', name = ''] = key.split(' ');
  const label = mediaType === 'application/json' ? name : `${name} (${mediaType})`;
  const id = `${owner} ${part}`;
  examples.set(id, [...(examples.get(id) ?? []), { mediaType, name, value, label }]);
}

/** Lists the examples of a response that an operation declares. */
export function listResponseExamples({ id }: Operation, status: number): Example[] {
  return examples.get(`${id} ${status}`) ?? [];
}

/** Lists the examples of a protocol response of an operation. */
export function listProtocolExamples({ protocolResponses }: Operation, status: number): Example[] {
  return protocolResponses.has(status) ? (examples.get(`${PROTOCOL} ${status}`) ?? []) : [];
}

/** Lists the examples of the request body of an operation. */
export function listRequestExamples({ id }: Operation): Example[] {
  return examples.get(`${id} request`) ?? [];
}

/** Returns whether a response that an operation declares has no body. */
export function isEmptyResponse({ responses }: Operation, status: number): boolean {
  return responses.get(status)?.mediaTypes.length === 0;
}
