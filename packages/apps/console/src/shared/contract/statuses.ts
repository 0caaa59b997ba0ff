import values from 'virtual:contract/values';

/** The statuses that the counts of the contract include: suppressed issues count, resolved ones do not. */
export const UNRESOLVED_STATUSES = values.enumerations.IssueStatus.map(({ value }) => value).filter(
  (status) => status !== 'resolved',
);

/** The status changes that people may make, by the contract. */
export function nextStatuses(status: string): readonly string[] {
  return values.transitions[status] ?? [];
}

export const SUPPRESSION_REASONS = values.enumerations.SuppressionReason;

export function statusLabel(status: string): string {
  return values.enumerations.IssueStatus.find(({ value }) => value === status)?.label ?? status;
}

/** The words on the button that gives an issue a status. */
export function actionLabel(status: string): string {
  return { open: 'Reopen', in_progress: 'Start work', resolved: 'Resolve' }[status] ?? statusLabel(status);
}
