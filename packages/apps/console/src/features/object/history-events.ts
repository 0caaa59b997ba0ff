import type { FineGrainedIssue } from '@aispm/client';

/** An event in the history of an object. */
export interface HistoryEvent {
  key: string;
  at: string;
  what: string;
  occurrence?: FineGrainedIssue;
  /** The scan that found it. */
  scanId?: string;
}

/** Labels of an object's timestamps. `last_seen_at` is missing because the overview shows it. */
const TIMES: Readonly<Record<string, string>> = {
  first_seen_at: 'First seen',
  last_scanned_at: 'Last scanned',
  deleted_at: 'No longer found',
};

/** Returns the history of an object, newest first: its timestamps, and when occurrences were found and resolved. */
export function toEvents(
  record: Readonly<Record<string, unknown>>,
  occurrences: readonly FineGrainedIssue[],
): HistoryEvent[] {
  const times = Object.entries(TIMES).flatMap(([name, what]): HistoryEvent[] => {
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
  return [...times, ...found, ...resolved].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
