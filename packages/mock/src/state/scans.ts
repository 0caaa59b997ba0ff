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

/** Returns the properties with which a scan without a document ends: it finds what the current scan of its target has found. */
export function getRepeatedResult(scan: JsonObject, scans: readonly Entry[]): JsonObject {
  const {
    has_ai_objects = false,
    ai_object_count = 0,
    num_detections = 0,
  } = findCurrentScan(scan, scans)?.record ?? {};
  return { has_ai_objects, ai_object_count, num_detections, is_current: true };
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
