/**
 * The site's screenshots are up to date.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openScreen, readScreen, SCREENS } from '../screenshots/screens.ts';

const folder = join(import.meta.dirname, '../screenshots');
const record: Record<string, { shows: string[] }> = JSON.parse(readFileSync(join(folder, 'screens.json'), 'utf8'));

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser?.close());

it.each(SCREENS)('the screenshot $name shows the current text', async (screen) => {
  const page = await openScreen(browser, screen, 'light');
  const shows = await readScreen(page);
  const isComplete = await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight);
  await page.close();
  expect(record[screen.name]?.shows, 'run "npm run screenshots -w @aispm/docs" to take them again').toEqual(shows);
  expect(isComplete, 'change the height in screens.ts').toBe(true);
});
