import type { IHttpResponse } from '@stoplight/prism-http';
import { FILE_FORMATS, toFileName } from '../../bundled/dataset.ts';
import { ApiError } from '../../errors.ts';
import { type ActionContext, getEntry } from '../context.ts';
import { createFile } from '../exports.ts';
import { getViewExport } from './view-exports.ts';

/** Returns the file of an export: what the list had when a request started it; of an export of the examples, what it has now. */
export function download(context: ActionContext): IHttpResponse {
  const { example, request, listRows } = context;
  const { export_workflow_id, export_path, export_status } = getViewExport(context);
  if (export_path === '') {
    throw new ApiError(
      409,
      'export_not_completed',
      `The export is ${export_status} and has no file yet. Try again later.`,
    );
  }
  const view = getEntry(context);
  const started = view.exports?.find(({ id }) => id === export_workflow_id);
  const { columns, rows } = started?.file ?? createFile(view, listRows);
  // Prism treats an empty parameter as absent.
  const name = (request.query.format || 'csv') as keyof typeof FILE_FORMATS;
  const { head, rows: formatRows } = FILE_FORMATS[name];
  const headers = {
    ...example.headers,
    'Content-Disposition': `attachment; filename="${toFileName(String(view.record.name), name)}"`,
  };
  return { ...example, headers, body: head(columns) + formatRows(columns, rows) };
}
