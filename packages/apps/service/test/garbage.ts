/** Tells what the collector of garbage can't free. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A value may take several collections, because what refers to it is freed before. */
const MAX_COLLECTIONS = 10;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns whether nothing keeps an object in memory. The caller mustn't refer to it. */
export async function isFree(reference: WeakRef<object>): Promise<boolean> {
  for (let count = 0; count < MAX_COLLECTIONS; count += 1) {
    // In a separate turn of the event loop: reading a reference keeps its object until the end of the turn.
    await setImmediate();
    collect();
    if (reference.deref() === undefined) return true;
  }
  return false;
}
