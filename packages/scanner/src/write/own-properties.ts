/** The properties with which reports say what an object is, so that an import of AISPM brings it back. */
import type { ScannedObject } from '@aispm/types';

/** A property of an object: its name, and a string. */
export interface OwnProperty {
  readonly name: string;
  readonly value: string;
}

/** Fields that reports have under other names, or that refer to other parts of a scan document. */
const OMITTED: ReadonlySet<string> = new Set(['key', 'aispm_friendly_name', 'description', 'labels']);

/** Lists the fields of an object that are strings, numbers or truth values, or lists of strings, and its labels. */
export function ownPropertiesOf(object: ScannedObject): OwnProperty[] {
  const fields = Object.entries(object).flatMap(([name, value]) => {
    if (OMITTED.has(name)) return [];
    return [value]
      .flat()
      .filter((item) => ['string', 'number', 'boolean'].includes(typeof item) && item !== '')
      .map((item) => ({ name: `aispm:${name}`, value: String(item) }));
  });
  const labels = Object.entries(object.labels ?? {}).map(([name, value]) => ({ name: `aispm:label:${name}`, value }));
  return [...fields, ...labels];
}
