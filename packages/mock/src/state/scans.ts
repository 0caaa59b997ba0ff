/** A submitted scan: it moves as an evaluation run does, and ends as the document says that was submitted. */
import { isObject, type Json } from '../contract-checks.js';
import { timestamp } from './runs.js';

/**
 * How a scan will end.
 *
 * @param record what was created
 * @param document what was submitted
 * @returns undefined when it is no scan
 */
export function scanOutcome(record: Json, document: Json): Json | undefined {
  if (!('num_detections' in record)) return undefined;
  const { error_message } = document;
  if (typeof error_message === 'string') return { status: 'failed', progress: 0, error_message };
  const count = (name: string) => (Array.isArray(document[name]) ? document[name].filter(isObject).length : 0);
  return {
    has_ai_objects: count('objects') > 0,
    ai_object_count: count('objects'),
    num_detections: count('occurrences'),
    is_current: true,
  };
}

/** A scan that has just been submitted. */
export function newScan(record: Json, now: number): Json {
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
    created_at: timestamp(now),
    started_at: null,
    finished_at: null,
  };
}

/** Makes a scan the only current one of its kind of its target. */
export function replaceCurrentScan(current: Json, scans: readonly Json[]): void {
  for (const scan of scans) {
    const isOfSame = scan.scan_type === current.scan_type && scan.target === current.target;
    if (scan !== current && isOfSame) scan.is_current = false;
  }
}
