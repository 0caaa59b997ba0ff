/** The factor by which a run of tests multiplies its timeouts, measured once when it starts. */
import { createHash } from 'node:crypto';

/** Duration of the task below on an idle machine, in milliseconds. */
const REFERENCE_MS = 40;
/** The size of the task, and how often it's measured. */
const TASK = { bytes: 2 ** 20, rounds: 64, runs: 3 };
/** With a higher scale, a run would take hours to end tests that hang. */
const MAX_SCALE = 8;

/** Multiply timeouts by this number: 1 on an idle machine, up to 8 on a busy one. */
export const TIMEOUT_SCALE = Number(process.env.TEST_TIMEOUT_SCALE || 1);

/** Measures how much longer a CPU-bound task takes than on an idle machine. */
export function measureTimeoutScale(now: () => number = () => performance.now()): number {
  const data = Buffer.alloc(TASK.bytes, 'a task');
  const times = Array.from({ length: TASK.runs }, () => {
    const start = now();
    for (let round = 0; round < TASK.rounds; round += 1) createHash('sha256').update(data).digest();
    return now() - start;
  }).sort((a, b) => a - b);
  const factor = (times[Math.floor(TASK.runs / 2)] ?? 0) / REFERENCE_MS;
  return Math.round(Math.min(MAX_SCALE, Math.max(1, factor)) * 10) / 10;
}
