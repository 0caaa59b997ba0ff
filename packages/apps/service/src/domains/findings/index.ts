/** Findings: issues and their occurrences, triage, and the reconciliation with scans. */
export { forgetUser } from './forget-user.ts';
export { findingsHandlers } from './handlers.ts';
export { insertEntries } from './issues/history.ts';
export { issueList } from './issues/issues.ts';
export { lockFindings, prepareForManyRows } from './issues/update-counts.ts';
export { addLocation, LOCATION_COLUMNS, occurrenceList } from './occurrences.ts';
export type { Detection, StaticRuleDetection } from './reconciliation/detection.ts';
export {
  completeReconciliation,
  haveSameSettings,
  type OccurrenceResult,
  type PreparedReconciliation,
  prepareReconciliation,
} from './reconciliation/reconcile.ts';
export { renameObjects } from './rename-objects.ts';
export { historyRetention, occurrenceRetention } from './retention.ts';
export { applyRuleSettings } from './rule-settings.ts';
