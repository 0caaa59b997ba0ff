/** `npm run verdicts -w @aispm/contract-diff`: writes VERDICTS.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVerdictsPage } from './verdicts-page.ts';

writeFileSync(join(import.meta.dirname, '../VERDICTS.md'), createVerdictsPage());
