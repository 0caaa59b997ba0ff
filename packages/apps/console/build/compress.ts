/** Writes compressed copies of the built files, so that no server has to compress them per request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Smaller files fit into one network packet. */
const MIN_BYTES = 1024;

const folder = join(import.meta.dirname, '../dist/assets');
for (const name of readdirSync(folder).filter((file) => /\.(js|css)$/.test(file))) {
  const content = readFileSync(join(folder, name));
  if (content.byteLength < MIN_BYTES) continue;
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
}
