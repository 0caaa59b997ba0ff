import values from 'virtual:contract/values';

/** The statuses that the contract's counts include: all but resolved, suppressed included. */
export const UNRESOLVED_STATUSES = values.enumerations.IssueStatus.map(({ value }) => value).filter(
  (status) => status !== 'resolved',
);

/** Returns the statuses that users can change a status to. */
export function nextStatuses(status: string): readonly string[] {
  return values.transitions[status] ?? [];
}

/** The reasons for suppressing an issue. */
export const SUPPRESSION_REASONS = values.enumerations.SuppressionReason;

/** Returns the label of a status. */
export function statusLabel(status: string): string {
  return values.enumerations.IssueStatus.find(({ value }) => value === status)?.label ?? status;
}

/** Returns the label of the button that sets a status. */
export function actionLabel(status: string): string {
  return { open: 'Reopen', in_progress: 'Start work', resolved: 'Resolve' }[status] ?? statusLabel(status);
}
