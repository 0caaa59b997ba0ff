/**
 * The screenshots of the documentation show the console as it is.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type PhotographedConsole, readScreen, SCREENS, startPhotographedConsole } from '../screenshots/screens.ts';

const folder = join(import.meta.dirname, '../screenshots');
const record: Record<string, { shows: string[] }> = JSON.parse(readFileSync(join(folder, 'screens.json'), 'utf8'));

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
