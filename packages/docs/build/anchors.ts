/**
 * Adds the new anchors of the built site to `anchors.txt`, which a test holds the site to. Anchors that are gone stay in
 * the list: links from elsewhere lead to them, so they have to come back, or be taken out by hand.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastingAnchors } from './site-anchors.ts';

const docs = join(import.meta.dirname, '..');
const list = join(docs, 'anchors.txt');
const known = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [];
const all = [...new Set([...known, ...lastingAnchors(join(docs, 'dist'))])].sort();
writeFileSync(list, `${all.join('\n')}\n`);
process.stdout.write(`${all.length - known.length} new anchors, ${all.length} in all.\n`);
