/** The screenshots of this site show the scanner and the example of the guide as they are. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openScreen, readScreen, SCREENS, THEMES } from '../screenshots/screens.ts';

const folder = join(import.meta.dirname, '../screenshots');
const record: Record<string, { shows: string[]; files: Record<string, string> }> = JSON.parse(
  readFileSync(join(folder, 'screens.json'), 'utf8'),
);

/** Images of a page that together stay small. */
const MAX_BYTES = 100 * 1024;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser?.close());

it.each(SCREENS)('show what there is to see now: $name', async (screen) => {
  const page = await openScreen(browser, screen, 'light');
  const shows = await readScreen(page);
  const isComplete = await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight);
  await page.close();
  expect(record[screen.name]?.shows, 'take them again with "npm run screenshots -w @aispm/docs"').toEqual(shows);
  expect(isComplete, 'change the height in screens.ts').toBe(true);
});

it('are the images that were taken, in both themes, and no others', () => {
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
