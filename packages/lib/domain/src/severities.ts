/** The severities of findings. */

/** The severities, in ascending order. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** A severity. */
export type Severity = (typeof SEVERITIES)[number];

/** Returns the rank of a severity: from 1, for the lowest, to 5; 0 without one. */
export function rankSeverity(severity: string | null | undefined): number {
  return (SEVERITIES as readonly (string | null | undefined)[]).indexOf(severity) + 1;
}

/** Returns the highest of some severities; null when there are none. */
export function findHighest<Name extends string>(severities: Iterable<Name>): Name | null {
  let highest: Name | null = null;
  for (const severity of severities) if (rankSeverity(severity) > rankSeverity(highest)) highest = severity;
  return highest;
}
