/** `npm run contract:write`: writes the committed files that are generated from the built packages: API reports and changelog. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGELOG, createChangelog } from './gate/changelog.ts';
import { API_REPORTS, createApiReports, ENTRY_POINTS } from './releases/api-reports.ts';
import { readReleases, readWorkingTree } from './releases/releases.ts';

mkdirSync(API_REPORTS, { recursive: true });
const reports = createApiReports();
for (const { name, report } of ENTRY_POINTS) writeFileSync(join(API_REPORTS, report), reports.get(name) as string);
writeFileSync(
  join(import.meta.dirname, '../../../..', CHANGELOG),
  await createChangelog(readReleases(), readWorkingTree()),
);
