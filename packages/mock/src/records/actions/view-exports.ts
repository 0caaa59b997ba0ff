import type { JsonObject } from '../../bundled/openapi.ts';
import { ApiError } from '../../core/errors.ts';
import { type ActionContext, getEntry } from '../../state/context.ts';
import { listExports, selectWorkspace } from '../../state/jobs/exports.ts';

/**
 * Lists the exports of the request's view, newest first.
 *
 * @throws {ApiError} 404 when the view does not exist
 */
export function listViewExports(context: ActionContext): JsonObject[] {
  return listExports(getEntry(context), context.now).map((item) => selectWorkspace(item, context.request));
}

/**
 * Returns the export with the request's id.
 *
 * @throws {ApiError} 404 when the view does not exist or has no such export
 */
export function getViewExport(context: ActionContext): JsonObject {
  const { export_workflow_id: id = '' } = context.request.parameters;
  const found = listViewExports(context).find(({ export_workflow_id }) => export_workflow_id === id);
  if (!found) throw new ApiError(404, 'not_found', `The view has no export "${id}".`);
  return found;
}
