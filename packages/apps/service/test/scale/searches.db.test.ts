/**
 * Searches read a limited number of pages.
 *
 * @module-tag long
 */
import { describe } from 'vitest';
import { others, tenant } from './filter-pages.ts';
import { describeSearches } from './searches.ts';

describe('in a workspace with 8,000 objects', () =>
  describeSearches([tenant('short', 1_000), tenant('long', 8_000), ...others(300)]));
