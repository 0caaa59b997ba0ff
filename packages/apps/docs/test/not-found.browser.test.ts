/**
 * Missing pages, pages that can't be loaded, and the frame of a guide.
 *
 * @module-tag long
 */
import { describe, expect, inject, it } from 'vitest';
import { connectBrowser } from './browser.ts';

const { windows } = connectBrowser();
const newLog = () => ({ requests: [], errors: [] });

describe('a missing page', () => {
  it('shows links to other pages', async () => {
    const page = await windows.openEmpty({}, newLog());
    await windows.goTo(page, '/no-such-page.html');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    await main.getByRole('link', { name: 'Quick start' }).click();
    await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor();
    await page.close();
  });

  it('shows links to other pages without JavaScript', async () => {
    const page = await windows.openEmpty({ javaScriptEnabled: false }, newLog());
    await windows.goTo(page, '/no-such-page.html');
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    const href = await page.getByRole('main').getByRole('link', { name: 'API reference' }).getAttribute('href');
    expect((await fetch(inject('site') + href)).status).toBe(200);
    await page.close();
  });
});

describe('a page that cannot be loaded', () => {
  it('can be loaded again after a lost connection', async () => {
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
  it('has few tab stops before its text', async () => {
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

  it('has its outline after its text, as on the screen', async () => {
    const page = await windows.open('/guides/console.html');
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    await links.first().waitFor();
    const follows = await links.evaluateAll((all) =>
      all.map((link) => {
        const position = document.querySelector('main')?.compareDocumentPosition(link) ?? 0;
        return position === Node.DOCUMENT_POSITION_FOLLOWING;
      }),
    );
    expect(new Set(follows)).toEqual(new Set([true]));
    await page.close();
  });

  it('has a link to its source, and a button that copies its Markdown', async () => {
    const page = await windows.open('/guides/paging.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    const edit = await page.getByRole('link', { name: 'Edit this page' }).getAttribute('href');
    expect(edit).toMatch(/^https:\/\/github\.com\/.*\/edit\/main\/packages\/apps\/docs\/site\/guides\/paging\.md$/);
    const button = page.getByRole('button', { name: 'Copy as Markdown' });
    // Records the label, because it only lasts for two seconds.
    await button.evaluate((element) => {
      new MutationObserver(() => {
        document.body.dataset.shown ??= element.textContent ?? '';
      }).observe(element, { childList: true, characterData: true, subtree: true });
    });
    await button.click();
    await page.locator('body[data-shown="Copied"]').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Paging\n/);
    await page.close();
  });
});

/** The skip link, title, search, navigation, theme switch, and menu groups, one of which is open. */
const MAX_STOPS_BEFORE_TEXT = 20;
