import type { JsonObject } from '../../bundled/openapi.ts';
import { ApiError } from '../../errors.ts';
import { type ActionContext, getEntry } from '../context.ts';
import { findExport, selectWorkspace } from '../exports.ts';

/**
 * Returns the status of the export that the request names.
 *
 * @returns undefined for an export of the examples, which exists from the start
 * @throws {ApiError} 404 when the view or the export does not exist
 */
export function getStartedExport(context: ActionContext): JsonObject | undefined {
  const { collection, request, now } = context;
  const { export_workflow_id: id = '' } = request.parameters;
  const status = findExport(getEntry(context), id, now);
  if (!status && !collection.exportIds?.has(id)) {
    throw new ApiError(404, 'not_found', `The view has no export "${id}".`);
  }
  return status && selectWorkspace(status, request);
}
