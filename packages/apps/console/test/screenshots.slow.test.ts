/**
 * The documentation's screenshots are up to date.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readScreen, SCREENS, type ScreenshotConsole, startScreenshotConsole } from '../screenshots/screens.ts';

const folder = join(import.meta.dirname, '../screenshots');
const record: Record<string, { shows: string[] }> = JSON.parse(readFileSync(join(folder, 'screens.json'), 'utf8'));

let browser: Browser;
let tested: ScreenshotConsole;
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
  tested = await startScreenshotConsole(browser);
});
afterAll(async () => {
  await tested?.close();
  await browser?.close();
});

it.each(SCREENS)('the screenshot $name shows the current text of the console', async (screen) => {
  const page = await tested.open(screen, 'light');
  const shows = await readScreen(page);
  await page.close();
  expect(record[screen.name]?.shows, 'run "npm run screenshots -w @aispm/console" to take them again').toEqual(shows);
});
