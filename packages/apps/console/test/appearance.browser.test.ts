/**
 * Details that are easily clipped, broken or misaligned.
 *
 * @module-tag long
 */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { horizontalScrolls, overflow } from './accessibility.ts';
import { startConsole } from './console.ts';

const EVALUATION = '/evaluations/01a10b06-1bfa-7596-b4b3-9f0db0fdfac1';
const NARROW = { width: 360, height: 900 };

const tested = startConsole();

const left = async (element: Locator) => (await element.boundingBox())?.x;

it.each([
  { path: EVALUATION, asks: 'Detach…', confirms: /^Detach Prompt/ },
  { path: '/views/01a0f6e8-15e2-7287-8b3b-3a3a4b2d2d31', asks: 'Delete view…', confirms: /^Delete Critical/ },
  { path: '/webhooks', asks: 'Delete Ticket desk', confirms: /^Delete Ticket desk$/ },
  { path: '/settings', asks: 'Revoke Nightly code scan', confirms: /^Revoke Nightly code scan$/ },
])('"$asks" asks for confirmation without clipping in a narrow window', async ({ path, asks, confirms }) => {
  const page = await tested.visit(tested.screen(path));
  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: asks }).click();
  const button = page.getByRole('button', { name: confirms });
  const cancel = page.getByRole('button', { name: 'Cancel' });
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(NARROW.width);
  expect(await button.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const below = ((await cancel.boundingBox())?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
  const nextTo = ((await cancel.boundingBox())?.x ?? 0) - ((box?.x ?? 0) + (box?.width ?? 0));
  expect(Math.max(below, nextTo)).toBeGreaterThanOrEqual(8);
  expect(await overflow(page)).toBe(0);
  await cancel.click();
});

it('the buttons of an evaluation wrap to the same left edge in a narrow window', async () => {
  const page = await tested.visit(tested.screen(EVALUATION));
  await page.setViewportSize(NARROW);
  expect(await left(page.getByRole('button', { name: 'Detach…' }))).toBe(
    await left(page.getByRole('button', { name: 'Run now' })),
  );
});

it("tables in a narrow window don't break words and times", async () => {
  const page = await tested.visit(tested.screen('/mcp-servers'));
  await page.getByRole('link', { name: 'Customs Gateway' }).click();
  await page.setViewportSize(NARROW);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByText('Occurrence found').waitFor();
  const cells = page.getByRole('table', { name: 'Changes' }).locator('tbody > tr').first().locator('th, td');
  const lines = await cells.evaluateAll((elements) =>
    elements.slice(0, 2).map((element) => {
      const content = document.createRange();
      content.selectNodeContents(element);
      return new Set([...content.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  // "3 months ago" and "Occurrence found".
  expect(lines[0]).toBe(1);
  expect(lines[1]).toBeLessThanOrEqual(2);
  expect(await horizontalScrolls(page)).toEqual([]);
});

it('the download button is aligned with its table cell', async () => {
  const page = await tested.visit(tested.screen('/views/01a0f6e8-15e2-7287-8b3b-3a3a4b2d2d31'));
  const download = page.getByRole('button', { name: 'Download CSV' });
  const [cell] = [download.locator('xpath=ancestor::td')];
  const padding = await cell.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
  expect(await download.evaluate((element) => getComputedStyle(element).borderColor)).not.toBe('rgba(0, 0, 0, 0)');
  expect(((await left(download)) ?? 0) - ((await left(cell)) ?? 0)).toBe(padding);
});

it('the details of an API key have enough space next to its button', async () => {
  const page = await tested.visit(tested.screen('/settings'));
  const key = page.getByRole('listitem').filter({ hasText: 'Nightly code scan' });
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const text = key.getByText('last used');
    await text.waitFor();
    expect((await text.boundingBox())?.width, `${width} px`).toBeGreaterThan(160);
  }
});

it('the suppression dialog has the same heading size in the list and in an issue', async () => {
  const sizeIn = async (path: string, open: () => Promise<void>) => {
    await tested.visit(tested.screen(path));
    await open();
    const heading = page.getByRole('dialog').getByRole('heading');
    const size = await heading.evaluate((element) => getComputedStyle(element).fontSize);
    await page.getByRole('button', { name: 'Cancel' }).click();
    return size;
  };
  const page = await tested.visit(tested.screen('/issues'));
  const inList = await sizeIn('/issues', async () => {
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Suppress…' }).click();
  });
  const ofIssue = await sizeIn('/issues/019fef6a-7af5-79be-9830-d8be3ddddfa3', () =>
    page.getByRole('button', { name: 'Suppress issue…' }).click(),
  );
  expect(ofIssue).toBe(inList);
});

it('the occurrences of an object are sorted by descending severity', async () => {
  const page = await tested.visit(tested.screen('/mcp-servers'));
  await page.getByRole('link', { name: 'Customs Gateway' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Issues', exact: true }).click();
  const heading = page.getByRole('table', { name: 'Occurrences' }).getByRole('columnheader', { name: 'Severity' });
  await heading.waitFor();
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
});
