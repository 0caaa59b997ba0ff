/** Submitted scans: they move as evaluation runs do, and end as the submitted document implies. */
import type { JsonObject } from '../../bundled/openapi.ts';
import { type Entry, ownRecord } from '../../sample-data/entry.ts';
import { formatTime } from './runs.ts';

/** Returns the properties with which a scan ends; a completed one then has the numbers of what it found. */
export function getScanResult({ error_message }: JsonObject): JsonObject {
  if (typeof error_message === 'string') return { status: 'failed', progress: 0, error_message };
  return { is_current: true };
}

/** Finds another scan of the type and target of a scan that is the current one. */
function findCurrentScan({ scan_id, scan_type, target }: JsonObject, scans: readonly Entry[]): Entry | undefined {
  return scans.find(
    ({ record }) =>
      record.is_current === true &&
      record.scan_id !== scan_id &&
      record.scan_type === scan_type &&
      record.target === target,
  );
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
export function replaceCurrentScan({ record }: Entry, scans: readonly Entry[]): string | undefined {
  const previous = findCurrentScan(record, scans);
  if (previous) Object.assign(ownRecord(previous).record, { is_current: false, updated_at: record.updated_at });
  return previous?.id;
}
