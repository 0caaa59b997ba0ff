import type { ScanResult } from '@aispm/client';

/** The difference between two scans. */
export interface ScanDifference {
  newFindings: ScanResult[];
  resolvedFindings: ScanResult[];
  addedObjects: ScanResult[];
  removedObjects: ScanResult[];
}

/** Compares the results of two scans. Results that a scan reports as absent count as missing. */
export function compareResults(before: readonly ScanResult[], after: readonly ScanResult[]): ScanDifference {
  const seenBefore = seen(before);
  const seenAfter = seen(after);
  const added = [...seenAfter].filter(([key]) => !seenBefore.has(key)).map(([, result]) => result);
  const removed = [...seenBefore].filter(([key]) => !seenAfter.has(key)).map(([, result]) => result);
  const isFinding = ({ result_kind }: ScanResult) => result_kind === 'issue';
  const isObject = ({ result_kind }: ScanResult) => result_kind === 'object';
  return {
    newFindings: added.filter(isFinding),
    resolvedFindings: removed.filter(isFinding),
    addedObjects: added.filter(isObject),
    removedObjects: removed.filter(isObject),
  };
}

/** Returns the results that a scan found, by ID. Results that are no longer retained have no ID and can't be compared. */
function seen(results: readonly ScanResult[]): Map<string, ScanResult> {
  return new Map(
    results.flatMap((result) => {
      const id = result.fine_grained_issue_id ?? result.aispm_object_id;
      return id === null || result.change === 'absent' ? [] : [[`${result.result_kind} ${id}`, result] as const];
    }),
  );
}
