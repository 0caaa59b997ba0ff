import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { Contract } from '../src/document/contract.js';
import { Node } from '../src/document/node.js';
import { rules } from '../src/rules.js';
import { lint } from './lint.ts';
import type { Mutation } from './mutation.ts';

const bundle = readFileSync(join(import.meta.dirname, '../../../../spec/dist/strict.json'), 'utf8');

describe('the contract', () => {
  it('has no findings', async () => {
    expect(await lint(bundle)).toEqual([]);
  });

  // Linting the contract takes half a second. The fixtures cover all rules.
  it.each(sampleByHash(rules, ({ id }) => id, 8))(
    'has exactly one finding, of $id, at the mutated location',
    async ({ id }) => {
      const { mutation } = (await import(`../fixtures/${id}/mutation.ts`)) as { mutation: Mutation };
      const mutated = JSON.parse(bundle) as object;
      const keys = mutation(new Contract(mutated));
      // Spectral would show a reference as its target.
      const path = (new Node(mutated, keys).child('$ref') ? keys.slice(0, -1) : keys).map(String);
      const findings = await lint(JSON.stringify(mutated));
      expect(findings.map(({ code, path }) => ({ code, path: path.map(String) }))).toEqual([{ code: id, path }]);
    },
  );
});
