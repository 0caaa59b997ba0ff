/** The palette searches lists by parameters that they have. */
import { expect, it } from 'vitest';
import { SOURCES } from '../src/features/palette/search-results.ts';

it.each(SOURCES)('the search for $group sends a parameter of its list: $parameter', ({ operation, parameter }) => {
  expect(operation.metadata.query).toContain(parameter);
});
