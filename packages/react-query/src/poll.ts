import { hasEnded, isApiError, type OperationMetadata } from '@aispm/client';
import { statusFields } from './generated/contract.ts';

/** The first and the maximum delay between two requests, in milliseconds. */
const BASE_DELAY = 1000;
const MAX_DELAY = 30_000;

/** The part of a TanStack Query query that determines when it is requested again. */
export interface PolledQuery {
  readonly state: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly dataUpdateCount: number;
  };
}

/** Returns the delay before the next request in milliseconds, or false for none. */
export type RefetchInterval = (query: PolledQuery) => number | false;

/** Returns whether a response is a run, a scan or an export that hasn't ended. */
export function isActive({ id }: OperationMetadata, data: unknown): boolean {
  const field = statusFields[id];
  const status = field && (data as Record<string, string> | undefined)?.[field];
  return status !== undefined && !hasEnded(status);
}

/**
 * Returns the interval at which a query polls a run, a scan or an export until it has ended; `undefined` for any other
 * operation. The delay doubles from 1 to 30 seconds. Polling also ends after a permanent error.
 */
export function pollInterval(metadata: OperationMetadata): RefetchInterval | undefined {
  if (!(metadata.id in statusFields)) return undefined;
  return ({ state: { data, error, dataUpdateCount } }) => {
    const isFinal = isApiError(error) && error.status < 500 && ![408, 429].includes(error.status);
    if (isFinal || (data && !isActive(metadata, data))) return false;
    return Math.min(MAX_DELAY, BASE_DELAY * 2 ** Math.max(0, dataUpdateCount - 1));
  };
}
