import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { listContractOperations, readContract } from '../build/contract.ts';
import { listPageHeads } from '../build/reference/pages.ts';
import { operationAnchor, schemaAnchor } from '../build/reference-anchors.ts';
import { guides } from '../site/.vitepress/guides.ts';
import { addAxe, findViolations } from './axe.ts';
import { connectBrowser, type PageLog, REPORTS } from './browser.ts';

const contract = readContract();
const [operation] = listContractOperations(contract);
const [schema] = Object.keys(contract.components.schemas);
if (!operation || !schema) throw new Error('The contract has no operation or no schema.');
const { windows, itLoadsNothingElse } = connectBrowser();

/** Maximum size of a page with everything that it loads but screenshots, in bytes, each file compressed with gzip. */
const MAX_GUIDE_BYTES = 100 * 1024;
const MAX_REFERENCE_BYTES = 400 * 1024;

/** Maximum size of all screenshots that a page loads at first, in bytes. They load last. */
const MAX_SCREENSHOT_BYTES = 256 * 1024;

const guidePages = guides.map(({ link }) => `${link}.html`);
const completeReference = '/reference.html';
/** The same page as without the fragment, at another place. */
const referenceLinks = [operationAnchor(operation), schemaAnchor(schema)].map(
  (anchor) => `${completeReference}#${anchor}`,
);
const detailPages = [`/reference/${operation.operationId}.html`, `/reference/schemas/${schema}.html`];
const [firstGuide = ''] = guidePages;
const COVERAGE_PAGE = '/coverage.html';
const FIRST_PAGES = ['/', firstGuide, '/try.html', completeReference, ...detailPages];
const ALL_PAGES = [
  '/',
  ...guidePages,
  '/try.html',
  '/404.html',
  COVERAGE_PAGE,
  '/reference/schemas/',
  ...detailPages,
  completeReference,
];

/** A size and a color scheme in which a page is checked. */
interface View {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** The rules of axe that are checked; those about colors have another result in dark, the others have not. */
  rules: 'all' | 'colors' | 'none';
}

const HEIGHT = 1000;
const DIST = join(import.meta.dirname, '../dist');
const LIGHT: View = { viewport: { width: 1440, height: HEIGHT }, colorScheme: 'light', rules: 'all' };
const DARK: View = { viewport: { width: 320, height: HEIGHT }, colorScheme: 'dark', rules: 'all' };
/** Axe takes most of the time, so the quick tests use it in one of two views, which the kinds of pages share. */
const FIRST_VIEWS = FIRST_PAGES.map((address, index) => ({
  address,
  views: index % 2 === 0 ? [LIGHT, { ...DARK, rules: 'none' as const }] : [{ ...LIGHT, rules: 'none' as const }, DARK],
}));
/** The widths of which the long tests write screenshots for a review. */
const REVIEWED_WIDTHS = [320, 1440, 2560];
const ALL_VIEWS = [320, 390, 768, 1024, 1440, 2560].flatMap((width): View[] => [
  { viewport: { width, height: HEIGHT }, colorScheme: 'light', rules: 'all' },
  { viewport: { width, height: HEIGHT }, colorScheme: 'dark', rules: 'colors' },
]);

/** One in this many sections of the complete reference is checked. */
const SECTION_SAMPLE = 12;

