/** Caches the report of a scan with the hashes of everything that the scan read. */
import { hash } from 'node:crypto';
import { digestOf, readText } from '../walk/walk.ts';
import type { Store } from './store.ts';

const NAME = 'report';
/** How many files are read at the same time. */
const CONCURRENCY = 8;

interface CacheEntry<Report> {
  /** The digests of all files that the scan read. */
  readonly digests: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** Returns the cached report if the scan had the same inputs and every file that it read is unchanged. */
export async function readCachedReport<Report>(
  store: Store,
  inputs: unknown,
  root: string,
): Promise<Report | undefined> {
  const cached = (await store.read(NAME, keyOf(inputs))) as CacheEntry<Report> | undefined;
  if (cached === undefined) return undefined;
  const pending = cached.digests.entries();
  let isUnchanged = true;
  const check = async () => {
    for (const [path, digest] of pending) {
      if (!isUnchanged) return;
      if (digestOf(await readText(root, path)) !== digest) isUnchanged = false;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, check));
  return isUnchanged ? cached.report : undefined;
}

/** Stores a report in the cache. */
export async function cacheReport<Report>(
  store: Store,
  inputs: unknown,
  digests: ReadonlyMap<string, string>,
  report: Report,
): Promise<void> {
  await store.write(NAME, keyOf(inputs), { digests, report } satisfies CacheEntry<Report>);
}

function keyOf(inputs: unknown): string {
  return hash('sha256', JSON.stringify(inputs));
}
