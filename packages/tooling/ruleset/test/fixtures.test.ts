import { describe, expect, it } from 'vitest';
import { rules } from '../src/rules.js';
import { formatLocations, readExpected } from './fixtures.ts';
import { lint, readPackageFile } from './lint.ts';

describe.each(rules)('$id', ({ id, fix }) => {
  const bad = readPackageFile(`fixtures/${id}/bad.yaml`);

  it('has no findings in the good fixture', async () => {
    expect(await lint(readPackageFile(`fixtures/${id}/good.yaml`), [id])).toEqual([]);
  });

  it('reports every violation in the bad fixture at its location, with the fix', async () => {
    const findings = await lint(bad, [id]);
    expect(formatLocations(findings)).toEqual(readExpected(id));
    for (const { message } of findings) expect(message).toContain(fix);
  });
});
