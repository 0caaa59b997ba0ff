/**
 * How pages use the window: diagrams, code and paths.
 *
 * @module-tag long
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { connectBrowser } from './browser.ts';

const { windows } = connectBrowser();

/** Minimum height of readable labels in a diagram, in pixels. */
const MIN_LETTER_HEIGHT = 8;

/** Counts the visible diagrams in each frame, and returns labels that are too small or outside of the window. */
function inspectDiagrams(page: Page): Promise<{ pictures: number[]; unreadable: string[] }> {
  return page.evaluate((minHeight) => {
    const frames = [...document.querySelectorAll('.diagram-frame')];
    const shown = frames.map((frame) =>
      [...frame.querySelectorAll<SVGSVGElement>('svg')].filter((picture) => picture.checkVisibility()),
    );
    const unreadable = shown.flat().flatMap((picture) =>
      [...picture.querySelectorAll('text')].filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
        const isSmall = Number.parseFloat(text.getAttribute('font-size') ?? '0') * scale < minHeight;
        return isSmall || left < 0 || right > innerWidth;
      }),
    );
    return {
      pictures: shown.map(({ length }) => length),
      unreadable: unreadable.map(({ textContent }) => textContent ?? ''),
    };
  }, MIN_LETTER_HEIGHT);
}

/** Returns the lines of an element's wrapped text. */
function readLines(element: Locator): Promise<string[]> {
  return element.evaluate((code) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const lines: string[] = [];
    let lastTop = Number.NEGATIVE_INFINITY;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const [index, letter] of [...(node.nodeValue ?? '')].entries()) {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { top } = range.getBoundingClientRect();
        if (top > lastTop + 2) lines.push('');
        lastTop = top;
        lines.push(`${lines.pop()}${letter}`);
      }
    }
    return lines;
  });
}

describe('a diagram', () => {
  it.each([
    { url: '/guides/architecture.html', pictures: [1, 1] },
    { url: '/guides/object-graph.html', pictures: [1] },
    { url: '/guides/evaluation-runs.html', pictures: [1] },
  ])('in $url is readable at every window width', async ({ url, pictures }) => {
    const page = await windows.open(url);
    for (const width of [320, 390, 640, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await inspectDiagrams(page), `${width} px`).toEqual({ pictures, unreadable: [] });
    }
    await page.close();
  });
});

describe('a guide', () => {
  it('fits 80 letters of code in a window of 1440 px', async () => {
    const page = await windows.open('/guides/quick-start.html', { viewport: { width: 1440, height: 900 } });
    const space = await page
      .locator('.vp-doc pre')
      .first()
      .evaluate((block) => {
        const code = block.querySelector('code') ?? block;
        code.textContent = 'm'.repeat(80);
        return block.clientWidth - block.scrollWidth;
      });
    expect(space).toBe(0);
    await page.close();
  });

  it('has wider code and tables than text in a large window', async () => {
    const page = await windows.open('/guides/errors.html', { viewport: { width: 2560, height: 1300 } });
    const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width;
    expect(await widthOf('.vp-doc div[class*="language-"]')).toBeGreaterThan(900);
    expect(await widthOf('.vp-doc p:not(.page-actions)')).toBeLessThan(800);
    await page.close();
  });
});

describe('the path of an operation', () => {
  it.each(['/reference/submitScan.html', '/try.html#submitScan'])(
    'on %s only wraps after a slash in a window of 320 px',
    async (url) => {
      const page = await windows.openEmpty({ viewport: { width: 320, height: 900 } });
      await page.goto(inject('siteWithMock') + url);
      const path = page.locator('.endpoint code').first();
      await path.waitFor();
      const lines = await readLines(path);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.slice(0, -1).filter((line) => !line.endsWith('/'))).toEqual([]);
      await page.close();
    },
  );
});

describe('a name in a table', () => {
  it('only wraps between its parts in a window of 320 px', async () => {
    const page = await windows.open('/guides/production.html', { viewport: { width: 320, height: 900 } });
    const names = await page.locator('td:first-child code').all();
    const lines = await Promise.all(names.map(readLines));
    expect(lines.filter(({ length }) => length > 1)).not.toEqual([]);
    expect(lines.flatMap((parts) => parts.slice(0, -1)).filter((line) => !line.endsWith('_'))).toEqual([]);
    await page.close();
  });
});

describe('the menu of "Try it"', () => {
  it('has the links of the reference', async () => {
    const page = await windows.open('/try.html');
    const links = page.locator('.VPSidebar').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['On one page', 'Redoc', 'Schemas', 'Try it']);
    await page.close();
  });
});
