import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSampled, sampleByHash } from '@aispm/testing';
import { describe, expect, inject, it } from 'vitest';
import { readContract } from '../build/contract.ts';
import { listPageHeads } from '../build/reference/pages.ts';
import { connectBrowser, type PageLog } from './browser.ts';
import { ALL_PAGES, checkPage, DARK, DETAIL_PAGES, LIGHT } from './page-checks.ts';

const DIST = join(import.meta.dirname, '../dist');
const HEIGHT = 1000;
const contract = readContract();
const { windows, itLoadsNothingElse } = connectBrowser();

/** The pages that `npm test` checks: a guide and an operation. */
const QUICK = [ALL_PAGES[1], DETAIL_PAGES[0]];

/** A sample of the guides, and all other pages: `every-page.slow.test.ts` has no sample. */
const PAGES = ALL_PAGES.filter((url) => !url.startsWith('/guides/') || QUICK.includes(url) || isSampled(url, 16));

describe('the page', () => {
  for (const url of PAGES) {
    it(
      `${url} is small, fits into windows of 1440 and 320 px, and has landmarks and no accessibility violation`,
      { tags: QUICK.includes(url) ? [] : ['long'] },
      // Checks colors in both themes, and other rules in one.
      () =>
        checkPage(windows, url, [
          { ...LIGHT, rules: 'all' },
          { ...DARK, rules: 'colors' },
        ]),
    );
  }
});

describe('the pages of the reference', () => {
  it('fit a window of 320 px', { tags: ['long'] }, async () => {
    const viewport = { width: 320, height: HEIGHT };
    const page = await windows.open(`${listPageHeads(contract)[0]?.url}.html`, {
      viewport,
      javaScriptEnabled: false,
    });
    const tooWide: string[] = [];
    for (const { url } of sampleByHash(listPageHeads(contract), (head) => head.url, 4)) {
      // The pages only differ in their main text.
      const html = readFileSync(join(DIST, `${url}.html`), 'utf8');
      const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
      const overflow = await page.evaluate((text) => {
        const element = document.querySelector('main');
        if (!element || !text) throw new Error('The page has no main text.');
        element.outerHTML = text;
        return document.documentElement.scrollWidth - window.innerWidth;
      }, main);
      if (overflow > 0) tooWide.push(`${url}: ${overflow} px`);
    }
    await page.close();
    expect(tooWide).toEqual([]);
  });
});

describe.each([
  { url: '/guides/paging.html', tags: [] },
  { url: '/reference.html', tags: ['long'] },
])('$url', ({ url, tags }) => {
  it('neither executes injected scripts nor connects to other sites', { tags }, async () => {
    const log: PageLog = { requests: [], errors: [] };
    const page = await windows.openEmpty({}, log);
    await page.goto(inject('site') + url);
    await page.locator('h1').first().waitFor();
    await page.evaluate(() => {
      const blocked: string[] = [];
      Object.assign(window, { blocked });
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI));
      const script = document.createElement('script');
      script.textContent = 'window.isInjected = true';
      document.body.append(script);
      // A string as the code of a timer requires the same permission as `eval`.
      setTimeout('window.isEvaluated = true' as never);
      fetch('http://127.0.0.2:9/').then(
        () => Object.assign(window, { isConnected: true }),
        () => {},
      );
    });
    // Without duplicates, because a script of the page may also try to evaluate a string.
    const blocked = () =>
      page.evaluate(() => [...new Set((window as unknown as { blocked: string[] }).blocked)].toSorted());
    await expect.poll(blocked).toEqual(['eval', 'http://127.0.0.2:9/', 'inline']);
    const effects = ['isInjected', 'isEvaluated', 'isConnected'];
    expect(await page.evaluate((names) => names.filter((name) => name in window), effects)).toEqual([]);
    await page.close();
    expect(log.errors.filter((message) => message.includes('connect-src'))).toHaveLength(1);
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
