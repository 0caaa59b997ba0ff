import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../coverage/ledger.ts';
import { coveragePage } from '../coverage/page.ts';

const ledger = openLedger([
  { operation: 'getThing', statuses: new Map([[200, ['first']]]), requests: [] },
  { operation: 'makeThing', statuses: new Map([[201, ['made']]]), requests: ['plain'] },
]);
ledger.rows[0]?.cells[0]?.entries.push({ name: 'first', fault: undefined });
ledger.rows[0]?.refusals.push({ name: 'path/id is <empty>', fault: undefined });
ledger.rows[1]?.cells[0]?.entries.push({ name: 'made', fault: '/name must be string' });
const html = coveragePage(ledger, { version: '1.0.0', digest: 'abcdef0123456789' });

let browser: Browser;

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH.`);
  }
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

async function open(colorScheme: 'light' | 'dark'): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ colorScheme });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html.replaceAll('<details', '<details open'));
  return { page, requests };
}

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  test('axe finds nothing', async () => {
    const { page } = await open(scheme);
    await page.evaluate((await import('axe-core')).default.source);
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]))',
    );
    expect(found).toEqual([]);
  });

  test('the page asks for nothing', async () => {
    expect((await open(scheme)).requests).toEqual([]);
  });
});

test('light and dark differ', async () => {
  const colors = await Promise.all(
    (['light', 'dark'] as const).map(async (scheme) =>
      (await open(scheme)).page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    ),
  );
  expect(new Set(colors).size).toBe(2);
});

test('a fault is told in its cell and below', async () => {
  const { page } = await open('light');
  expect(await page.getByRole('row', { name: 'makeThing' }).textContent()).toContain('✗');
  expect(await page.locator('li.bad').textContent()).toContain('/name must be string');
});
