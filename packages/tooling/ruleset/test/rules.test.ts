import { existsSync, globSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesPage } from '../build/rules-page.ts';
import type { Rule } from '../src/document/rule.js';
import ruleset from '../src/index.js';
import { rules } from '../src/rules.js';
import { readPackageFile } from './lint.ts';

const folder = join(import.meta.dirname, '..');
const files = globSync('src/rules/*/*.js', { cwd: folder });
const ids = files.map((file) => basename(file, '.js'));

describe.each(files.map((file) => [basename(file, '.js'), file]))('%s', (id, file) => {
  it('has the id of its file, a reason and a fix', async () => {
    const { default: rule } = (await import(join(folder, file))) as { default: Rule };
    expect(rule.id).toBe(id);
    for (const text of [rule.why, rule.fix]) expect(text).toMatch(/^[A-Z`].*\.$/);
  });

  it('is an error in the ruleset', () => {
    expect(ruleset.rules[id]).toMatchObject({ severity: 'error' });
  });

  it('has a good fixture, a bad fixture and a mutation', () => {
    const missing = ['good.yaml', 'bad.yaml', 'mutation.ts'].filter(
      (file) => !existsSync(join(folder, 'fixtures', id, file)),
    );
    expect(missing).toEqual([]);
  });

  it('is described in RULES.md', () => {
    expect(readPackageFile('RULES.md').split('\n')).toContain(`## ${id}`);
  });
});

describe('the list of rules', () => {
  it('contains every rule file once', () => {
    expect(rules.map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it('contains every rule that has fixtures', () => {
    expect(readdirSync(join(folder, 'fixtures')).toSorted()).toEqual(ids.toSorted());
  });

  it('is the source of RULES.md (npm run docs)', () => {
    expect(readPackageFile('RULES.md')).toBe(rulesPage(rules));
  });
});
