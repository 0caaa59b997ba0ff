/** Submitted scans, which progress like evaluation runs, and end as the submitted document determines. */
import type { JsonObject } from '../../bundled/openapi.ts';
import { type Entry, ownRecord } from '../../sample-data/entry.ts';
import { formatTime } from './runs.ts';

/** Returns the properties of a scan when it ends; a completed scan has the counts of its document. */
export function getScanResult({ error_message }: JsonObject): JsonObject {
  if (typeof error_message === 'string') return { status: 'failed', progress: 0, error_message };
  return { is_current: true };
}

/** Finds the current scan with the type and target of another scan. */
function findCurrentScan({ scan_id, scan_type, target }: JsonObject, scans: readonly Entry[]): Entry | undefined {
  return scans.find(
    ({ record }) =>
      record.is_current === true &&
      record.scan_id !== scan_id &&
      record.scan_type === scan_type &&
      record.target === target,
  );
}

/** Returns a newly submitted scan. */
export function createScan(record: JsonObject, now: number): JsonObject {
  return {
    ...record,
    status: 'queued',
    progress: 0,
    is_current: false,
    has_ai_objects: false,
    ai_object_count: 0,
    detection_count: 0,
    resolution_count: 0,
    error_message: null,
    cancel_requested: false,
    cancel_requested_at: null,
    created_at: formatTime(now),
    started_at: null,
    finished_at: null,
    updated_at: formatTime(now),
  };
}

/** Makes a scan the only current one of its type and target. @returns the identifier of the previous one */
export function replaceCurrentScan({ record }: Entry, scans: readonly Entry[]): string | undefined {
  const previous = findCurrentScan(record, scans);
  if (previous) Object.assign(ownRecord(previous).record, { is_current: false, updated_at: record.updated_at });
  return previous?.id;
}
