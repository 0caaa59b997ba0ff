import values from 'virtual:contract/values';
import { type ObjectUpdateItem, type ObjectUpdateResult, updateObjects, type WorkspaceClient } from '@aispm/client';
import { OBJECT_OPERATIONS, type OBJECT_UPDATES } from '../../shared/contract/object-types.ts';
import { type ObjectChange, type Owned, restoringChange } from './owners-change.ts';

/** An object that was changed. */
interface Changed {
  id: string;
  /** The version after the change. Undoing is only safe from it. */
  etag: string;
  /** The change that restores the labels and owners before. */
  undo: ObjectChange;
}

/** The outcome of changing several objects. */
export interface Outcome {
  changed: Changed[];
  /** The objects that were not changed, with the reason. */
  rejections: { id: string; message: string }[];
  /** Number of objects that a failure or the user left out. */
  leftOut: number;
  /** The failure that ended the change; undefined if none did. */
  failure?: unknown;
}

/** Follows and stops a change of many objects. */
export interface Control {
  signal: AbortSignal;
  /** Called with the number of objects that were handled. */
  onProgress: (count: number) => void;
}

/** Changes objects of a type in batches of the size that the contract allows. Changes before a failure stay. */
export function changeObjects(
  client: WorkspaceClient,
  segment: keyof typeof OBJECT_UPDATES,
  ids: readonly string[],
  change: ObjectChange,
  control: Control,
): Promise<Outcome> {
  return inBatches(ids, control, async (batch) => {
    // Rows that were loaded some time ago don't have the current labels and owners, which undoing restores.
    const list = OBJECT_OPERATIONS[segment].list;
    const { items } = await list(client as never, { id: batch, page_size: batch.length } as never);
    const before = new Map(
      (items as (Owned & { aispm_object_id: string })[]).map((item) => [item.aispm_object_id, item]),
    );
    const results = await send(
      client,
      batch.map((aispm_object_id) => ({ aispm_object_id, ...change })),
    );
    return results.map((result) => ({ result, undo: restoringChange(before.get(result.aispm_object_id), change) }));
  });
}

/** Restores the labels and owners of changed objects, unless they were changed again. */
export function undoObjects(client: WorkspaceClient, changed: readonly Changed[], control: Control): Promise<Outcome> {
  return inBatches(changed, control, async (batch) => {
    const updates = batch.map(({ id, etag, undo }) => ({ aispm_object_id: id, if_match: etag, ...undo }));
    return (await send(client, updates)).map((result) => ({ result, undo: {} }));
  });
}

async function send(client: WorkspaceClient, updates: ObjectUpdateItem[]): Promise<ObjectUpdateResult[]> {
  return (await updateObjects(client, { body: { updates } })).results;
}

async function inBatches<Item>(
  items: readonly Item[],
  { signal, onProgress }: Control,
  change: (batch: Item[]) => Promise<{ result: ObjectUpdateResult; undo: ObjectChange }[]>,
): Promise<Outcome> {
  const size = values.limits.objectUpdates;
  const outcome: Outcome = { changed: [], rejections: [], leftOut: 0 };
  for (let start = 0; start < items.length; start += size) {
    outcome.leftOut = items.length - start;
    if (signal.aborted) return outcome;
    try {
      for (const { result, undo } of await change(items.slice(start, start + size))) {
        const { aispm_object_id: id, etag, error } = result;
        if (etag === null) outcome.rejections.push({ id, message: error?.message ?? 'The service gave no reason.' });
        else outcome.changed.push({ id, etag, undo });
      }
    } catch (failure) {
      return { ...outcome, failure };
    }
    onProgress(Math.min(start + size, items.length));
  }
  outcome.leftOut = 0;
  return outcome;
}
