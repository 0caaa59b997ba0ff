/** `npm run contract:write`: writes the committed files that are generated from the built packages: API reports and changelog. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHANGELOG, createChangelog } from './gate/changelog.ts';
import { createApiReports, ENTRY_POINTS, reportPath } from './releases/api-reports.ts';
import { readReleases, readWorkingTree } from './releases/releases.ts';

const reports = createApiReports();
for (const entry of ENTRY_POINTS) {
  const path = reportPath(entry);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, reports.get(entry.name) as string);
}
writeFileSync(
  join(import.meta.dirname, '../../../..', CHANGELOG),
  await createChangelog(readReleases(), readWorkingTree()),
);
