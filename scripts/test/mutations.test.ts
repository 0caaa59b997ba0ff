import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locate, type Mutation, readMutations, readSources } from '../mutations/list.ts';
import { formatResults, parseRow, type Result } from '../mutations/results.ts';

describe('a mutation', () => {
  const sources = new Map([
    ['a.ts', 'if (a < b) stop();'],
    ['b.ts', 'if (a > b) stop();'],
  ]);

  it('is found in any file', () => {
    expect(locate({ id: 'order', find: 'a > b' }, sources)).toBe('b.ts');
  });

  it('is reported if its code does not exist', () => {
    expect(() => locate({ id: 'order', find: 'a >= b' }, sources)).toThrow('of the mutation order is nowhere');
  });

  it('is reported if its code is not unique', () => {
    expect(() => locate({ id: 'order', find: 'stop();' }, sources)).toThrow('is in a.ts, b.ts. Make it unique.');
  });

  it('quotes code that is in this repository', { tags: ['long'] }, () => {
    const repository = readSources(join(import.meta.dirname, '../..'));
    for (const mutation of readMutations()) expect.soft(() => locate(mutation, repository)).not.toThrow();
  });

  it('has a name, an effect that a user would notice, and a change', () => {
    const isComplete = ({ id, defect, find, replace }: Mutation) =>
      /^[a-z0-9-]+$/.test(id) && defect.endsWith('.') && find.trim() !== '' && typeof replace === 'string';
    expect(readMutations().filter((mutation) => !isComplete(mutation))).toEqual([]);
  });
});

describe('the page of results', () => {
  it('preserves recorded outcomes with any characters', () => {
    const results: Result[] = [
      {
        id: 'a',
        outcome: 'caught',
        by: '@aispm/x test/a.test.ts: fails for a | b',
        defect: 'A | B.',
        commit: '01234567',
      },
      { id: 'b', outcome: 'missed', by: '', defect: 'C.', commit: '01234567' },
    ];
    const page = formatResults(results, 3);
    expect(page.split('\n').flatMap(parseRow)).toEqual(results);
    expect(page).toContain('Of 3 listed defects, 2 have a result: 1 caught, 1 missed, 0 timed out.');
  });
});
