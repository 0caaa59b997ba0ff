import values from 'virtual:contract/values';

/** The statuses from which a person can still go on: neither resolved nor suppressed. */
export const OPEN_STATUSES: string[] = ['open', 'in_progress'];

/** The status changes that people may make, by the contract. */
export function nextStatuses(status: string): readonly string[] {
  return values.transitions[status] ?? [];
}

export const SUPPRESSION_REASONS = values.enumerations.SuppressionReason;

export function statusLabel(status: string): string {
  return values.enumerations.IssueStatus.find(({ value }) => value === status)?.label ?? status;
}
