/** Exemptions: changes that the version need not reflect, each for a reason and until a day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@aispm/openapi';
import { parse } from 'yaml';
import type { Change } from '../changes/wire-changes.ts';

/** An exemption of one change. */
export interface Exemption {
  /** The `id` of the change, as the report shows it. */
  id: string;
  /** The `location` of the change, as the report shows it. */
  location: string;
  reason: string;
  /** The last day of the exemption, such as `2026-12-31`. */
  until: string;
}

const FILE = 'spec/releases/exemptions.yaml';
const FIELDS = ['id', 'location', 'reason', 'until'];

/**
 * Reads the exemptions of the project.
 *
 * @throws {Error} when an entry lacks a field or has an invalid date; the message names it
 */
export function readExemptions(): Exemption[] {
  return parseExemptions(readFileSync(join(import.meta.dirname, '../../../../..', FILE), 'utf8'));
}

/** Parses exemptions from YAML, as {@link readExemptions} does. */
export function parseExemptions(text: string): Exemption[] {
  const entries: unknown[] = parse(text) ?? [];
  return entries.map((entry, index) => {
    const missing = FIELDS.filter((field) => !isJsonObject(entry) || typeof entry[field] !== 'string');
    if (missing.length > 0) {
      throw new Error(`${FILE}: entry ${index + 1} has no ${missing.join(', ')}. Add each as a string.`);
    }
    const exemption = entry as Exemption;
    const { until } = exemption;
    if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) {
      throw new Error(`${FILE}: "until" of entry ${index + 1} is "${until}". Write a date such as 2026-12-31.`);
    }
    return exemption;
  });
}

/** Finds the exemption of a change; undefined when it has none. */
export function findExemption(
  { id, location }: Pick<Change, 'id' | 'location'>,
  exemptions: Exemption[],
): Exemption | undefined {
  return exemptions.find((exemption) => exemption.id === id && exemption.location === location);
}

/**
 * Checks the exemptions themselves: returns a message for each that has ended or matches no change.
 *
 * @param today such as `2026-11-20`
 */
export function checkExemptions(
  exemptions: Exemption[],
  changes: Pick<Change, 'id' | 'location'>[],
  today: string,
): string[] {
  return exemptions.flatMap((exemption) => {
    const { id, location, until } = exemption;
    const subject = `${FILE}: the exemption of ${id} at ${location}`;
    if (until < today)
      return [`${subject} ended on ${until}. Remove it, and set the version that the change requires.`];
    const isUsed = changes.some((change) => findExemption(change, [exemption]));
    return isUsed ? [] : [`${subject} matches no change. Remove it.`];
  });
}
