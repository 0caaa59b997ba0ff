/**
 * Adds the new addresses of the built site to `anchors.txt`. A test requires the site to have every address of that list,
 * because other sites may link to it. Addresses that no longer exist remain in the list: restore them, or remove them from
 * it manually.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPermanentAnchors } from './site-anchors.ts';

const docs = join(import.meta.dirname, '..');
const list = join(docs, 'anchors.txt');
const known = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [];
const all = [...new Set([...known, ...listPermanentAnchors(join(docs, 'dist'))])].sort();
writeFileSync(list, `${all.join('\n')}\n`);
process.stdout.write(`${all.length - known.length} anchors added, ${all.length} in total.\n`);
