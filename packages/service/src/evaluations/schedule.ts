/** When an evaluation runs by itself. */
import type { EvaluationSchedule } from '@aispm/types';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: Record<Exclude<EvaluationSchedule, 'monthly'>, number> = { daily: 1, weekly: 7 };

/**
 * The first turn of a schedule after an instant. Turns that passed meanwhile are left out; they are not made up for.
 *
 * @param start when the schedule was set; the first turn is one interval later
 */
export function nextTurn(schedule: EvaluationSchedule, start: Date, after: Date): Date {
  if (schedule !== 'monthly') {
    const interval = DAYS[schedule] * DAY_MS;
    const passed = Math.floor((after.getTime() - start.getTime()) / interval);
    return new Date(start.getTime() + Math.max(passed + 1, 1) * interval);
  }
  // Counted from the start each time, so that a short month does not move the day of those that follow.
  const months = (after.getUTCFullYear() - start.getUTCFullYear()) * 12 + after.getUTCMonth() - start.getUTCMonth();
  const turn = addMonths(start, Math.max(months, 1));
  return turn > after ? turn : addMonths(start, Math.max(months, 1) + 1);
}

/** The same day of another month, or its last one where the month is shorter; in UTC. */
function addMonths(start: Date, months: number): Date {
  const turn = new Date(start);
  turn.setUTCMonth(start.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(turn.getUTCFullYear(), turn.getUTCMonth() + 1, 0)).getUTCDate();
  turn.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return turn;
}
