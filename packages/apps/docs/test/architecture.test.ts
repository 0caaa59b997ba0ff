import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../build/architecture.ts';

const root = join(import.meta.dirname, '../../../..');
const dist = join(import.meta.dirname, '../dist');

describe('the architecture page', () => {
  it('lists every package that users see', () => {
    const packages = globSync(['spec/package.json', 'packages/*/package.json', 'packages/apps/*/package.json'], {
      cwd: root,
      exclude: ['packages/benchmarks/**'],
    }).map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')).name as string);
    const shown = Object.values(PARTS).flatMap((part) => part.package ?? []);
    expect(shown.toSorted()).toEqual(packages.toSorted());
  });

  it('shows its parts in the diagrams and in the table', () => {
    const html = readFileSync(join(dist, 'guides/architecture.html'), 'utf8');
    const drawn = [...html.matchAll(/<text [^>]*>([^<]+)</g)].map(([, label]) => label?.trim());
    for (const { label, purpose } of Object.values(PARTS)) {
      expect(drawn).toContain(label);
      expect(html).toContain(purpose);
    }
    expect(html.match(/<figure class="diagram-frame"/g)).toHaveLength(2);
  });
});
