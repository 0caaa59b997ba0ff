/** A step of the build: adds an empty module to the generated types, and copies the digest of the contract. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(import.meta.dirname, '../dist');
const digest = fileURLToPath(import.meta.resolve('@aispm/spec/digest'));

writeFileSync(join(dist, 'index.js'), 'export {};\n');
copyFileSync(digest, join(dist, 'digest.js'));
copyFileSync(digest.replace(/\.js$/, '.d.ts'), join(dist, 'digest.d.ts'));
