/** Updates runs and scans to their current state. */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { Collection } from './collections.ts';
import { type Entry, ownRecord } from './entry.ts';
import type { RecordList } from './record-list.ts';
import { advanceRun, hasEnded } from './runs.ts';
import { replaceCurrentScan } from './scans.ts';

/** What has changed in a list. */
interface Advance {
  hasChanged: boolean;
  /** Scans that are completed now, each with the one that was the current one before. */
  completed: { entry: Entry; previous: string | undefined }[];
}

/** Updates the runs or scans of a list that were started or stopped; other records do not change by themselves. */
export function advanceList(list: RecordList, now: number): Advance {
  const advance: Advance = { hasChanged: false, completed: [] };
  for (const entry of list.timed) {
    if (hasEnded(entry.record)) continue;
    const { record, times, result } = ownRecord(entry);
    const before = record.updated_at;
    advanceRun(record, times, result ?? getExampleResult(record, list.collection.seeds), now);
    advance.hasChanged ||= record.updated_at !== before;
    if (hasEnded(record) && record.is_current === true)
      advance.completed.push({ entry, previous: replaceCurrentScan(entry, list.values()) });
  }
  return advance;
}

/** Returns the result of a completed run of the examples, of the same evaluation if there is one. */
function getExampleResult({ evaluation_id }: JsonObject, seeds: Collection['seeds']): JsonObject {
  const completed = seeds.map(({ record }) => record).filter(({ summary }) => isJsonObject(summary));
  const similar = completed.find((run) => run.evaluation_id === evaluation_id) ?? completed[0];
  const summary = (similar?.summary ?? {}) as JsonObject;
  return { summary, score: summary.score };
}
