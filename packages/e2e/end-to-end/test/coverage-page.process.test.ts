import { createCoverage } from '@aispm/contract-tests/coverage/coverage';
import { renderPage } from '@aispm/contract-tests/coverage/page';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const coverage = createCoverage([
  { operation: 'getNode', statuses: new Map([[200, ['first']]]), requests: [] },
  { operation: 'createNode', statuses: new Map([[201, ['created']]]), requests: ['plain'] },
]);
coverage.rows[0]?.cells[0]?.entries.push({ name: 'first', failure: undefined });
coverage.rows[0]?.rejections.push({ name: 'path/id is <empty>', failure: undefined });
coverage.rows[1]?.cells[0]?.entries.push({ name: 'created', failure: '/name must be string' });
const html = renderPage(coverage, { version: '1.0.0', digest: 'abcdef0123456789' });

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser?.close());

async function open(colorScheme: 'light' | 'dark'): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ colorScheme });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html.replaceAll('<details', '<details open'));
  return { page, requests };
}

describe.each(['light', 'dark'] as const)('the page in %s colors', (scheme) => {
  it('has no accessibility violations', async () => {
    const { page } = await open(scheme);
    await page.evaluate((await import('axe-core')).default.source);
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]))',
    );
    expect(found).toEqual([]);
  });

  it('sends no requests', async () => {
    expect((await open(scheme)).requests).toEqual([]);
  });
});

describe('the page', () => {
  it('has different colors when the browser prefers dark ones', async () => {
    const colors = await Promise.all(
      (['light', 'dark'] as const).map(async (scheme) =>
        (await open(scheme)).page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      ),
    );
    expect(new Set(colors).size).toBe(2);
  });

  it('shows a failure in its cell and in the list of tests', async () => {
    const { page } = await open('light');
    expect(await page.getByRole('row', { name: 'createNode' }).textContent()).toContain('✗');
    expect(await page.locator('li.bad').textContent()).toContain('/name must be string');
  });
});
