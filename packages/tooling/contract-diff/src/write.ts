/** `npm run contract:write`: writes the committed files that are generated from the built packages: API reports and changelog. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_REPORTS, createApiReports, ENTRY_POINTS } from './api-reports.ts';
import { CHANGELOG, createChangelog } from './changelog.ts';
import { readReleases, readWorkingTree } from './releases.ts';

mkdirSync(API_REPORTS, { recursive: true });
const reports = createApiReports();
for (const { name, report } of ENTRY_POINTS) writeFileSync(join(API_REPORTS, report), reports.get(name) as string);
writeFileSync(
  join(import.meta.dirname, '../../../..', CHANGELOG),
  await createChangelog(readReleases(), readWorkingTree()),
);
