import type { SeverityCounts } from '@aispm/client';
import { UNRESOLVED_STATUSES } from '../contract/statuses.ts';
import { WorkspaceLink } from '../links/workspace-link.tsx';
import { StackedBars } from './stacked-bars.tsx';

/** The parts of each bar, critical ones at the baseline. */
export const SEVERITY_SERIES = [
  { name: 'critical', label: 'Critical' },
  { name: 'high', label: 'High' },
  { name: 'other', label: 'Other' },
];
const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The severities that each part counts. */
const SEVERITIES: Record<string, string[]> = {
  critical: ['critical'],
  high: ['high'],
  other: ['medium', 'low', 'info'],
};

/** Unresolved issues by day. Days are those of UTC; the last one is `today`, whose issues a list shows. */
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
      linkNumber={(bar, name, text) =>
        bar !== bars.at(-1) ? (
          text
        ) : (
          <WorkspaceLink to="issues" search={{ status: UNRESOLVED_STATUSES, severity: SEVERITIES[name] ?? [] }}>
            {text}
          </WorkspaceLink>
        )
      }
    />
  );
}
