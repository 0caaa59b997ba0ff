import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SAMPLE_LANGUAGES } from '../build/code-samples.ts';
import { listContractOperations, readContract } from '../build/contract.ts';
import { connectBrowser, REPORTS } from './browser.ts';

const dist = join(import.meta.dirname, '../dist');
const operations = listContractOperations(readContract());
const { windows, itLoadsNothingElse } = connectBrowser();

describe.each([
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
])('without JavaScript at $width px', (viewport) => {
  it('an operation shows its complete method and path on the first screen', { tags: ['long'] }, async () => {
    const longest = operations.toSorted((a, b) => b.path.length - a.path.length)[0];
    if (!longest) throw new Error('The contract has no operation.');
    const page = await windows.open(`/reference/${longest.operationId}.html`, { viewport, javaScriptEnabled: false });
    const endpoint = page.locator('.endpoint');
    const box = await endpoint.boundingBox();
    const code = await endpoint.locator('code').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(viewport.height);
    expect((code?.x ?? 0) + (code?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(viewport.width);
    expect(await endpoint.innerText()).toContain(longest.path);
    await page.close();
  });
});

describe('the sample of an operation and its response', () => {
  const PAGE = '/reference/updateIssue.html';

  /** Reads the positions of the parts of the page. */
  async function readBoxes(page: Page) {
    const edgesOf = async (selector: string) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
      return { left: x, right: x + width, top: y, bottom: y + height };
    };
    return {
      text: await edgesOf('.operation > div:last-child'),
      example: await edgesOf('.example'),
      contents: await edgesOf('.VPLocalNav'),
    };
  }

  it.each([
    { width: 1200, height: 800 },
    { width: 1440, height: 900 },
    { width: 2560, height: 1300 },
  ])('stay in view next to the text at $width px', async ({ width, height }) => {
    const page = await windows.open(PAGE, { viewport: { width, height }, javaScriptEnabled: false });
    // Far enough that the heading is out of view.
    await page.evaluate(() => scrollTo(0, 1500));
    const { text, example, contents } = await readBoxes(page);
    expect(example.left).toBeGreaterThanOrEqual(text.right + 16);
    expect(contents.bottom).toBeGreaterThan(64);
    expect(example.top).toBeGreaterThanOrEqual(contents.bottom);
    expect(example.bottom).toBeLessThanOrEqual(height);
    expect(await page.locator('.VPDoc .aside').isVisible()).toBe(false);
    const blocks = page.locator('.example pre').filter({ visible: true });
    expect(await blocks.count()).toBe(2);
    await page.close();
  });

  it('are part of the text in narrow windows and when printed', async () => {
    const page = await windows.open(PAGE, { viewport: { width: 1199, height: 800 } });
    const isAbove = async () => {
      const { text, example } = await readBoxes(page);
      return example.bottom <= text.top && Math.abs(example.left - text.left) < 1;
    };
    expect(await isAbove()).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(isAbove).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(isAbove).toBe(true);
    const [sample] = await page.locator('.example pre').all();
    expect(await sample?.evaluate((block) => block.scrollHeight - block.clientHeight)).toBe(0);
    await page.close();
  });

  it('scroll by keyboard', async () => {
    const page = await windows.open(PAGE, { viewport: { width: 1440, height: 700 } });
    const response = page.locator('.example > div pre');
    await response.focus();
    await page.keyboard.press('End');
    await expect.poll(() => response.evaluate((block) => block.scrollTop)).toBeGreaterThan(0);
    await page.close();
  });
});

describe('an operation without JavaScript', () => {
  it('shows samples in all languages, errors, and the menu', async () => {
    const page = await windows.open('/reference/getAgent.html', { javaScriptEnabled: false });
    for (const [index, { label }] of SAMPLE_LANGUAGES.entries()) {
      await page.locator('.samples label', { hasText: label }).click();
      const shown = page.locator('.samples > div').filter({ visible: true });
      expect(await shown.count()).toBe(1);
      expect(await page.locator('.samples > div').nth(index).isVisible()).toBe(true);
    }
    await page.locator('#getAgent-404 > summary').click();
    await page.locator('#getAgent-404 pre', { hasText: 'not_found' }).waitFor();
    await page.locator('.reference-menu summary', { hasText: 'Rules' }).click();
    await page.getByRole('link', { name: 'List rules' }).click();
    expect(await page.locator('h1').innerText()).toContain('List rules');
    await page.screenshot({ path: join(REPORTS, 'operation-without-script.png') });
    await page.close();
  });
});

describe('a page of the reference', () => {
  it('loads from a link on another page, and with Back and Forward', {
    tags: ['long'],
  }, async () => {
    const page = await windows.open('/guides/paging.html');
    await page.getByRole('link', { name: 'Reference' }).first().waitFor();
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/reference/listRules.html';
      document.querySelector('main')?.append(link);
      link.click();
    });
    await page.locator('.endpoint').waitFor();
    await page.locator('.reference-menu a[href$="/getRule.html"]').click();
    await expect.poll(() => page.locator('h1').innerText()).toContain('Get a rule');
    await page.goBack();
    await expect.poll(() => page.locator('h1').innerText()).toContain('List rules');
    await page.goForward();
    await expect.poll(() => page.locator('h1').innerText()).toContain('Get a rule');
    await page.close();
  });

  it('copies its Markdown', { tags: ['long'] }, async () => {
    const page = await windows.open('/reference/getAgent.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    const button = page.getByRole('button', { name: 'Copy as Markdown' });
    await expect
      .poll(async () => {
        await button.click();
        return page.evaluate(() => navigator.clipboard.readText()).catch(() => '');
      })
      .toBe(readFileSync(join(dist, 'operations/getAgent.md'), 'utf8'));
    await page.close();
  });
});

describe('the opened pages', () => {
  itLoadsNothingElse();
});
