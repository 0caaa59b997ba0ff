/** The guide "Frontend development with the mock". */
import { launchBrowser } from '@aispm/testing/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { openPage } from './browser.ts';
import { followGuide } from './journey.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it('leads from an empty folder to a page with the issues of the mock', () =>
  followGuide('mock', {
    ports: [5173],
    until: 'Choose a response',
    look: async ({ where }, { toActual }) => {
      const page = await openPage(browser);
      await page.goto(toActual(where));
      await page.getByRole('listitem').first().waitFor();
      return page.locator('body').innerText();
    },
  }));
