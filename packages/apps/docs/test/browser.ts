import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

/** Opens the windows of a test file. */
export interface Windows {
  /** Opens a page of the site, such as `/guides/paging.html`, in a separate window with its own storage. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a window without a page. */
  openEmpty(options?: BrowserContextOptions, log?: PageLog): Promise<Page>;
  /** Opens a page of the site in a window, and waits until its scripts have started, if it has any. */
  goTo(page: Page, url: string): Promise<void>;
}

/** The requests of pages, and the errors and warnings that they reported. */
export interface PageLog {
  requests: string[];
  errors: string[];
}

/** Folder for screenshots and other files that tests write. */
export const REPORTS = join(import.meta.dirname, '../reports');

/** Timeout of a wait in the browser, long enough for a busy machine. */
const WAIT_TIMEOUT_MS = 150_000;

/**
 * Connects a test file to the browser of the run. Call `itLoadsNothingElse` at the end of the file: it defines a test that
 * the opened pages didn't request anything from other sites or report errors.
 */
export function connectBrowser(): { windows: Windows; itLoadsNothingElse: (tags?: 'always'[]) => void } {
  let browser: Browser;
  const siteLog: PageLog = { requests: [], errors: [] };
  const withoutScript = new WeakSet<Page>();
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterAll(async () => {
    await browser?.close();
  });
  const windows: Windows = {
    async open(url, options) {
      const page = await windows.openEmpty(options);
      await windows.goTo(page, url);
      return page;
    },
    async goTo(page, url) {
      await page.goto(inject('site') + url);
      if (withoutScript.has(page)) return;
      await page.waitForFunction(() => {
        const app = document.querySelector('#app');
        // Vue sets it after hydration. Earlier interactions would be lost.
        return app === null || '__vue_app__' in app;
      });
    },
    async openEmpty(options, log = siteLog) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, ...options });
      page.setDefaultTimeout(WAIT_TIMEOUT_MS);
      if (options?.javaScriptEnabled === false) withoutScript.add(page);
      page.on('request', (request) => log.requests.push(request.url()));
      page.on('pageerror', (error) => log.errors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        // Happens on busy machines.
        if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
        if (['warning', 'error'].includes(message.type())) log.errors.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    },
  };
  /** @param tags `always` in files with both quick and long tests */
  const itLoadsNothingElse = (tags: 'always'[] = ['always']) =>
    it('load nothing from other sites, and report no errors', { tags }, () => {
      const fromOtherSites = siteLog.requests.filter(
        (url) => !/^(data|about):/.test(url) && new URL(url).origin !== inject('site'),
      );
      expect(siteLog.requests).not.toEqual([]);
      expect(fromOtherSites).toEqual([]);
      expect(siteLog.errors).toEqual([]);
    });
  return { windows, itLoadsNothingElse };
}

/** Waits until a page is idle and has loaded all resources. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    const count = () => performance.getEntriesByType('resource').length;
    // Loaded resources may request others.
    for (let before = -1; before < count(); ) {
      before = count();
      await idle();
      await idle();
    }
  });
}

/** Waits until the heading of a section is in the window. */
export async function waitForSection(page: Page, anchor: string): Promise<void> {
  await page.waitForFunction((id) => {
    const heading = document.getElementById(id)?.querySelector('h1, h2, h3');
    const { top = -1, height = 0 } = heading?.getBoundingClientRect() ?? {};
    return height > 0 && top >= 0 && top < window.innerHeight;
  }, anchor);
}
