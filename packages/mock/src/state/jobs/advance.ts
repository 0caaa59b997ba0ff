/** Updates runs and scans to their current state. */
import { isJsonObject, type JsonObject } from '../../bundled/openapi.ts';
import type { Collection } from '../../sample-data/collections.ts';
import { type Entry, ownRecord } from '../../sample-data/entry.ts';
import type { RecordList } from '../../sample-data/record-list.ts';
import { resumeExports } from './exports.ts';
import { advanceRun, FAILED_RUN, hasEnded, isScan, resumeRun } from './runs.ts';
import { getScanResult, replaceCurrentScan } from './scans.ts';

/** The changes in a list. */
interface Advance {
  hasChanged: boolean;
  /** Scans that are now completed, each with the previous current scan. */
  completed: { entry: Entry; previous: string | undefined }[];
}

/**
 * Continues the initial runs, scans and exports of a list from their current states.
 *
 * @param options.failsRuns whether runs fail
 */
export function resumeList(list: RecordList, now: number, { failsRuns }: { failsRuns: boolean }): void {
  for (const entry of list.listActive()) {
    entry.times = resumeRun(entry.record, now);
    if (failsRuns && !isScan(entry.record)) entry.result = FAILED_RUN;
    list.timed.add(entry);
  }
  for (const entry of list.values()) resumeExports(entry, now);
}

/** Updates the runs or scans of a list that were started or stopped; other records don't change over time. */
export function advanceList(list: RecordList, now: number): Advance {
  const advance: Advance = { hasChanged: false, completed: [] };
  // In the order in which they end, because the last scan of a target is the current one.
  const active = [...list.timed].filter(({ record }) => !hasEnded(record)).sort((a, b) => toStart(a) - toStart(b));
  for (const entry of active) {
    const { record, times, result } = ownRecord(entry);
    const before = record.updated_at;
    advanceRun(record, times, result ?? findResult(record, list), now);
    advance.hasChanged ||= record.updated_at !== before;
    if (hasEnded(record) && record.is_current === true)
      advance.completed.push({ entry, previous: replaceCurrentScan(entry, list.values()) });
  }
  return advance;
}

function toStart({ times: { startedMs = 0 } }: Entry): number {
  return startedMs;
}

/** Returns the result of a run or scan whose result isn't known in advance. */
function findResult(record: JsonObject, list: RecordList): JsonObject {
  return isScan(record) ? getScanResult({}) : getExampleResult(record, list.collection.seeds);
}

/** Returns the result of a completed run in the examples, of the same evaluation if there is one. */
function getExampleResult({ evaluation_id }: JsonObject, seeds: Collection['seeds']): JsonObject {
  const completed = seeds.map(({ record }) => record).filter(({ summary }) => isJsonObject(summary));
  const similar = completed.find((run) => run.evaluation_id === evaluation_id) ?? completed[0];
  const summary = (similar?.summary ?? {}) as JsonObject;
  return { summary, score: summary.score };
}
