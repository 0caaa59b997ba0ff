/** Updates runs and scans to their current state. */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { Collection } from './collections.ts';
import type { Entry } from './entry.ts';
import { advanceRun, hasEnded } from './runs.ts';
import { replaceCurrentScan } from './scans.ts';

/** Updates a run or a scan that was started or stopped; other records do not change by themselves. */
export function advanceEntry(
  { record, times, result }: Entry,
  { seeds }: Collection,
  entries: ReadonlyMap<string, Entry>,
  now: number,
): void {
  if ((times.startedMs === undefined && times.stoppedMs === undefined) || hasEnded(record)) return;
  advanceRun(record, times, result ?? getExampleResult(record, seeds), now);
  if (record.is_current === true) {
    const scans = [...entries.values()].map((entry) => entry.record);
    replaceCurrentScan(record, scans);
  }
}

/** Returns the result of a completed run of the examples, of the same evaluation if there is one. */
function getExampleResult({ evaluation_id }: JsonObject, seeds: Collection['seeds']): JsonObject {
  const completed = seeds.map(({ record }) => record).filter(({ summary }) => isJsonObject(summary));
  const similar = completed.find((run) => run.evaluation_id === evaluation_id) ?? completed[0];
  const summary = (similar?.summary ?? {}) as JsonObject;
  return { summary, score: summary.score };
}
