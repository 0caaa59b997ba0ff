/** A step of the build: removes doc comments from the code of the operations, because its declarations contain them, and its source map. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

const file = join(import.meta.dirname, '../dist/generated/operations.js');
const source = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
writeFileSync(file, transformSync(source, { target: 'es2023' }).code);
rmSync(`${file}.map`);
