import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { resolvePointer } from './contract.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

interface Gap {
  section: string;
  statement: number;
  decisions: string[];
}

const gaps = parse(read('gaps.yaml')) as Gap[];
/** The rows of all tables of DECISIONS.md whose first cell is the name of a decision. */
const rows = read('DECISIONS.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  .map(([name = '', choice = '', reason = '', where = '']) => ({
    name: name.replaceAll('`', ''),
    choice,
    reason,
    where,
  }));

test.each(gaps.flatMap(({ decisions }) => decisions))('the gap %s is decided in exactly one row', (name) => {
  expect(rows.filter((row) => row.name === name)).toHaveLength(1);
});

describe.each(rows)('$name', ({ choice, reason, where }) => {
  test('says what was chosen and why', () => {
    expect(choice).not.toBe('');
    expect(reason).not.toBe('');
  });

  test('points to places that are in the contract', () => {
    const pointers = [...where.matchAll(/`(#\/[^`]+)`/g)].map(([, pointer]) => pointer ?? '');
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers) expect(resolvePointer(pointer), pointer).toBeDefined();
  });
});

test('no decision is made twice', () => {
  const names = rows.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

// The specification is not part of this repository. Where it is at hand, SPECIFICATION names its file, and the list of
// gaps is compared with it.
const specification = process.env.SPECIFICATION;
if (specification) {
  test('every place where the specification says "not shown" is a listed gap', () => {
    const stated: string[] = [];
    for (const part of readFileSync(specification, 'utf8').split(/^## /m).slice(1)) {
      const section = part.slice(0, part.indexOf('\n'));
      const statements = part.match(/: not shown\.$/gm) ?? [];
      stated.push(...statements.map((_, index) => `${section} ${index + 1}`));
    }
    expect(gaps.map(({ section, statement }) => `${section} ${statement}`)).toEqual(stated);
  });
}
