import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rulesPage } from '../build/rules-page.ts';
import ruleset from '../src/index.ts';
import type { Rule } from '../src/rule.ts';
import { rules } from '../src/rules.ts';
import { read } from './lint.ts';

const folder = join(import.meta.dirname, '..');
const files = readdirSync(join(folder, 'src/rules')).map((file) => file.replace(/\.ts$/, ''));

describe.each(files)('%s', (id) => {
  test('has the id of its file, a reason and a remedy', async () => {
    const { default: rule } = (await import(`../src/rules/${id}.ts`)) as { default: Rule };
    expect(rule.id).toBe(id);
    for (const text of [rule.why, rule.fix]) expect(text).toMatch(/^[A-Z`].*\.$/);
  });

  test('is an error of the ruleset', () => {
    expect(ruleset.rules[id]).toMatchObject({ severity: 'error' });
  });

  test('has a good fixture, a bad fixture and a mutation', () => {
    const missing = ['good.yaml', 'bad.yaml', 'mutation.ts'].filter(
      (file) => !existsSync(join(folder, 'fixtures', id, file)),
    );
    expect(missing).toEqual([]);
  });

  test('stands on the page of rules', () => {
    expect(read('RULES.md').split('\n')).toContain(`## ${id}`);
  });
});

test('no rule is listed that has no file, and none twice', () => {
  expect(rules.map(({ id }) => id)).toEqual(files.toSorted());
});

test('no fixtures are left over from a rule that is gone', () => {
  expect(readdirSync(join(folder, 'fixtures')).toSorted()).toEqual(files.toSorted());
});

test('the page of rules is the one that the rules write (npm run docs)', () => {
  expect(read('RULES.md')).toBe(rulesPage(rules));
});
