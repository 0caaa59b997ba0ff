/** The guide "Frontend development with the mock". */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { openPage } from './browser.ts';
import { followGuide } from './journey.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser?.close());

it('shows how to get from an empty folder to a page with the issues of the mock', () =>
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
