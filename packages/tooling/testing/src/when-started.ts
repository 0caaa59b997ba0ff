/** Waits for what a global setup starts in the background. */
import { existsSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { Outcome } from './background.ts';
import { TIMEOUT_SCALE } from './timeout-scale.ts';

/** How long a test file waits, in milliseconds, before the timeouts are scaled. */
const TIMEOUT_MS = 600_000;

/**
 * Waits until something has started.
 *
 * @param file of `startInBackground`
 * @returns the value
 * @throws {Error} if the start failed
 */
export async function whenStarted<T>(file: string): Promise<T> {
  await vi.waitUntil(() => existsSync(file), { timeout: TIMEOUT_SCALE * TIMEOUT_MS, interval: 100 });
  const outcome = JSON.parse(readFileSync(file, 'utf8')) as Outcome<T>;
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value;
}
