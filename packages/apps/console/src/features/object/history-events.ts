import type { FineGrainedIssue } from '@aispm/client';

/** Something that happened to an object. */
export interface HistoryEvent {
  key: string;
  at: string;
  what: string;
  occurrence?: FineGrainedIssue;
  /** The scan that saw it. */
  scanId?: string;
}

/** The times of an object, by its members. The last time that it was seen is not among them, because it is in the overview. */
const TIMES: Readonly<Record<string, string>> = {
  first_seen_at: 'First seen',
  last_scanned_at: 'Last scanned',
  deleted_at: 'No longer found',
};

/** Returns what happened to an object, the newest first: its own times, and when occurrences on it were found and resolved. */
export function toEvents(
  record: Readonly<Record<string, unknown>>,
  occurrences: readonly FineGrainedIssue[],
): HistoryEvent[] {
  const own = Object.entries(TIMES).flatMap(([name, what]): HistoryEvent[] => {
    const at = record[name];
    return typeof at === 'string' ? [{ key: name, at, what }] : [];
  });
  const found = occurrences.map(
    (occurrence): HistoryEvent => ({
      key: `found ${occurrence.fine_grained_issue_id}`,
      at: occurrence.first_seen_at,
      what: 'Occurrence found',
      occurrence,
      ...(occurrence.first_scan_id !== null && { scanId: occurrence.first_scan_id }),
    }),
  );
  const resolved = occurrences.flatMap((occurrence): HistoryEvent[] =>
    occurrence.resolved_at === null
      ? []
      : [
          {
            key: `resolved ${occurrence.fine_grained_issue_id}`,
            at: occurrence.resolved_at,
            what: 'Occurrence resolved',
            occurrence,
          },
        ],
  );
  return [...own, ...found, ...resolved].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
