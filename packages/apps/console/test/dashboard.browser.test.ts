/** @module-tag long */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const tested = startConsole();
const crowded = startConsole(() => startOnMock({ scenario: 'generated', rows: 60, seed: 'dashboard' }));

it('shows the histogram as a table with the same numbers', async () => {
  const page = await tested.signIn();
  const panel = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect.poll(() => panel.getByRole('row').count()).toBe(31);
});

it('fills the height of the screen, whether there are few issues or many', async () => {
  for (const [console, rows] of [
    [tested, 3],
    [crowded, 10],
  ] as const) {
    const page = await console.visit();
    // So narrow that names of rules need two lines.
    await page.setViewportSize({ width: 1040, height: 900 });
    const issues = page.getByRole('region', { name: 'Top issues' });
    await issues.getByRole('row').nth(rows).waitFor();
    const end = async (element: Locator) => {
      const box = await element.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    const chart = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
    // Below the issues, and ends with the chart.
    expect(await end(page.getByRole('region', { name: 'Scans' }))).toBe(await end(chart));
    expect((await end(chart)) - (await end(chart.getByRole('button'))), `below the chart, ${rows} issues`).toBeLessThan(
      24,
    );
    expect((await end(issues)) - (await end(issues.getByRole('table'))), `below ${rows} issues`).toBeLessThan(100);
  }
});

it('explains what its numbers count', async () => {
  const page = await tested.visit();
  const inventory = page.getByRole('list', { name: 'Inventory' });
  // The same words on each card: what is different about assets stands below them.
  expect(await inventory.getByText('own').count()).toBe(0);
  await page.getByText('assets have those of the agents, models, tools and MCP servers inside them').waitFor();
  const scans = page.getByRole('region', { name: 'Scans' });
  expect(await scans.getByRole('listitem').allTextContents()).toEqual([
    '4 targets scanned',
    '4 of 4 scans found AI objects',
  ]);
});
