/** `npm run contract:write`: writes what is committed and worked out from the built packages: `surface/`, the changelog. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReport, ENTRY_POINTS, SURFACE } from './api-reports.ts';
import { CHANGELOG, changelog } from './changelog.ts';
import { releases, workingState } from './releases.ts';

mkdirSync(SURFACE, { recursive: true });
for (const entry of ENTRY_POINTS) writeFileSync(join(SURFACE, entry.report), apiReport(entry));
writeFileSync(join(import.meta.dirname, '../../..', CHANGELOG), await changelog(releases(), workingState()));
