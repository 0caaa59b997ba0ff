/**
 * The first step of a build: `node ../../scripts/clean.ts dist` removes what earlier builds wrote, so that nothing remains of
 * sources that no longer exist. The folders are relative to the package, in which npm runs its scripts.
 */
import { rmSync } from 'node:fs';

for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true });
