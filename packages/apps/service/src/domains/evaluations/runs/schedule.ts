/** Computes when scheduled evaluations run. */
import type { EvaluationSchedule } from '@aispm/types';

const DAY_MS = 24 * 60 * 60 * 1000;
const INTERVAL_DAYS: Record<Exclude<EvaluationSchedule, 'monthly'>, number> = { daily: 1, weekly: 7 };

/**
 * Returns the first time after a timestamp when a schedule is due. Skips missed times.
 *
 * @param start when the schedule was set; it's first due one interval later
 */
export function nextRunTime(schedule: EvaluationSchedule, start: Date, after: Date): Date {
  if (schedule !== 'monthly') {
    const intervalMs = INTERVAL_DAYS[schedule] * DAY_MS;
    const elapsed = Math.floor((after.getTime() - start.getTime()) / intervalMs);
    return new Date(start.getTime() + Math.max(elapsed + 1, 1) * intervalMs);
  }
  // Always counted from the start, so a short month doesn't change the day of the following months.
  const months = (after.getUTCFullYear() - start.getUTCFullYear()) * 12 + after.getUTCMonth() - start.getUTCMonth();
  const time = addMonths(start, Math.max(months, 1));
  return time > after ? time : addMonths(start, Math.max(months, 1) + 1);
}

/** Returns the same day of a later month in UTC, or its last day if the month is shorter. */
function addMonths(start: Date, months: number): Date {
  const time = new Date(start);
  time.setUTCMonth(start.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  time.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return time;
}
