/**
 * Printed pages.
 *
 * @module-tag long
 */
import { sampleByHash } from '@aispm/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectBrowser } from './browser.ts';

const { windows } = connectBrowser();

/** The size of A4 at 96 pixels per inch. */
const A4 = { width: 794, height: 1123 };

const PAGES = [
  '/guides/quick-start.html',
  '/reference/getAgent.html',
  '/',
  '/guides/architecture.html',
  '/guides/error-reasons.html',
  '/reference/schemas/Agent.html',
];

/** Opens a page in the dark theme, and emulates printing. */
async function openPrinted(url: string): Promise<Page> {
  const page = await windows.open(url, { viewport: A4, colorScheme: 'dark' });
  await page.locator('h1').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  return page;
}

/** Returns the start of text that is too light for white paper. */
function findLightTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim();
      if (!text || !element?.checkVisibility() || element.closest('script, style')) continue;
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number);
      // Half the luminance of white: a contrast of about 4.5.
      if (0.21 * red + 0.72 * green + 0.07 * blue > 128) found.push(text.slice(0, 40));
    }
    return found;
  });
}

describe.each(sampleByHash(PAGES, (url) => url, 3))('%s', (url) => {
  it('prints dark text within the width of the paper, even in the dark theme', async () => {
    const page = await openPrinted(url);
    // Polls because of color transitions.
    await expect.poll(() => findLightTexts(page)).toEqual([]);
    const wide = await page.locator('main *').evaluateAll((elements, width) => {
      const isWide = (element: Element) =>
        element.checkVisibility() && element.getBoundingClientRect().right > width + 1;
      return elements.filter(isWide).map(({ outerHTML }) => outerHTML.slice(0, 120));
    }, A4.width);
    expect(wide).toEqual([]);
    await page.close();
  });
});

describe('a guide', () => {
  it('prints without navigation', async () => {
    const page = await openPrinted('/guides/paging.html');
    for (const part of ['.VPNav', '.VPSidebar', '.page-actions', '.VPDocFooter', '.VPDoc .aside']) {
      expect(await page.locator(part).isVisible(), part).toBe(false);
    }
    expect(await page.getByRole('heading', { name: 'Paging', level: 1 }).isVisible()).toBe(true);
    await page.close();
  });
});

describe('the page of an operation', () => {
  it('prints all samples with their languages', async () => {
    const page = await openPrinted('/reference/getAgent.html');
    const languages = page.locator('.samples span.lang').filter({ visible: true });
    expect(await languages.allInnerTexts()).toEqual(['typescript', 'shell', 'python', 'javascript', 'tsx']);
    await page.close();
  });
});
