import type { HourlyGuardrailCounts } from '@aispm/client';
import type { Bar } from '../../shared/chart/stacked-bars.tsx';

/** The outcomes of interactions: their property in counts, and their value in filters. */
export const OUTCOMES = [
  { name: 'blocked', label: 'Blocked', filter: 'BLOCKED' },
  { name: 'redacted', label: 'Redacted', filter: 'REDACTED' },
  { name: 'alerted', label: 'Alerted', filter: 'ALERTED' },
  { name: 'ok', label: 'OK', filter: 'OK' },
] as const;

const HOUR_MS = 3_600_000;
/** The selectable periods in hours, up to the contract's maximum. */
export const PERIODS = [
  { hours: 24, label: 'Last 24 hours' },
  { hours: 7 * 24, label: 'Last 7 days' },
  { hours: 30 * 24, label: 'Last 30 days' },
] as const;
/** Periods with more hours are shown by day. */
const MAX_HOURLY = 48;

/** Returns the time window that ends now, rounded to full hours so that requests can be cached. */
export function windowOf(hours: number, now: Date): { start_time: string; end_time: string } {
  const end = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS;
  return { start_time: new Date(end - hours * HOUR_MS).toISOString(), end_time: new Date(end - 1).toISOString() };
}

/** Converts counts to bars by hour, or by day for longer periods, in the browser's time zone. */
export function toBars(results: Readonly<Record<string, HourlyGuardrailCounts>>): Bar[] {
  const hours = Object.entries(results).sort(([a], [b]) => Date.parse(a) - Date.parse(b));
  const isHourly = hours.length <= MAX_HOURLY;
  const format = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    ...(isHourly && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
  // Hours with the same label, such as the hours of a day, share a bar.
  const bars = new Map<string, Record<string, number>>();
  for (const [start, counts] of hours) {
    const label = format.format(new Date(start));
    const values = bars.get(label) ?? {};
    for (const { name } of OUTCOMES) values[name] = (values[name] ?? 0) + counts[name];
    bars.set(label, values);
  }
  return [...bars].map(([label, values]) => ({ label, values }));
}
