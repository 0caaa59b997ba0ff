/** The contract and the packages as they are in the working tree. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiReports, ENTRY_POINTS, SURFACE } from '../src/api-reports.ts';
import { CHANGELOG, changelog } from '../src/changelog.ts';
import { readExemptions } from '../src/exemptions.ts';
import { faultsOfVersion, findChanges } from '../src/gate.ts';
import { checksums, releases, type State, workingState } from '../src/releases.ts';

const root = join(import.meta.dirname, '../../..');
const [released, working, reports] = [releases(), workingState(), apiReports()];

test('the version says what has changed since the last release', async () => {
  const exemptions = readExemptions();
  const findings = await findChanges(released.at(-1) as State, working, exemptions);
  expect(faultsOfVersion(findings, exemptions, new Date().toISOString().slice(0, 10))).toEqual([]);
});

test.each(ENTRY_POINTS)('the report of $name is that of the built package', ({ name, report }) => {
  const committed = readFileSync(join(SURFACE, report), 'utf8');
  expect(committed === reports.get(name), 'is out of date; run "npm run contract:write" and look at what changed').toBe(
    true,
  );
});

test('the changelog is worked out from the releases', async () => {
  const committed = readFileSync(join(root, CHANGELOG), 'utf8');
  expect(await changelog(released, working), 'is out of date; run "npm run contract:write"').toBe(committed);
});

test('every release has its contract, its own version, and the reports of every entry point of its time', () => {
  for (const { version, contract, surface } of released) {
    expect((contract.info as { version: string }).version).toBe(version);
    expect(surface.size).toBeGreaterThan(0);
    expect(existsSync(join(root, 'spec/releases', version))).toBe(true);
  }
});

test('no file of a release has changed since it was released', () => {
  const kept = readFileSync(join(root, 'spec/releases/SHA256SUMS'), 'utf8');
  expect(checksums(), 'what was released does not change; take it back').toBe(kept);
});
