/** `npm run verdicts -w @aispm/contract-diff` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictsPage } from './verdicts-page.ts';

writeFileSync(join(import.meta.dirname, '../VERDICTS.md'), verdictsPage());
