/** Searches read a limited number of pages of a workspace with many objects. */
import { describe } from 'vitest';
import { others, tenant } from './filter-pages.ts';
import { describeSearches } from './searches.ts';

const objects = { occurrences: 0, interactions: 0 };

describe('in a workspace with 200,000 objects', () =>
  describeSearches([
    { ...tenant('short', 1_000), ...objects },
    { ...tenant('long', 200_000), ...objects },
    ...others(1_000).map((other) => ({ ...other, ...objects })),
  ]));
