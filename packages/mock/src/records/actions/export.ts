import type { IHttpResponse } from '@stoplight/prism-http';
import { type ActionContext, ownEntry, withPollingHint } from '../../state/context.ts';
import { selectWorkspace, startExport } from '../../state/jobs/exports.ts';

/** Starts the export of a view, unless one is active. */
export function startViewExport(context: ActionContext): IHttpResponse {
  const { example, request, listPath, now, listRows } = context;
  const started = selectWorkspace(startExport(ownEntry(context), listPath, now, listRows), request);
  const { export_workflow_id, export_status, export_path } = started;
  const headers = withPollingHint(example, started.finished_at === null);
  return { ...example, headers, body: { export_workflow_id, export_status, export_path } };
}
