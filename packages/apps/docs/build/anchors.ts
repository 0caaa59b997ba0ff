/**
 * Adds the new URLs of the built site to `anchors.txt`. A test requires every URL in that list, because other sites may link
 * to it. URLs that no longer exist stay in the list until you remove them manually.
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
