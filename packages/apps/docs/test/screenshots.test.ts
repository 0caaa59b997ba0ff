import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCREENS, THEMES } from '../screenshots/screens.ts';

const folder = join(import.meta.dirname, '../screenshots');
const record: Record<string, { files: Record<string, string> }> = JSON.parse(
  readFileSync(join(folder, 'screens.json'), 'utf8'),
);

/** Maximum size of an image. */
const MAX_BYTES = 100 * 1024;

it('the screenshots match their recorded digests in both themes', () => {
  expect(Object.keys(record)).toEqual(SCREENS.map(({ name }) => name));
  for (const { name } of SCREENS) {
    const files = record[name]?.files ?? {};
    expect(Object.keys(files)).toEqual(THEMES.map((theme) => `${name}-${theme}.webp`));
    for (const [file, digest] of Object.entries(files)) {
      const image = readFileSync(join(folder, file));
      expect(createHash('sha256').update(image).digest('hex'), file).toBe(digest);
      expect(image.length, file).toBeLessThan(MAX_BYTES);
    }
  }
});
