import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  it('the first screen has the complete method and path', async () => {
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

describe('an operation without JavaScript', () => {
  it('shows samples in each language, errors, and the menu', async () => {
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
  it('loads completely when a reader comes from another page, and again with Back and Forward', async () => {
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

  it('copies its Markdown', async () => {
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
  itLoadsNothingElse([]);
});
