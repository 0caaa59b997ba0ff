/** Starts what takes long while other tests run. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Started } from './once.ts';

/** What a start results in. */
export type Outcome<T> = { value: T } | { error: string };

/**
 * Starts something in a global setup that other tests don't need. Tests that need it call `whenStarted`.
 *
 * @param start resolves to a JSON value, and a function that stops what was started
 * @returns the file to provide to the tests, and a function that stops what was started
 */
export function startInBackground<T>(start: () => Promise<Started<T>>): { file: string; stop: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-background-'));
  const file = join(folder, 'outcome.json');
  const write = (outcome: Outcome<T>) => {
    writeFileSync(`${file}.new`, JSON.stringify(outcome));
    renameSync(`${file}.new`, file);
  };
  const stopped = start().then(
    ({ value, stop }) => {
      write({ value });
      return stop;
    },
    (error: Error) => write({ error: error.stack ?? error.message }),
  );
  return {
    file,
    async stop() {
      await (await stopped)?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
