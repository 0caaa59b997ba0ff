/** How much longer than on an idle machine tests wait for what hangs. It is measured once, when a run starts. */
import { createHash } from 'node:crypto';

/** What the task below takes on an idle machine, in milliseconds. */
const REFERENCE_MS = 40;
/** How much work the task is, and how often it is measured. */
const TASK = { bytes: 2 ** 20, rounds: 64, runs: 3 };
/** Beyond this, a run would take hours to end what hangs. */
const MAX_PATIENCE = 8;

/** Multiply limits of time by this number. It is 1 on an idle machine, and at most 8. */
export const PATIENCE = Number(process.env.TEST_PATIENCE || 1);

/** Measures it: the time of a task of the processor, compared with that on an idle machine. */
export function measurePatience(now: () => number = () => performance.now()): number {
  const data = Buffer.alloc(TASK.bytes, 'a task');
  const times = Array.from({ length: TASK.runs }, () => {
    const start = now();
    for (let round = 0; round < TASK.rounds; round += 1) createHash('sha256').update(data).digest();
    return now() - start;
  }).sort((a, b) => a - b);
  const factor = (times[Math.floor(TASK.runs / 2)] ?? 0) / REFERENCE_MS;
  return Math.round(Math.min(MAX_PATIENCE, Math.max(1, factor)) * 10) / 10;
}
