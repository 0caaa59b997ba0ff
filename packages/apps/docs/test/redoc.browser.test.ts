/**
 * The Redoc page.
 *
 * @module-tag long
 */
import { join } from 'node:path';
import { CONTRACT_LANGUAGES } from '@aispm/openapi';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { listContractOperations, listTagGroups, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference-anchors.ts';
import { connectBrowser, REPORTS } from './browser.ts';

const contract = readContract();
const operations = listContractOperations(contract);
const { windows, itLoadsNothingElse } = connectBrowser();

/** The button that opens the search. */
const SEARCH = '[data-testid="search-trigger"]';

/** Opens the page, and waits for hydration. */
async function openRedoc(anchor = '', options: Parameters<typeof windows.openEmpty>[0] = {}): Promise<Page> {
  const page = await windows.openEmpty(options);
  await page.goto(`${inject('site')}/redoc/${anchor}`);
  await waitForRedoc(page);
  return page;
}

async function waitForRedoc(page: Page): Promise<void> {
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    return element !== null && Object.keys(element).some((name) => name.startsWith('__react'));
  }, SEARCH);
}

const menuOf = (page: Page): Locator => page.locator('.menu-content');

/** Reads the labels of the menu's links by URL. */
async function readLinks(menu: Locator): Promise<ReadonlyMap<string, string>> {
  const links = await menu
    .locator('a[href]')
    .evaluateAll((elements) =>
      elements.map((element): [string, string] => [element.getAttribute('href') ?? '', element.textContent ?? '']),
    );
  return new Map(links);
}

describe('the Redoc page', () => {
  it('has the tag groups of the contract in its menu', async () => {
    const page = await openRedoc();
    const entries = await menuOf(page).locator('[data-text]').allInnerTexts();
    const expected = contract['x-tagGroups'].flatMap(({ name, tags }) => [name, ...tags]);
    expect(entries).toEqual([contract.info.title, ...expected]);
    await page.screenshot({ path: join(REPORTS, 'redoc-light-1440.png') });
    await page.close();
  });

  it('lists every operation under its tag', { tags: ['nightly'] }, async () => {
    const page = await openRedoc();
    const menu = menuOf(page);
    const found: string[] = [];
    for (const tag of listTagGroups(contract).flatMap(({ tags }) => tags)) {
      const tagged = operations.filter((operation) => operation.tag === tag);
      const group = menu.locator('.menu-item-type-group', { has: page.getByText(tag, { exact: true }) });
      // Scrolling also opens and closes groups, so a click may close one.
      await expect
        .poll(
          async () => {
            const links = await readLinks(menu);
            const missing = tagged.filter(
              (operation) => !links.get(`#${operationAnchor(operation)}`)?.includes(operation.summary),
            );
            if (missing.length > 0) await group.click();
            return missing.map(({ operationId }) => operationId);
          },
          { interval: 500 },
        )
        .toEqual([]);
      found.push(...tagged.map(({ operationId }) => operationId));
    }
    expect(found).toHaveLength(operations.length);
    await page.close();
  });

  it("shows the contract's code samples in each language", async () => {
    const [operation] = operations.filter(({ operationId }) => operationId === 'updateIssue');
    if (!operation) throw new Error('The contract has no operation "updateIssue". Use another one.');
    const page = await openRedoc(`#${operationAnchor(operation)}`);
    const content = page.locator('.api-content');
    let shown = CONTRACT_LANGUAGES[0]?.label ?? '';
    for (const { label, start } of [
      { label: 'TypeScript', start: "import { createClient, updateIssue } from '@aispm/client';" },
      { label: 'curl', start: 'curl --request PATCH' },
      { label: 'Python', start: 'urllib.request.Request(' },
    ]) {
      const item = page.getByRole('menuitem', { name: label, exact: true }).filter({ visible: true });
      // While the page scrolls to the operation, it closes an open menu, or leaves it outside of the window.
      await expect
        .poll(
          async () => {
            if ((await item.count()) === 0) await content.getByText(shown, { exact: true }).first().click();
            return item.count();
          },
          { interval: 500 },
        )
        .toBe(1);
      await item.dispatchEvent('click');
      await content.getByText(start).first().waitFor();
      shown = label;
    }
    await page.screenshot({ path: join(REPORTS, 'redoc-operation.png') });
    await page.close();
  });

  it('finds an operation by a word of its summary', { tags: ['nightly'] }, async () => {
    const page = await openRedoc();
    await page.locator(SEARCH).click();
    const dialog = page.locator('[data-testid="search-dialog"]');
    await dialog.getByPlaceholder('Search docs').fill('triage');
    await dialog.locator('a[href="#/issues/updateissue"]').click();
    await page.waitForURL(/#\/issues\/updateissue/);
    await page.close();
  });

  it('links to other pages of the site, which link to it', async () => {
    const page = await openRedoc('', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(tooWide).toBe(0);
    await page.screenshot({ path: join(REPORTS, 'redoc-dark-390.png') });
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Reference' }).click();
    await page.waitForURL('**/reference.html');
    await page.close();
    for (const url of ['/', '/reference.html']) {
      const other = await windows.open(url);
      const link = other.getByRole('main').getByRole('link', { name: 'Redoc' });
      await link.click();
      await waitForRedoc(other);
      expect(new URL(other.url()).pathname).toBe('/redoc/');
      await other.close();
    }
  });

  itLoadsNothingElse([]);
});
