/** Puts the generated data beside the compiled code. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
for (const name of ['contract.json', 'story.json'])
  copyFileSync(join(root, 'src/generated', name), join(root, 'dist/generated', name));
