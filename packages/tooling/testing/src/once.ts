/** What several projects of a run of Vitest need, and what starts once for all of them. */

/** Something that runs. */
interface Started<T> {
  value: T;
  stop: () => Promise<void>;
}

/** One start, and how many projects use it. */
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
 * Starts something for the global setup of a project, or takes what that of another project has started.
 *
 * @param name names what is started
 * @returns its value, and a function that stops it when no other project uses it
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
