/** Submitted scans: they move as evaluation runs do, and end as the submitted document implies. */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import { type Entry, ownRecord } from './entry.ts';
import { formatTime } from './runs.ts';

/** Returns the properties with which a scan ends, from the submitted document. */
export function getScanResult(document: JsonObject): JsonObject {
  const { error_message } = document;
  if (typeof error_message === 'string') return { status: 'failed', progress: 0, error_message };
  const list = (name: string) => (Array.isArray(document[name]) ? document[name].filter(isJsonObject) : []);
  // An asset contains AI objects, but is none.
  const found = list('objects').filter(({ object_type }) => object_type !== 'asset').length;
  return {
    has_ai_objects: found > 0,
    ai_object_count: found,
    num_detections: list('occurrences').length,
    is_current: true,
  };
}

/** Returns a scan that has just been submitted. */
export function createScan(record: JsonObject, now: number): JsonObject {
  return {
    ...record,
    status: 'queued',
    progress: 0,
    is_current: false,
    has_ai_objects: false,
    ai_object_count: 0,
    num_detections: 0,
    num_resolutions: 0,
    error_message: null,
    cancel_requested: false,
    cancel_requested_at: null,
    created_at: formatTime(now),
    started_at: null,
    finished_at: null,
    updated_at: formatTime(now),
  };
}

/** Makes a scan the only current one of its type and target. @returns the identifier of the one before */
export function replaceCurrentScan(current: Entry, scans: readonly Entry[]): string | undefined {
  const { scan_type, target, updated_at } = current.record;
  let previous: string | undefined;
  for (const other of scans) {
    const { record } = other;
    if (other === current || record.is_current !== true) continue;
    if (record.scan_type !== scan_type || record.target !== target) continue;
    previous = other.id;
    Object.assign(ownRecord(other).record, { is_current: false, updated_at });
  }
  return previous;
}
