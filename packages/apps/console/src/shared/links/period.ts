/** A period of the past, by its name in the URL. */
export interface Period {
  value: string;
  label: string;
  /** How many whole days it begins before today. */
  days: number;
}

/** The period that screens show unless the URL has another one. */
export const LAST_WEEK: Period = { value: '7d', label: 'Last 7 days', days: 7 };

/** The periods that users can choose. */
export const PERIODS: readonly Period[] = [
  { value: 'yesterday', label: 'Since yesterday', days: 1 },
  LAST_WEEK,
  { value: '30d', label: 'Last 30 days', days: 30 },
];

/** The name of a period without a start. */
export const EVERYTHING = 'all';

/**
 * Returns the start of a period in the URL: midnight in the browser's time zone for a {@link Period}, or a timestamp as it
 * is. Undefined for {@link EVERYTHING}; anything else means the last week.
 */
export function startOf(name: string | undefined, now: Date): string | undefined {
  if (name === EVERYTHING) return undefined;
  const period = PERIODS.find(({ value }) => value === name);
  if (period === undefined && name !== undefined && !Number.isNaN(Date.parse(name)))
    return new Date(name).toISOString();
  const { days } = period ?? LAST_WEEK;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
}
