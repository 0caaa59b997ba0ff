/** The results of a scan: what it saw in its asset. */

import type { EdgeName, ObjectType } from './edges.ts';
import type { OccurrenceRecord } from './findings.ts';
import type { Graph } from './graph.ts';
import { groupBy } from './group-by.ts';
import type { GraphObject } from './objects.ts';

/** The edges from an asset to the objects that it contains. */
export const CONTENTS: readonly EdgeName[] = ['agents', 'models', 'tools', 'mcp_servers'];

/** The record of a scan, as far as its results need it. */
export interface ScanRecord {
  scan_id: string;
  status: string;
  ai_object_count: number;
  detection_count: number;
  started_at: string | null;
  finished_at: string | null;
}

/** A result of a scan. */
export interface ScanResult {
  scan_result_id: string;
  scan_id: string;
  result_kind: 'object' | 'issue';
  change: 'new' | 'unchanged' | 'updated' | 'absent';
  object_type: ObjectType | null;
  aispm_object_id: string | null;
  fine_grained_issue_id: string | null;
  definitive_severity: string | null;
  /** In RFC 3339. */
  created_at: string;
}

/** The record of an occurrence, as far as scans need it. */
export interface ScannedOccurrence extends OccurrenceRecord {
  fine_grained_issue_id: string;
  first_seen_at: string;
  resolved_at: string | null;
}

/** An object in an asset. */
export type ScannedObject = Pick<GraphObject, 'aispm_object_id' | 'object_type' | 'first_seen_at'>;

/** Lists the objects in an asset. */
export function listContents(assetId: string | null, graph: Graph): ScannedObject[] {
  return assetId === null ? [] : CONTENTS.flatMap((edge) => graph.listRelated(assetId, edge));
}

/** The record of a scan, as far as its asset needs it. */
export interface DatedScan extends Pick<ScanRecord, 'scan_id' | 'status' | 'finished_at'> {
  scan_type: string;
  asset_id: string | null;
  target: string;
  created_at: string;
}

/** Describes the scans of an asset: the newest one, and when one was completed last. */
export function describeScans(scans: readonly DatedScan[]): {
  last_scan_id: string | null;
  last_scanned_at: string | null;
} {
  const last = findLatest(scans, ({ created_at }) => created_at);
  return {
    last_scan_id: last?.scan_id ?? null,
    last_scanned_at: findLatest(scans.filter(isCompleted), getEnd)?.finished_at ?? null,
  };
}

/** Returns the identifiers of the current scans: the last completed one of each type for an asset or, without one, for a target. */
export function findCurrentScans(scans: readonly DatedScan[]): ReadonlySet<string> {
  const groups = groupBy(scans.filter(isCompleted), ({ scan_type, asset_id, target }) =>
    JSON.stringify(asset_id === null ? [scan_type, null, target] : [scan_type, asset_id]),
  );
  return new Set([...groups.values()].flatMap((own) => findLatest(own, getEnd)?.scan_id ?? []));
}

function isCompleted({ status }: DatedScan): boolean {
  return status === 'completed';
}

function getEnd({ finished_at }: DatedScan): string | null {
  return finished_at;
}

/** Returns the scan with the latest time; of several with the same, the first one. */
function findLatest(scans: readonly DatedScan[], getTime: (scan: DatedScan) => string | null): DatedScan | undefined {
  const toMs = (scan: DatedScan) => Date.parse(String(getTime(scan)));
  return scans.reduce<DatedScan | undefined>(
    (best, scan) => (best && toMs(best) >= toMs(scan) ? best : scan),
    undefined,
  );
}

/** What is in an asset. */
export interface AssetContents {
  objects: readonly ScannedObject[];
  occurrences: readonly ScannedOccurrence[];
}

/** Selects what existed in an asset at a time. */
function selectExisting({ objects, occurrences }: AssetContents, time: string): AssetContents {
  const ms = Date.parse(time);
  const existed = ({ first_seen_at }: { first_seen_at: string }) => Date.parse(first_seen_at) <= ms;
  const isOpen = ({ resolved_at }: ScannedOccurrence) => resolved_at === null || Date.parse(resolved_at) > ms;
  return { objects: objects.filter(existed), occurrences: occurrences.filter((one) => existed(one) && isOpen(one)) };
}

/** Counts what a scan of an asset has found when it ended. */
export function countFound(
  contents: AssetContents,
  finishedAt: string,
): Pick<ScanRecord, 'ai_object_count' | 'detection_count'> & { has_ai_objects: boolean } {
  const { objects, occurrences } = selectExisting(contents, finishedAt);
  return { has_ai_objects: objects.length > 0, ai_object_count: objects.length, detection_count: occurrences.length };
}

/**
 * Returns the results of a completed scan that aren't known, so that all of them add up to its counts. They are the objects and
 * occurrences of its asset that existed when it ended; an object that exists no more is null.
 *
 * @param contents what is in its asset
 * @param createId creates the identifier of the result for an object or occurrence
 */
export function completeScanResults(
  scan: ScanRecord,
  known: readonly ScanResult[],
  contents: AssetContents,
  createId: (seenId: string) => string,
): ScanResult[] {
  const { scan_id, status, started_at, finished_at } = scan;
  if (status !== 'completed' || finished_at === null) return [];
  const found = selectExisting(contents, finished_at);
  const base = { scan_id, fine_grained_issue_id: null, definitive_severity: null, created_at: finished_at };
  const toChange = (first_seen_at: string): ScanResult['change'] =>
    started_at !== null && Date.parse(first_seen_at) >= Date.parse(started_at) ? 'new' : 'unchanged';

  const isObject = ({ result_kind, object_type }: ScanResult) => result_kind === 'object' && object_type !== 'asset';
  const objects = complete(known.filter(isObject), scan.ai_object_count, ({ aispm_object_id }) => aispm_object_id, [
    ...found.objects.map(({ aispm_object_id, object_type, first_seen_at }) => ({
      ...base,
      scan_result_id: createId(aispm_object_id),
      result_kind: 'object' as const,
      change: toChange(first_seen_at),
      object_type,
      aispm_object_id,
    })),
    ...Array.from({ length: scan.ai_object_count }, (_, index) => ({
      ...base,
      scan_result_id: createId(`object ${index}`),
      result_kind: 'object' as const,
      change: 'unchanged' as const,
      object_type: null,
      aispm_object_id: null,
    })),
  ]);
  const isIssue = ({ result_kind }: ScanResult) => result_kind === 'issue';
  const issues = complete(
    known.filter(isIssue),
    scan.detection_count,
    ({ fine_grained_issue_id }) => fine_grained_issue_id,
    found.occurrences.map((one) => ({
      ...base,
      scan_result_id: createId(one.fine_grained_issue_id),
      result_kind: 'issue',
      change: toChange(one.first_seen_at),
      object_type: one.object_type as ObjectType,
      aispm_object_id: one.aispm_object_id,
      fine_grained_issue_id: one.fine_grained_issue_id,
      definitive_severity: one.definitive_severity,
    })),
  );
  return [...objects, ...issues];
}

/** Selects as many of the possible results as are missing; what a scan no longer saw isn't counted. */
function complete(
  known: readonly ScanResult[],
  count: number,
  identify: (result: ScanResult) => string | null,
  possible: readonly ScanResult[],
): ScanResult[] {
  const seen = known.filter(({ change }) => change !== 'absent');
  const ids = new Set(known.map(identify));
  const missing = Math.max(0, count - seen.length);
  return possible.filter((result) => identify(result) === null || !ids.has(identify(result))).slice(0, missing);
}
