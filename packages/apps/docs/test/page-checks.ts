/** Checks that pages are small, fit their window, and are accessible. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { listContractOperations, readContract } from '../build/contract.ts';
import { guides } from '../site/.vitepress/guides.ts';
import { addAxe, findViolations } from './axe.ts';
import { REPORTS, settle, type Windows } from './browser.ts';

const contract = readContract();
const [operation] = listContractOperations(contract);
const [schema] = Object.keys(contract.components.schemas);
if (!operation || !schema) throw new Error('The contract has no operation or no schema.');

/** All operations and schemas on one page. */
export const COMPLETE_REFERENCE = '/reference.html';
/** The page of an operation, and the page of a schema. */
export const DETAIL_PAGES = [`/reference/${operation.operationId}.html`, `/reference/schemas/${schema}.html`];
const COVERAGE_PAGE = '/coverage.html';
/** All guides, and a page of every other kind. */
export const ALL_PAGES = [
  '/',
  ...guides.map(({ link }) => `${link}.html`),
  '/try.html',
  '/404.html',
  COVERAGE_PAGE,
  '/reference/schemas/',
  ...DETAIL_PAGES,
  COMPLETE_REFERENCE,
];
/** The first operation and schema, for links to sections of the complete reference. */
export const FIRST = { operation, schema };

/** Maximum size of a page and its resources except for screenshots, in bytes after gzip. */
const MAX_GUIDE_BYTES = 100 * 1024;
const MAX_REFERENCE_BYTES = 400 * 1024;

/** Maximum size of the screenshots that a page loads initially, in bytes. */
const MAX_SCREENSHOT_BYTES = 256 * 1024;

/** A window size and theme in which a page is checked. */
export interface View {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** The axe rules to check. Only the rules about colors depend on the theme. */
  rules: 'all' | 'colors' | 'none';
}

const HEIGHT = 1000;
/** A desktop in the light theme. */
export const LIGHT: View = { viewport: { width: 1440, height: HEIGHT }, colorScheme: 'light', rules: 'all' };
/** A phone in the dark theme. */
export const DARK: View = { viewport: { width: 320, height: HEIGHT }, colorScheme: 'dark', rules: 'all' };

/** The widths at which nightly tests take screenshots for review. */
const REVIEWED_WIDTHS = [320, 1440, 2560];
/** All widths in both themes. */
export const ALL_VIEWS = [320, 390, 768, 1024, 1440, 2560].flatMap((width): View[] => [
  { viewport: { width, height: HEIGHT }, colorScheme: 'light', rules: 'all' },
  { viewport: { width, height: HEIGHT }, colorScheme: 'dark', rules: 'colors' },
]);

/** Sections of the complete reference, and rows of the coverage page, which have similar structure. */
const REPEATED_PARTS = '.entry, .wide tbody tr';
/** One in this many is checked, because axe would take minutes for all. */
const PART_SAMPLE = 12;

/** The number of landmarks and main headings of a page. */
const STRUCTURE = { main: 1, banner: 1, contentinfo: 1, h1: 1 };

/** Counts the landmarks of a page by role, as assistive technology sees them. */
async function countLandmarks(page: Page): Promise<typeof STRUCTURE> {
  return {
    main: await page.getByRole('main').count(),
    banner: await page.getByRole('banner').count(),
    contentinfo: await page.getByRole('contentinfo').count(),
    h1: await page.getByRole('heading', { level: 1 }).count(),
  };
}

/**
 * Checks the size and structure of a page, then its accessibility and width in each view.
 *
 * @param options.takesScreenshots whether to write screenshots for review
 */
export async function checkPage(
  windows: Windows,
  url: string,
  views: readonly View[],
  { takesScreenshots = false } = {},
): Promise<void> {
  const page = await windows.openEmpty({ colorScheme: 'light', reducedMotion: 'reduce' });
  const bodies: Promise<Buffer>[] = [];
  const screenshots: Promise<Buffer>[] = [];
  page.on('response', (response) => (response.url().endsWith('.webp') ? screenshots : bodies).push(response.body()));
  await windows.goTo(page, url);
  // Waits for everything that the page loads when it's idle.
  await settle(page);
  const isReference = url.startsWith(COMPLETE_REFERENCE);
  const heading = page.locator('h1').first();
  await expect.poll(() => heading.innerText()).not.toBe('');
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThanOrEqual(isReference ? MAX_REFERENCE_BYTES : MAX_GUIDE_BYTES);
  const screenshotBytes = (await Promise.all(screenshots)).reduce((sum, body) => sum + body.length, 0);
  expect(screenshotBytes).toBeLessThanOrEqual(MAX_SCREENSHOT_BYTES);

  await page.locator(REPEATED_PARTS).evaluateAll((parts, oneIn) => {
    for (const [index, part] of parts.entries()) if (index % oneIn > 0) part.remove();
  }, PART_SAMPLE);
  // The coverage page doesn't have the frame of the site.
  if (url !== COVERAGE_PAGE) expect(await countLandmarks(page)).toEqual(STRUCTURE);
  await addAxe(page);
  const name = url === '/' ? 'home' : url.replaceAll(/^\/|\.html/g, '').replaceAll(/\W+/g, '-');
  const problems: string[] = [];
  for (const { viewport, colorScheme, rules } of views) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // A script applies the theme, except on the coverage page, which uses CSS.
    await page.waitForFunction((scheme) => {
      const schemes = getComputedStyle(document.documentElement).colorScheme.split(' ');
      return schemes.length > 1 || schemes.includes('dark') === (scheme === 'dark');
    }, colorScheme);
    if (takesScreenshots && REVIEWED_WIDTHS.includes(viewport.width)) {
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
