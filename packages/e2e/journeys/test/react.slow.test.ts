/** The guide "Data in React". */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { openPage } from './browser.ts';
import { followGuide } from './journey.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser?.close());

it('shows how to get from an empty folder to a page where the user starts work on an issue', () =>
  followGuide('react', {
    ports: [5173],
    until: 'The functions {#functions}',
    look: async ({ where }, { toActual }) => {
      const page = await openPage(browser);
      await page.goto(toActual(where));
      const first = page.getByRole('row', { name: 'MCP server without authentication' });
      await first.getByRole('button').click();
      await first.getByText('in_progress').waitFor();
      // Tabs separate the cells of a row.
      return (await page.locator('body').innerText()).replaceAll('\t', ' ').replaceAll(/\n+/g, '\n');
    },
  }));
