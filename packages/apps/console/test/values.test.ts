import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { toLines } from '../src/features/graph/name-lines.ts';
import { niceMaximum } from '../src/shared/chart/scale.ts';
import { readLabel } from '../src/shared/contract/read-label.ts';
import { formatSearch, parseSearch } from '../src/shared/links/search.ts';
import { readFilters } from '../src/shared/list/list-state.ts';
import { formatRelative } from '../src/shared/ui/time.tsx';

describe('the query string of a list', () => {
  it('round-trips any filters', () => {
    const values = fc.array(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), values), (search) => {
        expect(Object.entries(parseSearch(formatSearch(search).slice(1)))).toEqual(Object.entries(search));
      }),
    );
  });

  it('ignores filters and values that the contract does not define', () => {
    const filter = { label: '', description: '', isRepeated: true, values: [] };
    const severities = ['high', 'low'].map((value) => ({ value, label: value, description: '' }));
    const filters = [
      { ...filter, name: 'severity', type: 'enum' as const, values: severities },
      { ...filter, name: 'has_issues', type: 'boolean' as const },
      { ...filter, name: 'updated_since', type: 'time' as const },
      { ...filter, name: 'name', type: 'string' as const },
    ];
    const search = parseSearch(
      'severity=high&severity=none&has_issues=maybe&updated_since=soon&name=&page_size=5&__proto__=1',
    );
    expect([...readFilters({ filters }, search)]).toEqual([['severity', ['high']]]);
  });
});

it.each([
  [1, 1],
  [3, 3],
  [7, 8],
  [9, 10],
  [10, 10],
  [11, 20],
  [212, 300],
  [4711, 5000],
])('niceMaximum rounds %d up to %d', (value, maximum) => {
  expect(niceMaximum(value)).toBe(maximum);
});

it.each([
  ['2026-11-18T09:30:00Z', 'now'],
  ['2026-11-18T09:29:00Z', '1 minute ago'],
  ['2026-11-17T09:30:00Z', 'yesterday'],
  ['2026-11-25T09:30:00Z', 'next week'],
  ['2025-11-18T09:30:00Z', 'last year'],
])('formatRelative formats %s as "%s"', (value, text) => {
  expect(formatRelative(new Date(value), new Date('2026-11-18T09:30:00Z'))).toBe(text);
});

it.each([
  ['last_seen_at', 'Last seen'],
  ['entity', 'List'],
  ['aispm_friendly_name', 'Object name'],
  ['is_destructive', 'Destructive'],
  ['num_prompts', 'Prompts'],
  ['mcp_server', 'MCP server'],
  ['streamable-http', 'Streamable HTTP'],
  ['ai_object_count', 'AI objects'],
  ['BLOCKED', 'Blocked'],
  ['OK', 'OK'],
  ['llm_input', 'LLM input'],
  ['toString', 'ToString'],
])('readLabel converts "%s" to "%s"', (name, label) => {
  expect(readLabel(name)).toBe(label);
});

it.each([
  ['agent.py', ['agent.py']],
  ['Claude Sonnet 4.5', ['Claude Sonnet', '4.5']],
  ['halden-freight/customs-desk', ['halden-', 'freight/…']],
  ['aVeryLongNameWithoutAnySpaceInIt', ['aVeryLongNameW', 'ithoutAnySpac…']],
  ['One two three four five six', ['One two three', 'four five six']],
])('toLines breaks the name "%s" into short lines', (name, lines) => {
  expect(toLines(name)).toEqual(lines);
});
