import values from 'virtual:contract/values';
import type { SeverityCounts } from '@aispm/client';
import { UNRESOLVED_STATUSES } from '../contract/statuses.ts';
import { WorkspaceLink } from '../links/workspace-link.tsx';
import { StackedBars } from './stacked-bars.tsx';

/** The segments of each bar, from the baseline up. */
export const SEVERITY_SERIES = [
  { name: 'critical', label: 'Critical' },
  { name: 'high', label: 'High' },
  { name: 'other', label: 'Other' },
];
const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The severities in the segment "other". */
const OTHER_SEVERITIES = values.enumerations.Severity.map(({ value }) => value).filter(
  (severity) => !SEVERITY_SERIES.some(({ name }) => name === severity),
);

/** Charts unresolved issues by day in UTC. The last day is `today`, whose numbers link to lists. */
export function Histogram({ counts, today }: { counts: readonly SeverityCounts[]; today: Date }) {
  const bars = counts.map(({ critical, high, other }, index) => ({
    label: dayFormat.format(today.getTime() - (counts.length - 1 - index) * DAY_MS),
    values: { critical, high, other },
  }));
  return (
    <StackedBars
      label="Unresolved issues by day"
      period="Day"
      series={SEVERITY_SERIES}
      bars={bars}
      linkNumber={(bar, name, label) =>
        bar !== bars.at(-1) ? (
          label
        ) : (
          <WorkspaceLink
            to="issues"
            search={{ status: UNRESOLVED_STATUSES, severity: name === 'other' ? OTHER_SEVERITIES : name }}
          >
            {label}
          </WorkspaceLink>
        )
      }
    />
  );
}
