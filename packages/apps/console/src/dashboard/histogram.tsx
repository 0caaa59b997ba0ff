import type { SeverityCounts } from '@aispm/client';
import { StackedBars } from '../chart/stacked-bars.tsx';

/** The parts of each bar, critical ones at the baseline. */
export const SEVERITY_SERIES = [
  { name: 'critical', label: 'Critical' },
  { name: 'high', label: 'High' },
  { name: 'other', label: 'Other' },
];
const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Unresolved issues by day. Days are those of UTC; the last one is `today`. */
export function Histogram({ counts, today }: { counts: readonly SeverityCounts[]; today: Date }) {
  const bars = counts.map(({ critical, high, other }, index) => ({
    label: dayFormat.format(today.getTime() - (counts.length - 1 - index) * DAY_MS),
    values: { critical, high, other },
  }));
  return <StackedBars label="Unresolved issues by day" period="Day" series={SEVERITY_SERIES} bars={bars} />;
}
