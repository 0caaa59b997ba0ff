import values from 'virtual:contract/values';
import { type ObjectUpdateResult, updateObjects, type WorkspaceClient } from '@aispm/client';
import type { ObjectChange } from './owners-change.ts';

/** The outcome of changing several objects. */
export interface Outcome {
  updatedCount: number;
  /** The objects that were not changed, with the reason. */
  rejections: { id: string; message: string }[];
}

/** Changes objects in batches of the size that the contract allows. */
export async function changeObjects(
  client: WorkspaceClient,
  ids: readonly string[],
  change: ObjectChange,
): Promise<Outcome> {
  const size = values.limits.objectUpdates;
  const results: ObjectUpdateResult[] = [];
  for (let start = 0; start < ids.length; start += size) {
    const updates = ids.slice(start, start + size).map((aispm_object_id) => ({ aispm_object_id, ...change }));
    results.push(...(await updateObjects(client, { body: { updates } })).results);
  }
  const rejections = results
    .filter(({ status }) => status === 'rejected')
    .map(({ aispm_object_id, error }) => ({
      id: aispm_object_id,
      message: error?.message ?? 'The service gave no reason.',
    }));
  return { updatedCount: results.length - rejections.length, rejections };
}
