import type { IHttpResponse } from '@stoplight/prism-http';
import { ApiError } from '../../core/errors.ts';
import { type ActionContext, createRecordResponse, getEntry, getOtherList, hasActiveRun } from '../../state/context.ts';
import { newId } from '../../state/identifiers.ts';
import { createRun, FAILED_RUN } from '../../state/jobs/runs.ts';
import { createEntry } from '../../state/records.ts';

/** Starts a run of a record that has no active run. */
export function run(context: ActionContext): IHttpResponse {
  const { collection, store, now } = context;
  const parent = getEntry(context);
  const { runs } = collection;
  if (!runs) throw new Error('The contract has no list of runs.');
  if (hasActiveRun(context, parent)) throw new ApiError(409, 'run_active', 'The record already has an active run.');
  const { evaluation_id, agent_id } = parent.record;
  const record = { agent_evaluation_id: parent.id, evaluation_id, agent_id, ...createRun(now) };
  const entry = {
    ...createEntry(runs, record, newId()),
    times: { startedMs: now },
    ...(store.failsRuns && { result: FAILED_RUN }),
  };
  store.add(getOtherList(runs, context), entry);
  return createRecordResponse(context, entry, { body: { ...entry.record } });
}
