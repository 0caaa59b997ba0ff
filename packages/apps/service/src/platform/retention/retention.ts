/** Retention: data that is removed after a number of days. */
import type { Database } from '../database/database.ts';
import type { SettingDefinition, Settings } from '../services/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The longest retention, in days: a hundred years. */
const MAX_DAYS = 36_500;

/** A type of data, and how it's removed. */
export interface RetentionRule {
  /** The name of the data, in the plural, such as `interactions`. */
  name: string;
  /** The environment variable of the setting. */
  variable: string;
  /** Returns the setting: the number of days to keep the data; 0 for forever. */
  days(settings: Settings): number;
  /** Counts data older than a timestamp, in RFC 3339. */
  count(database: Database, before: string): Promise<number>;
  /**
   * Removes data older than a timestamp, in RFC 3339. Each step is a transaction of limited size, after which all counts are
   * consistent.
   *
   * @returns the amount that each step removed
   */
  remove(database: Database, before: string): AsyncIterable<number>;
}

/** The data of one type that was removed, or would be. */
export interface Removal {
  rule: RetentionRule;
  /** Undefined if the data is kept forever. */
  before: string | undefined;
  count: number;
}

/** Defines the setting of a type of data. */
export function retentionSetting(name: string, standard: number, what: string): SettingDefinition {
  return {
    name,
    default: `${standard}`,
    description: `Days to keep ${what}, 1 to ${MAX_DAYS}; 0 keeps them forever.`,
    schema: { type: 'integer', minimum: 0, maximum: MAX_DAYS },
  };
}

/**
 * Returns the timestamp before which data expires, in RFC 3339: the start of a day in UTC, so it changes once a day.
 *
 * @returns undefined if the data is kept forever
 */
export function startOfRetention(days: number, now: number): string | undefined {
  return days === 0 ? undefined : new Date((Math.floor(now / DAY_MS) - days) * DAY_MS).toISOString();
}

/** Counts what {@link removeExpired} would remove. */
export async function countExpired(
  rules: readonly RetentionRule[],
  database: Database,
  settings: Settings,
  now: number,
): Promise<Removal[]> {
  const removals: Removal[] = [];
  for (const rule of rules) {
    const before = startOfRetention(rule.days(settings), now);
    removals.push({ rule, before, count: before === undefined ? 0 : await rule.count(database, before) });
  }
  return removals;
}

/**
 * Removes what is older than the settings allow.
 *
 * @param maxSteps maximum number of transactions; the next call continues
 */
export async function removeExpired(
  rules: readonly RetentionRule[],
  database: Database,
  settings: Settings,
  now: number,
  maxSteps = Number.POSITIVE_INFINITY,
): Promise<Removal[]> {
  const removals: Removal[] = [];
  let steps = 0;
  for (const rule of rules) {
    const before = startOfRetention(rule.days(settings), now);
    const removal = { rule, before, count: 0 };
    removals.push(removal);
    if (before === undefined || steps >= maxSteps) continue;
    for await (const count of rule.remove(database, before)) {
      removal.count += count;
      steps += 1;
      if (steps >= maxSteps) break;
    }
  }
  return removals;
}
