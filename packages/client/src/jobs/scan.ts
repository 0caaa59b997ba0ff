import type { Client } from '../call/client.ts';
import type { CallOptions } from '../call/options.ts';
import type { ParamsOf, WorkspaceClient } from '../call/workspace.ts';
import type { GetScanParams, Scan } from '../generated/operations.schemas.ts';
import { getScan, stopScan } from '../generated/operations.ts';
import { type WaitOptions, waitForEnd } from './wait.ts';

/** How to wait for the end of a scan, as for a run. The options of a call apply to each request. */
export interface ScanWaitOptions extends Omit<WaitOptions, 'onProgress'> {
  /** Called with the scan after each request, last with the one that has ended. */
  readonly onProgress?: ((scan: Scan) => void) | undefined;
}

/** A scan that has ended. */
export type EndedScan = Scan & { readonly status: 'completed' | 'failed' | 'cancelled' };

/**
 * Waits for the end of a scan. It survives a restart of the service.
 *
 * @throws TimeoutError after `maxWait`; the reason of `signal`; all errors of {@link getScan}.
 * @example
 * const scan = await waitForScan(client, { tenant_id: 'halden-freight', workspace_id: 'production', id: 's1' });
 * console.log(scan.status, scan.detection_count);
 */
export function waitForScan<Sender extends Client>(
  client: Sender,
  params: ParamsOf<Sender, GetScanParams>,
  options: ScanWaitOptions = {},
): Promise<EndedScan> {
  return waitForEnd<Scan>(
    {
      id: params.id,
      get: {
        metadata: getScan.metadata,
        send: (id: string, call: CallOptions) =>
          getScan.result(client as Client as WorkspaceClient, { ...params, id }, call),
      },
      stop: (id: string, call: CallOptions) => stopScan(client as Client as WorkspaceClient, { ...params, id }, call),
      read: ({ scan_id, status }) => [scan_id, status],
    },
    options,
  ) as Promise<EndedScan>;
}
