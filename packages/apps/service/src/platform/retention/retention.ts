/** Retention: kinds of data that are removed some days after they have become old. */
import type { Database } from '../database/database.ts';
import type { SettingDefinition, Settings } from '../services/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The longest retention, in days: a hundred years. */
const MAX_DAYS = 36_500;

/** A kind of data, and how it is removed. */
export interface RetentionRule {
  /** What is removed, in the plural, such as `interactions`. */
  name: string;
  /** The environment variable of the setting. */
  variable: string;
  /** Returns the setting: how many days to keep the data; 0 for forever. */
  days(settings: Settings): number;
  /** Counts what is older than a timestamp, in RFC 3339. */
  count(database: Database, before: string): Promise<number>;
  /**
   * Removes what is older than a timestamp, in RFC 3339. Each step is one transaction of bounded size, after which all numbers agree.
   *
   * @returns how much each step has removed
   */
  remove(database: Database, before: string): AsyncIterable<number>;
}

/** What was removed of a kind, or would be. */
export interface Removal {
  rule: RetentionRule;
  /** Undefined when the data are kept forever. */
  before: string | undefined;
  count: number;
}

/** Defines the setting of a kind of data. */
export function retentionSetting(name: string, standard: number, what: string): SettingDefinition {
  return {
    name,
    default: `${standard}`,
    description: `Days to keep ${what}, 1 to ${MAX_DAYS}; 0 keeps them forever.`,
    schema: { type: 'integer', minimum: 0, maximum: MAX_DAYS },
  };
}

/**
 * Returns the timestamp before which data are no longer kept, in RFC 3339: the start of a day in UTC, so that it changes once a day.
 *
 * @returns undefined when the data are kept forever
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
