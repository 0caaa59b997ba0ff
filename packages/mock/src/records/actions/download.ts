import type { IHttpResponse } from '@stoplight/prism-http';
import { FILE_FORMATS, toFileName } from '../../bundled/domain.ts';
import { ApiError } from '../../core/errors.ts';
import { type ActionContext, getEntry } from '../../state/context.ts';
import { createFile } from '../../state/jobs/exports.ts';
import { getViewExport } from './view-exports.ts';

/** Returns the file of an export: the rows when a request started it or, for an export in the examples, the current rows. */
export function download(context: ActionContext): IHttpResponse {
  const { example, request, now, listRows } = context;
  const { export_workflow_id, export_status, expires_at } = getViewExport(context);
  if (export_status === 'failed')
    throw new ApiError(409, 'export_failed', 'The export failed and has no file. Export the view again.');
  if (export_status !== 'completed')
    throw new ApiError(409, 'export_not_completed', `The export is still ${export_status}. Try again in a second.`, {
      headers: { 'retry-after': '1' },
    });
  const view = getEntry(context);
  const found = view.exports?.find(({ record }) => record.export_workflow_id === export_workflow_id);
  // The files of the examples don't expire, because without state, time doesn't pass.
  if (found?.startedMs !== undefined && Date.parse(String(expires_at)) <= now)
    throw new ApiError(410, 'export_expired', 'The file of this export has expired. Export the view again.');
  const { name: viewName, columns, rows } = found?.file ?? createFile(view, listRows);
  // Prism treats an empty parameter as missing.
  const name = (request.query.format || 'csv') as keyof typeof FILE_FORMATS;
  const { head, rows: formatRows } = FILE_FORMATS[name];
  const headers = {
    ...example.headers,
    'Content-Disposition': `attachment; filename="${toFileName(viewName, name)}"`,
  };
  return { ...example, headers, body: head(columns) + formatRows(columns, rows) };
}
