import { ApiError } from '../../errors.ts';
import type { ActionContext } from '../context.ts';
import { getViewExport } from './view-exports.ts';

/** Checks that an export has a file; the file is that of the example. */
export function download(context: ActionContext): undefined {
  const { export_path, export_status } = getViewExport(context);
  if (export_path === '') {
    throw new ApiError(
      409,
      'export_not_completed',
      `The export is ${export_status} and has no file yet. Try again later.`,
    );
  }
}
