import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isObject } from './document.ts';
import type { Change } from './judge.ts';

/** A change that need not show in the version, for a reason and for a while. */
export interface Exemption {
  /** As in the report: `id` and `place` of the change. */
  id: string;
  place: string;
  reason: string;
  /** Last day that it holds, such as `2026-12-31`. */
  until: string;
}

const FILE = 'spec/releases/exemptions.yaml';

/**
 * Reads the exemptions.
 *
 * @throws Error when one has not all of its fields, naming it
 */
export function readExemptions(): Exemption[] {
  return parseExemptions(readFileSync(join(import.meta.dirname, '../../..', FILE), 'utf8'));
}

/** As {@link readExemptions}, from text. */
export function parseExemptions(text: string): Exemption[] {
  const list: unknown[] = parse(text) ?? [];
  return list.map((entry, index) => {
    const missing = ['id', 'place', 'reason', 'until'].filter(
      (key) => !isObject(entry) || typeof entry[key] !== 'string',
    );
    if (missing.length > 0) throw new Error(`${FILE}: entry ${index + 1} needs ${missing.join(', ')} as text.`);
    const exemption = entry as unknown as Exemption;
    if (!/^\d{4}-\d\d-\d\d$/.test(exemption.until) || Number.isNaN(Date.parse(exemption.until))) {
      throw new Error(
        `${FILE}: entry ${index + 1} ends on "${exemption.until}", which is not a day such as 2026-12-31.`,
      );
    }
    return exemption;
  });
}

/** The exemption of a change, if there is one. */
export function exemptionOf({ id, place }: Pick<Change, 'id' | 'place'>, all: Exemption[]): Exemption | undefined {
  return all.find((it) => it.id === id && it.place === place);
}

/**
 * What is wrong with the exemptions themselves: one that is past its day, or that no change needs any more.
 *
 * @param today such as `2026-11-20`
 */
export function faultsOf(all: Exemption[], changes: Pick<Change, 'id' | 'place'>[], today: string): string[] {
  return all.flatMap((exemption) => {
    const { id, place, until } = exemption;
    if (until < today) return [`${FILE}: the exemption of ${id} at ${place} ended on ${until}.`];
    const used = changes.some((change) => exemptionOf(change, [exemption]));
    return used ? [] : [`${FILE}: the exemption of ${id} at ${place} matches no change; take it out.`];
  });
}
