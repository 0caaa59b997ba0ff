/**
 * Numbers outside of the dashboard link to the list of what they count, if the contract has that list.
 *
 * @module-tag long
 */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const RUN = '/runs/01a1bf52-3e8e-76bb-a774-fe45d04de057';
const SCAN = '/scans/01a1ed3d-9da4-73a0-bb8a-b420916f0a55';

const tested = startConsole();

/** Follows a link that contains a number, and expects the same number of rows. */
async function expectSameCount(link: Locator, rowsOf: (page: ReturnType<Locator['page']>) => Locator): Promise<void> {
  const expected = Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
  const page = link.page();
  await link.click();
  await expect.poll(() => rowsOf(page).count()).toBe(expected);
}

const tableRows = (page: ReturnType<Locator['page']>) => page.locator('tbody tr[aria-rowindex]');

it('the number of occurrences of a scan links to them', async () => {
  const page = await tested.visit(tested.screen(SCAN));
  const link = page.getByRole('link', { name: '3 occurrences' });
  await expectSameCount(link, tableRows);
  expect(new URL(page.url()).search).toBe('?result_kind=issue');
});

it.each([
  { list: '/mcp-servers', name: 'Customs Gateway', label: 'Issues' },
  { list: '/mcp-servers', name: 'Customs Gateway', label: 'Tools' },
  { list: '/models', name: 'all-MiniLM-L6-v2', label: 'Issues' },
  { list: '/assets', name: 'customs-desk', label: 'Issues' },
])('the number of $label of "$name" links to their list', async ({ list, name, label }) => {
  const page = await tested.visit(tested.screen(list));
  await page.getByRole('link', { name, exact: true }).click();
  const property = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await expectSameCount(property.getByRole('link'), tableRows);
});

it('the numbers of an evaluation run link to its results', async () => {
  const page = await tested.visit(tested.screen(RUN));
  const results = page.locator('details[data-status]');
  await results.first().waitFor();
  await expectSameCount(page.getByRole('link', { name: '94 of 120 passed' }), () =>
    page.locator('details[data-status=passed]'),
  );
  await expect.poll(() => page.locator('details[data-status]:not([data-status=passed])').count()).toBe(0);
  for (const [column, status] of [
    ['Passed', 'passed'],
    ['Failed', 'failed'],
    ['Errored', 'errored'],
  ] as const) {
    await page.getByRole('link', { name: 'Prompt injection through customs papers' }).click();
    const table = page.getByRole('table', { name: 'Recent runs' });
    const row = table.getByRole('row').filter({ has: page.getByRole('cell', { name: '0.81', exact: true }) });
    await row.waitFor();
    const columns = await table.getByRole('columnheader').allInnerTexts();
    await row.locator('th, td').nth(columns.indexOf(column)).getByRole('link').click();
    await page.locator(`details[data-status=${status}]`).first().waitFor();
    expect(new URL(page.url()).search).toBe(`?status=${status}`);
  }
});
