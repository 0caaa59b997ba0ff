import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Contract } from '../src/contract.ts';
import { rules } from '../src/rules.ts';
import { lint } from './lint.ts';
import type { Mutation } from './mutation.ts';

const bundle = readFileSync(join(import.meta.dirname, '../../../spec/dist/openapi.json'), 'utf8');

describe('the real contract', () => {
  test('has no findings as it is', async () => {
    expect(await lint(bundle)).toEqual([]);
  });

  // Linting it takes half a second: on each push every fourth rule is broken in it, and all in fixtures of their own.
  describe.each([
    { some: rules.filter((_, index) => index % 4 === 0), tags: [] },
    { some: rules.filter((_, index) => index % 4 !== 0), tags: ['long'] },
  ])('and $some.length rules', ({ some, tags }) => {
    test.each(some)('broken for $id, has findings of this rule alone, in that place', { tags }, async ({ id }) => {
      const { mutation } = (await import(`../fixtures/${id}/mutation.ts`)) as { mutation: Mutation };
      const broken = JSON.parse(bundle) as object;
      const path = mutation(new Contract(broken)).map(String);
      const findings = await lint(JSON.stringify(broken));
      expect(findings.map(({ code, path }) => ({ code, path: path.map(String) }))).toEqual([{ code: id, path }]);
    });
  });
});
