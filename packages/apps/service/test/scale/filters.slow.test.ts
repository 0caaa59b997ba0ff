/** As `filters.db.test.ts`, with as many records as the README promises. */
import { join } from 'node:path';
import { describe } from 'vitest';
import { describeFilters, others } from './filter-pages.ts';

/** The table of the measured pages: of each filter, on the short list and on the long one. */
const REPORT = join(import.meta.dirname, '../../reports/filters.md');

describe('a filter that leaves few of 200,000 objects, 300,000 occurrences, 1,000,000 interactions or changes', () => {
  const long = { tenantId: 'long', objects: 200_000, occurrences: 300_000, interactions: 1_000_000, common: 'common' };
  describeFilters([long, ...others(15_000)], REPORT);
});
