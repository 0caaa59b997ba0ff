/** The screenshots of the documentation show the console as it is. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  type PhotographedConsole,
  readScreen,
  SCREENS,
  startPhotographedConsole,
  THEMES,
} from '../screenshots/screens.ts';

const folder = join(import.meta.dirname, '../screenshots');
const record: Record<string, { shows: string[]; files: Record<string, string> }> = JSON.parse(
  readFileSync(join(folder, 'screens.json'), 'utf8'),
);

/** Images of a documentation page that together stay small. */
const MAX_BYTES = 100 * 1024;

let browser: Browser;
let photographed: PhotographedConsole;
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
  photographed = await startPhotographedConsole(browser);
});
afterAll(async () => {
  await photographed?.close();
  await browser?.close();
});

it.each(SCREENS)('shows what the console shows now: $name', async (screen) => {
  const page = await photographed.open(screen, 'light');
  const shows = await readScreen(page);
  await page.close();
  expect(record[screen.name]?.shows, 'take them again with "npm run screenshots -w @aispm/console"').toEqual(shows);
});

it('has the images that were taken, in both themes, and no others', () => {
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
