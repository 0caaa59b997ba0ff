/**
 * Filters that leave few records read about as many pages of a long list as of a short one.
 *
 * @module-tag long
 */
import { describe } from 'vitest';
import { describeFilters, others, tenant } from './filter-pages.ts';

describe('a filter that leaves few records', () => describeFilters([tenant('long', 8_000), ...others(300)]));
