/** The guide "The console". */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';
import { openPage } from './browser.ts';
import { followGuide } from './journey.ts';

const ISSUE = 'MCP server without authentication';
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser?.close());

/** Signs in, and returns the text of the dashboard. */
async function seeDashboard(page: Page, address: string, printed: string): Promise<string> {
  await page.goto(address);
  await page.getByLabel('API key').fill(/aispm_\S+/.exec(printed)?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  // A row is complete when it has its number.
  await page.getByRole('row').filter({ hasText: ISSUE }).getByText(/^\d+$/).first().waitFor();
  // Tabs separate the cells of a row.
  return (await page.locator('body').innerText()).replaceAll('\t', ' ');
}

/** Opens the issue, starts work on it with the keyboard, and returns its status. */
async function startWork(page: Page): Promise<string> {
  await page.getByRole('link', { name: ISSUE }).first().click();
  const issue = page.getByRole('article', { name: 'Issue' });
  await issue.getByText('Open', { exact: true }).first().waitFor();
  await page.keyboard.press('e');
  return issue.getByText('In progress', { exact: true }).first().innerText();
}

it('shows how to get from an empty folder to the dashboard, and to an issue in progress', async () => {
  const page = await openPage(browser);
  await followGuide('console', {
    ports: [4030],
    look: ({ where }, { toActual, read }) =>
      where === 'the dashboard'
        ? seeDashboard(page, toActual('http://127.0.0.1:4030'), read('second terminal'))
        : startWork(page),
  });
});
