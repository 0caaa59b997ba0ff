import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { getContractOperation, readContract } from '../build/contract.ts';
import { operationPath } from '../build/reference-links.ts';
import { addAxe, findViolations } from './axe.ts';
import { connectBrowser, REPORTS } from './browser.ts';

const operation = getContractOperation(readContract(), 'getAgent');
const { windows, itLoadsNothingElse } = connectBrowser();

/** Types into the open search, and waits until a URL is the first result. */
async function search(page: Page, query: string, url: string): Promise<void> {
  await page.locator('#localsearch-input').fill(query);
  await page.locator(`#localsearch-list a:first-child[href$="${url}"]`).waitFor();
}

describe('the search', () => {
  it('opens with the keyboard, shows excerpts, and opens the first result', async () => {
    const page = await windows.open('/reference.html');
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await search(page, operation.operationId, operationPath(operation));
    await page.screenshot({ path: join(REPORTS, 'search.png') });
    const first = page.getByRole('option').first();
    expect(await first.locator('mark').allInnerTexts()).toContain(operation.operationId);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${operationPath(operation)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.close();
  });

  it.each(['Control+k', '/'])(
    'opens after %s was pressed while the scripts were loading',
    { tags: ['nightly'] },
    async (keys) => {
      const page = await windows.openEmpty();
      let release = () => {};
      const isPressed = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/*.js', async (route) => {
        await isPressed;
        await route.continue();
      });
      await page.goto(`${inject('site')}/`, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      await page.keyboard.press(keys);
      release();
      await search(page, operation.operationId, operationPath(operation));
      await page.close();
    },
  );

  it('shows the corrected query, and selects results with the arrow keys', {
    tags: ['long'],
  }, async () => {
    const page = await windows.open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await search(page, 'pagintaion', 'guides/paging.html');
    await page.getByText('Results for “pagination”').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).getAttribute('id')).toBe('localsearch-item-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guides/paging.html');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.close();
  });

  it('has no accessibility violations in any window', { tags: ['long'] }, async () => {
    const page = await windows.open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await search(page, 'webhook', 'guides/webhooks.html');
    await addAxe(page);
    for (const { width, colorScheme } of [
      { width: 1440, colorScheme: 'light' as const },
      { width: 2560, colorScheme: 'light' as const },
      { width: 768, colorScheme: 'dark' as const },
      { width: 320, colorScheme: 'dark' as const },
    ]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.emulateMedia({ colorScheme });
      await page.locator('html.dark').waitFor({ state: colorScheme === 'dark' ? 'attached' : 'detached' });
      await page.screenshot({ path: join(REPORTS, `search-${colorScheme}-${width}.png`) });
      expect.soft(await findViolations(page), `${width} px, ${colorScheme}`).toEqual([]);
    }
    await page.close();
  });

  it('shows when nothing is found, and when its index cannot be loaded', { tags: ['long'] }, async () => {
    const page = await windows.openEmpty({}, { requests: [], errors: [] });
    await windows.goTo(page, '/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#localsearch-input').fill('xylophone');
    await page.getByText('No results for “xylophone”').waitFor();
    await page.keyboard.press('Escape');
    await page.route('**/search.json', (route) => route.abort());
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('could not be loaded').waitFor();
    await page.unroute('**/search.json');
    await page.getByRole('button', { name: 'try again' }).click();
    await page.getByText('No results for “xylophone”').waitFor();
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
