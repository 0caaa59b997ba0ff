import { setTimeout } from 'node:timers/promises';
import {
  createClient,
  getScan,
  isApiError,
  isConnectionError,
  isDecodeError,
  isTimeoutError,
  submitScan,
} from '@aispm/client';
import type { Scan, ScanDocument } from '@aispm/types';
import { UsageError } from './arguments.ts';

/** A large document takes a while, and so do the large documents before it. */
const CALL_OPTIONS = { timeout: 120_000 };

/** Polling interval for the state of a scan unless the server specifies one, in milliseconds. */
const POLL_MS = 1000;

/** How the user can fix an error with this status; printed after the server's message. */
const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Set AISPM_API_KEY to a valid key.',
  403: 'Use a key with write access to this workspace.',
  413: 'Scan parts separately, each with its own target.',
};

/** Submits scans to a workspace, and waits for them to end. */
export interface ScanClient {
  /** @returns the identifier of the scan */
  submit(document: ScanDocument): Promise<string>;
  /** @returns the scan, which has ended unless the wait timed out */
  waitForEnd(scanId: string, maxSeconds: number): Promise<Scan>;
}

/**
 * Creates a client for the scans of a workspace.
 *
 * @throws {UsageError} if settings are missing or invalid; its functions also do if the server rejects a request
 */
export function createScanClient(
  { AISPM_URL, AISPM_API_KEY }: NodeJS.ProcessEnv,
  tenant: string,
  workspace: string,
): ScanClient {
  if (!AISPM_URL || !AISPM_API_KEY) {
    throw new UsageError('An import requires AISPM_URL, such as http://127.0.0.1:4030/api/v1, and AISPM_API_KEY.');
  }
  const client = connect(AISPM_URL, AISPM_API_KEY);
  const scope = { tenant_id: tenant, workspace_id: workspace };
  const call = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      throw explain(error, client.baseUrl);
    }
  };
  return {
    submit: async (document) =>
      (await call(() => submitScan(client, { ...scope, body: document }, CALL_OPTIONS))).scan_id,
    async waitForEnd(scanId, maxSeconds) {
      const end = Date.now() + maxSeconds * 1000;
      for (;;) {
        const scan = await call(() => getScan(client, { ...scope, id: scanId }, CALL_OPTIONS));
        if (scan.finished_at !== null || Date.now() >= end) return scan;
        await setTimeout(Math.min(POLL_MS, end - Date.now()));
      }
    },
  };
}

function connect(baseUrl: string, token: string) {
  try {
    return createClient({ baseUrl, token });
  } catch {
    // Omit the value, which may contain credentials.
    throw new UsageError('AISPM_URL must be the URL of the API, such as http://127.0.0.1:4030/api/v1.');
  }
}

/** Converts a client error to one with the URL, the reason and the remedy. Returns other errors unchanged. */
function explain(error: unknown, baseUrl: string): unknown {
  const remedy = 'Start the service, or correct AISPM_URL.';
  if (isConnectionError(error)) return new UsageError(`No connection to ${baseUrl}: ${findCause(error)}. ${remedy}`);
  if (isTimeoutError(error)) return new UsageError(`No response from ${baseUrl}: ${error.message}. ${remedy}`);
  if (isDecodeError(error)) return new UsageError(`${baseUrl} is not the AISPM API: ${error.message}. ${remedy}`);
  if (!isApiError(error)) return error;
  if (error.code === undefined) {
    const reason = `${baseUrl} returned ${error.status} without an error body of the AISPM API`;
    return new UsageError(`${reason}. Correct AISPM_URL: it ends with /api/v1.`);
  }
  const { details } = (error.body ?? {}) as { details?: Record<string, string> };
  const parts = [
    `${baseUrl} returned ${error.status}: ${error.message}`,
    ...Object.entries(details ?? {}).map(([location, message]) => `${location} ${message}`),
  ];
  return new UsageError(`${parts.join('; ')}. ${REMEDIES[error.status] ?? ''}`.trim());
}

/** Returns the code or the message of the innermost error, such as ECONNREFUSED. */
function findCause(error: Error): string {
  let innermost: Error & { code?: string } = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.code ?? innermost.message;
}
