/** The built-in rules and evaluations, which every workspace has. */
import { CATALOGUE } from '../../bundled/catalogue.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { Collection, Seed } from '../../sample-data/collections.ts';

/** Returns the examples of a collection, and the built-in records that the examples lack. */
export function addCatalogue({ list, idField, rowFields, schema, seeds }: Collection): readonly Seed[] {
  const known = new Set(seeds.map(({ id }) => id));
  const added = (CATALOGUE[list.iid] ?? []).filter((record) => !known.has(String(record[idField])));
  // What a workspace adds to a built-in rule: no issues and no settings.
  const unchanged = seeds.find(({ row }) => row.source === 'static' && row.settings_changed_at === null);
  const own = unchanged && { ...unchanged.row, total_issues_count: 0 };
  const recordFields = Object.keys(schema.properties ?? {});
  return [
    ...seeds,
    ...added.map((fields) => ({
      id: String(fields[idField]),
      row: pick({ ...own, ...fields }, rowFields),
      record: pick({ ...own, ...fields }, recordFields),
    })),
  ];
}

/** Returns the properties that the contract has: it may be another revision. */
function pick(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.freeze(Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name))));
}
