import type { HourlyGuardrailCounts } from '@aispm/client';
import type { Bar } from '../../shared/chart/stacked-bars.tsx';

/** The outcomes of interactions, by the members of counts, and the values of the filter that select them. */
export const OUTCOMES = [
  { name: 'blocked', label: 'Blocked', filter: 'BLOCKED' },
  { name: 'redacted', label: 'Redacted', filter: 'REDACTED' },
  { name: 'alerted', label: 'Alerted', filter: 'ALERTED' },
  { name: 'ok', label: 'OK', filter: 'OK' },
] as const;

const HOUR_MS = 3_600_000;
/** The periods that can be selected, in hours; the longest is what the contract allows. */
export const PERIODS = [
  { hours: 24, label: 'Last 24 hours' },
  { hours: 7 * 24, label: 'Last 7 days' },
  { hours: 30 * 24, label: 'Last 30 days' },
] as const;
/** Longer periods are shown by day. */
const MAX_HOURLY = 48;

/** Returns the time window that ends now, from the start of an hour to the end of one, so that requests repeat themselves. */
export function windowOf(hours: number, now: Date): { start_time: string; end_time: string } {
  const end = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS;
  return { start_time: new Date(end - hours * HOUR_MS).toISOString(), end_time: new Date(end - 1).toISOString() };
}

/** Returns the counts as bars of an hour, or of a day for longer periods; in the zone of this browser. */
export function toBars(results: Readonly<Record<string, HourlyGuardrailCounts>>): Bar[] {
  const hours = Object.entries(results).sort(([a], [b]) => Date.parse(a) - Date.parse(b));
  const isHourly = hours.length <= MAX_HOURLY;
  const format = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    ...(isHourly && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
  // Times that share a label, such as the hours of a day, share a bar.
  const bars = new Map<string, Record<string, number>>();
  for (const [start, counts] of hours) {
    const label = format.format(new Date(start));
    const values = bars.get(label) ?? {};
    for (const { name } of OUTCOMES) values[name] = (values[name] ?? 0) + counts[name];
    bars.set(label, values);
  }
  return [...bars].map(([label, values]) => ({ label, values }));
}
