/**
 * What readers see where there is no page, or where it cannot be loaded.
 *
 * @module-tag long
 */
import { describe, expect, inject, it } from 'vitest';
import { connectBrowser } from './browser.ts';

const { windows } = connectBrowser();
const newLog = () => ({ requests: [], errors: [] });

describe('an address without a page', () => {
  it('says so in the main text, with links to pages that exist', async () => {
    const page = await windows.openEmpty({}, newLog());
    await windows.goTo(page, '/no-such-page.html');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    await main.getByRole('link', { name: 'Quick start' }).click();
    await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor();
    await page.close();
  });

  it('says so without JavaScript', async () => {
    const page = await windows.openEmpty({ javaScriptEnabled: false }, newLog());
    await windows.goTo(page, '/no-such-page.html');
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    const href = await page.getByRole('main').getByRole('link', { name: 'API reference' }).getAttribute('href');
    expect((await fetch(inject('site') + href)).status).toBe(200);
    await page.close();
  });
});

describe('a page that cannot be loaded', () => {
  it('offers to try again when there is no connection', async () => {
    const page = await windows.openEmpty({}, newLog());
    await windows.goTo(page, '/guides/paging.html');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Evaluation runs', exact: true }).first().click();
    await page.getByRole('heading', { name: 'The page could not be loaded', level: 1 }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Evaluation runs', level: 1 }).waitFor();
    await page.close();
  });
});

describe('a guide', () => {
  it('has few stops of Tab before its text, and one link that skips them', async () => {
    const page = await windows.open('/guides/paging.html');
    const stops = await page.evaluate(() => {
      const content = document.querySelector('main');
      return [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(
        (element) =>
          element.tabIndex >= 0 &&
          element.checkVisibility() &&
          content !== null &&
          (element.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      ).length;
    });
    expect(stops).toBeGreaterThan(0);
    expect(stops).toBeLessThanOrEqual(MAX_STOPS_BEFORE_TEXT);
    await page.close();
  });

  it('has links to its source and to its Markdown, which a button copies', async () => {
    const page = await windows.open('/guides/paging.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    const edit = await page.getByRole('link', { name: 'Edit this page' }).getAttribute('href');
    expect(edit).toMatch(/^https:\/\/github\.com\/.*\/edit\/main\/packages\/apps\/docs\/site\/guides\/paging\.md$/);
    const button = page.getByRole('button', { name: 'Copy as Markdown' });
    // It says so for two seconds, which a busy machine may not notice in time.
    await button.evaluate((element) => {
      new MutationObserver(() => {
        document.body.dataset.said ??= element.textContent ?? '';
      }).observe(element, { childList: true, characterData: true, subtree: true });
    });
    await button.click();
    await page.locator('body[data-said="Copied"]').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Paging\n/);
    await page.close();
  });
});

/** The skip link, the title, the search, the navigation, the switch of the theme, and the groups of the menu with one open. */
const MAX_STOPS_BEFORE_TEXT = 20;
