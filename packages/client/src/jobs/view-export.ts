import type { Client } from '../call/client.ts';
import type { CallOptions } from '../call/options.ts';
import type { GetViewExportParams, ViewExport } from '../generated/operations.schemas.ts';
import { getViewExport } from '../generated/operations.ts';
import { type WaitOptions, waitForEnd } from './wait.ts';

/** How to wait for the end of an export, as for a run; an export cannot be stopped. */
export interface ExportWaitOptions extends Omit<WaitOptions, 'onProgress' | 'stop'> {
  /** Called with the export after each request, last with the one that has ended. */
  readonly onProgress?: ((viewExport: ViewExport) => void) | undefined;
}

/** An export that has ended. */
export type EndedExport = ViewExport & { readonly export_status: 'completed' | 'failed' };

/**
 * Waits for the end of an export that `exportView` started. It survives a restart of the service.
 *
 * @throws TimeoutError after `maxWait`; the reason of `signal`; all errors of {@link getViewExport}.
 * @example
 * const { export_workflow_id } = await exportView(client, { id: 'v1' });
 * const ended = await waitForExport(client, { id: 'v1', export_workflow_id });
 * if (ended.export_status === 'failed') console.log(ended.error_message);
 */
export function waitForExport(
  client: Client,
  params: GetViewExportParams,
  options: ExportWaitOptions = {},
): Promise<EndedExport> {
  return waitForEnd<ViewExport>(
    {
      id: params.export_workflow_id,
      get: {
        metadata: getViewExport.metadata,
        send: (export_workflow_id: string, call: CallOptions) =>
          getViewExport.result(client, { ...params, export_workflow_id }, call),
      },
      read: ({ export_workflow_id, export_status }) => [export_workflow_id, export_status],
    },
    options,
  ) as Promise<EndedExport>;
}
