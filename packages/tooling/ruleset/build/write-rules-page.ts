/** Generates RULES.md from the rules. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../src/rules.js';
import { rulesPage } from './rules-page.ts';

writeFileSync(join(import.meta.dirname, '../RULES.md'), rulesPage(rules));
