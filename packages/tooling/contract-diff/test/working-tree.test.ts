/** The contract and the packages of the working tree, and the files that are committed with them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareWithReleases } from '../src/baseline.ts';
import { CHANGELOG, createChangelog } from '../src/gate/changelog.ts';
import { readExemptions } from '../src/gate/exemptions.ts';
import { createApiReports, ENTRY_POINTS, reportPath } from '../src/releases/api-reports.ts';
import { computeChecksums, readReleases, readWorkingTree } from '../src/releases/releases.ts';

const root = join(import.meta.dirname, '../../../..');
const [releases, workingTree, reports] = [readReleases(), readWorkingTree(), createApiReports()];
const REMEDY = 'is out of date. Run "npm run contract:write" and review what changed.';

describe('the working tree', () => {
  it('has a version that reflects the changes since the last release, and is recorded as a release', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await compareWithReleases(releases, workingTree, readExemptions(), today)).problems).toEqual([]);
  });

  it.each(ENTRY_POINTS)('has the API report of the built $name', (entry) => {
    const committed = readFileSync(reportPath(entry), 'utf8');
    expect(committed === reports.get(entry.name), `${entry.report} ${REMEDY}`).toBe(true);
  });

  it('has the changelog of the releases', async () => {
    const committed = readFileSync(join(root, CHANGELOG), 'utf8');
    expect(await createChangelog(releases, workingTree), `${CHANGELOG} ${REMEDY}`).toBe(committed);
  });
});

describe('a release', () => {
  it.each(releases)('$version has a contract of that version and API reports', ({ version, contract, apiReports }) => {
    expect(contract.info.version).toBe(version);
    expect(apiReports.size).toBeGreaterThan(0);
    expect(existsSync(join(root, 'spec/releases', version))).toBe(true);
  });

  it('does not change', () => {
    const recorded = readFileSync(join(root, 'spec/releases/SHA256SUMS'), 'utf8');
    expect(computeChecksums(), 'A released file has changed. Restore it.').toBe(recorded);
  });
});
