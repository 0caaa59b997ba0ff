import { ApiError } from '../../errors.ts';
import type { ActionContext } from '../context.ts';
import { getStartedExport } from './started-export.ts';

/** Checks that an export has a file; the file is that of the example. */
export function download(context: ActionContext): undefined {
  const status = getStartedExport(context);
  if (status?.export_path === '') {
    throw new ApiError(
      409,
      'export_not_completed',
      `The export is ${status.export_status} and has no file yet. Try again later.`,
    );
  }
}
