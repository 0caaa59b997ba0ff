import type { IHttpResponse } from '@stoplight/prism-http';
import { ApiError } from '../../core/errors.ts';
import { checkLastAdmin, forgetKey } from '../../state/api-keys.ts';
import { type ActionContext, checkWritable, getEntry, hasActiveRun, isUsed } from '../../state/context.ts';
import { checkPreconditions, computeEntityTag } from '../../state/preconditions.ts';

/** Deletes a record that has no active run. */
export function remove(context: ActionContext): IHttpResponse {
  const entry = getEntry(context);
  checkWritable(entry);
  checkPreconditions(context.request, [computeEntityTag(entry)]);
  if (hasActiveRun(context, entry))
    throw new ApiError(409, 'run_active', 'The record has an active run. Stop the run first.');
  if (isUsed(context, entry)) {
    throw new ApiError(409, 'evaluation_attached', 'The evaluation is attached to an agent. Detach it first.');
  }
  checkLastAdmin(entry, context.entries);
  context.entries.delete(context.id);
  forgetKey(context.store, entry);
  return { ...context.example, statusCode: 204, body: undefined };
}
