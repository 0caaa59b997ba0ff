/** Keeps the report of a scan, with the hashes of everything that the scan read. */
import { hash } from 'node:crypto';
import { digestOf, readText } from '../walk/walk.ts';
import type { Store } from './store.ts';

const NAME = 'report';
/** How many files are read at the same time. */
const CONCURRENCY = 8;

interface Kept<Report> {
  /** The digests of all files that the scan read. */
  readonly digests: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** Returns the report that was kept, if the scan had the same circumstances and everything that it read is unchanged. */
export async function keptReport<Report>(
  store: Store,
  circumstances: unknown,
  root: string,
): Promise<Report | undefined> {
  const kept = (await store.read(NAME, keyOf(circumstances))) as Kept<Report> | undefined;
  if (kept === undefined) return undefined;
  const pending = kept.digests.entries();
  let isUnchanged = true;
  const check = async () => {
    for (const [path, digest] of pending) {
      if (!isUnchanged) return;
      if (digestOf(await readText(root, path)) !== digest) isUnchanged = false;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, check));
  return isUnchanged ? kept.report : undefined;
}

/** Keeps a report. */
export async function keepReport<Report>(
  store: Store,
  circumstances: unknown,
  digests: ReadonlyMap<string, string>,
  report: Report,
): Promise<void> {
  await store.write(NAME, keyOf(circumstances), { digests, report } satisfies Kept<Report>);
}

function keyOf(circumstances: unknown): string {
  return hash('sha256', JSON.stringify(circumstances));
}
