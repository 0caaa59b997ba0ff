/** `npm run contract:write`: writes what is committed and worked out from the built packages: `surface/`, the changelog. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReports, ENTRY_POINTS, SURFACE } from './api-reports.ts';
import { CHANGELOG, changelog } from './changelog.ts';
import { releases, workingState } from './releases.ts';

mkdirSync(SURFACE, { recursive: true });
const reports = apiReports();
for (const { name, report } of ENTRY_POINTS) writeFileSync(join(SURFACE, report), reports.get(name) as string);
writeFileSync(join(import.meta.dirname, '../../..', CHANGELOG), await changelog(releases(), workingState()));
