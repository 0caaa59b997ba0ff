/** Rows of lists. */
import type { JsonObject } from '../bundled/openapi.ts';
import type { Collection } from '../sample-data/collections.ts';

/** Returns the properties that rows of a list have in addition to its records, from the example. */
export function createRow({ seeds: [example] }: Pick<Collection, 'seeds'>): JsonObject {
  const own = Object.entries(example?.row ?? {}).filter(([name]) => !(name in (example?.record ?? {})));
  return Object.freeze(Object.fromEntries(own));
}