const transfers: Record<string, number> = {};
afterAll(() => {
  const file = join(REPORTS, 'transfers.json');
  const others = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...others, ...transfers }, null, 2)}\n`);
});

/** What a page has of each landmark and of the first heading. */
const STRUCTURE = { main: 1, banner: 1, contentinfo: 1, h1: 1 };

/** Counts the landmarks of a page. Roles come from the elements, as assistive technology sees them. */
async function countLandmarks(page: Page): Promise<typeof STRUCTURE> {
  return {
    main: await page.getByRole('main').count(),
    banner: await page.getByRole('banner').count(),
    contentinfo: await page.getByRole('contentinfo').count(),
    h1: await page.getByRole('heading', { level: 1 }).count(),
  };
}

/** Opens a page, and checks its size and structure, and then its accessibility and width in each view. */
async function checkPage(address: string, views: View[]): Promise<void> {
  const page = await windows.openEmpty({ colorScheme: 'light', reducedMotion: 'reduce' });
  const bodies: Promise<Buffer>[] = [];
  const screenshots: Promise<Buffer>[] = [];
  page.on('response', (response) => (response.url().endsWith('.webp') ? screenshots : bodies).push(response.body()));
  await page.goto(inject('site') + address, { waitUntil: 'networkidle' });
  const isReference = address.startsWith(completeReference);
  const heading = page.locator('h1').first();
  await expect.poll(() => heading.innerText()).not.toBe('');
  transfers[address] = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(transfers[address]).toBeLessThanOrEqual(isReference ? MAX_REFERENCE_BYTES : MAX_GUIDE_BYTES);
  const screenshotBytes = (await Promise.all(screenshots)).reduce((sum, body) => sum + body.length, 0);
  expect(screenshotBytes).toBeLessThanOrEqual(MAX_SCREENSHOT_BYTES);

  // All sections of the complete reference are made of the same parts, and axe needs minutes for all.
  await page.locator('.entry').evaluateAll((sections, oneIn) => {
    for (const [index, section] of sections.entries()) if (index % oneIn > 0) section.remove();
  }, SECTION_SAMPLE);
  // A notice for people who develop, without the frame of the site.
  if (address !== COVERAGE_PAGE) expect(await countLandmarks(page)).toEqual(STRUCTURE);
  await addAxe(page);
  const name = address === '/' ? 'home' : address.replaceAll(/^\/|\.html/g, '').replaceAll(/\W+/g, '-');
  const problems: string[] = [];
  for (const { viewport, colorScheme, rules } of views) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // The site follows the browser with a script. A page without the frame of the site supports both schemes by itself.
    await page.waitForFunction((scheme) => {
      const schemes = getComputedStyle(document.documentElement).colorScheme.split(' ');
      return schemes.length > 1 || schemes.includes('dark') === (scheme === 'dark');
    }, colorScheme);
    if (REVIEWED_WIDTHS.includes(viewport.width)) {
      await page.screenshot({ path: join(REPORTS, `${name}-${colorScheme}-${viewport.width}.png`) });
    }
    const violations = rules === 'none' ? [] : await findViolations(page, rules);
    problems.push(...violations.map((violation) => `${colorScheme} ${viewport.width} px: ${violation}`));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) problems.push(`${overflow} px too wide for ${viewport.width} px`);
  }
  await page.close();
  expect(problems).toEqual([]);
}

describe.each([
  { pages: FIRST_VIEWS, title: 'in two views', tags: [] },
  { pages: ALL_PAGES.map((address) => ({ address, views: ALL_VIEWS })), title: 'in every view', tags: ['long'] },
  {
    pages: referenceLinks.map((address) => ({
      address,
      views: ALL_VIEWS.map((view) => ({ ...view, rules: 'none' as const })),
    })),
    title: 'at a link to a section',
    tags: ['long'],
  },
])('a page $title', ({ pages, tags }) => {
  it.each(pages)(
    '$address is small, fits into the window, and has landmarks and no accessibility violation',
    { tags },
    ({ address, views }) => checkPage(address, views),
  );
});

describe('the pages of the reference', () => {
  it('fit into a window of 320 px', { tags: ['long'] }, async () => {
    const viewport = { width: 320, height: HEIGHT };
    const page = await windows.open(`${listPageHeads(contract)[0]?.address}.html`, {
      viewport,
      javaScriptEnabled: false,
    });
    const tooWide: string[] = [];
    for (const { address } of listPageHeads(contract)) {
      // They differ in their main text only.
      const html = readFileSync(join(DIST, `${address}.html`), 'utf8');
      const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
      const overflow = await page.evaluate((text) => {
        const element = document.querySelector('main');
        if (!element || !text) throw new Error('The page has no main text.');
        element.outerHTML = text;
        return document.documentElement.scrollWidth - window.innerWidth;
      }, main);
      if (overflow > 0) tooWide.push(`${address}: ${overflow} px`);
    }
    await page.close();
    expect(tooWide).toEqual([]);
  });
});

describe.each([
  { address: '/guides/paging.html', tags: [] },
  { address: '/reference.html', tags: ['long'] },
])('$address', ({ address, tags }) => {
  it('executes no injected script and connects to no other site', { tags }, async () => {
    const log: PageLog = { requests: [], errors: [] };
    const page = await windows.openEmpty({}, log);
    await page.goto(inject('site') + address);
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
    // Each once: a script of the page may try to evaluate a text, too.
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
