/** Starts what several projects of a Vitest run need, once for all of them. */

/** Something that's running. */
export interface Started<T> {
  value: T;
  stop: () => Promise<void>;
}

/** What was started, and how many projects use it. */
interface Shared {
  started: Promise<Started<unknown>>;
  users: number;
}

const KEY = Symbol.for('@aispm/testing/once');
/** Vitest loads this module again for the global setup of each project, all in one process. */
const global = globalThis as { [KEY]?: Map<string, Shared> };
global[KEY] ??= new Map();
const shared = global[KEY];

/**
 * Starts something for a project's global setup, or returns what another project has started.
 *
 * @param name identifies what's started
 * @returns its value, and a function that stops it once no other project uses it
 */
export async function once<T>(name: string, start: () => Promise<Started<T>>): Promise<Started<T>> {
  const entry = shared.get(name) ?? { started: start(), users: 0 };
  shared.set(name, entry);
  entry.users += 1;
  const stop = async () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    shared.delete(name);
    await (await entry.started).stop();
  };
  return { value: (await entry.started).value as T, stop };
}
