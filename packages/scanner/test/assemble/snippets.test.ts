import { expect, it } from 'vitest';
import { snippetOf } from '../../src/assemble/snippets.ts';
import type { Span } from '../../src/facts/facts.ts';

const SOURCE = 'before = 1\nx = "private"; desk = Agent(\n  name="Desk",\n); y = "private"\nafter = 2\n';

it.each<[string, number, Span, string | undefined]>([
  ['an object of several lines', 10, [2, 16, 4, 1], 'desk = Agent(\n  name="Desk",\n)'],
  ['an object in one line', 10, [2, 16, 2, 27], 'desk = Agent'],
  ['fewer lines than the object has', 2, [2, 16, 4, 1], 'desk = Agent(\n  name="Desk",'],
  ['an object that may not be shown', 0, [2, 16, 4, 1], undefined],
])('a snippet shows only what was found: %s', (_, lines, span, snippet) => {
  const location = { file: 'desk.py', span, type: 'file', reason: 'A test.', lines } as const;
  expect(snippetOf(location, SOURCE)).toBe(snippet);
});
