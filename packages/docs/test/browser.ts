import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** The windows of a test file. */
export interface Windows {
  /** Opens a page of the site, such as `/guides/paging.html`, in a window of its own with storage of its own. */
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens such a window without a page. */
  openEmpty(options?: BrowserContextOptions, watch?: Watch): Promise<Page>;
}

/** What the pages of some windows asked for, and what went wrong on them. */
export interface Watch {
  requests: string[];
  complaints: string[];
}

/**
 * Connects a test file to the browser of the run. `testQuiet` makes the last test of the file: that its pages have asked
 * no other site for anything, and have no errors to report.
 */
export function connectBrowser(): { windows: Windows; testQuiet: () => void } {
  let browser: Browser;
  const quiet: Watch = { requests: [], complaints: [] };
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterAll(async () => {
    await browser?.close();
  });
  const windows: Windows = {
    async open(address, options) {
      const page = await windows.openEmpty(options);
      await page.goto(inject('site') + address);
      return page;
    },
    async openEmpty(options, watch = quiet) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, ...options });
      page.setDefaultTimeout(60_000);
      page.on('request', (request) => watch.requests.push(request.url()));
      page.on('pageerror', (error) => watch.complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        // Says only that the machine is busy.
        if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
        if (['warning', 'error'].includes(message.type())) watch.complaints.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    },
  };
  const testQuiet = () =>
    test('no page loads anything from elsewhere, or reports an error', { tags: ['both'] }, () => {
      const fromElsewhere = quiet.requests.filter(
        (url) => !/^(data|about):/.test(url) && new URL(url).origin !== inject('site'),
      );
      expect(quiet.requests).not.toEqual([]);
      expect(fromElsewhere).toEqual([]);
      expect(quiet.complaints).toEqual([]);
    });
  return { windows, testQuiet };
}

/** Waits until the reference shows a section, its heading within the window. */
export async function waitForSection(page: Page, anchor: string): Promise<void> {
  await page.waitForFunction((id) => {
    const heading = document.getElementById(id)?.querySelector('h1, h2, h3');
    const { top = -1, height = 0 } = heading?.getBoundingClientRect() ?? {};
    return height > 0 && top >= 0 && top < window.innerHeight;
  }, anchor.slice(1));
}
