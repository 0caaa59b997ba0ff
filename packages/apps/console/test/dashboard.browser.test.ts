/** @module-tag long */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const tested = startConsole();
const crowded = startConsole(() => startOnMock({ scenario: 'generated', rows: 60, seed: 'dashboard' }));

it('the dashboard shows its histogram as a table', async () => {
  const page = await tested.signIn();
  const panel = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect.poll(() => panel.getByRole('row').count()).toBe(31);
});

it('the panels of the dashboard have the same height, with few or many issues', async () => {
  for (const [console, rows] of [
    [tested, 3],
    [crowded, 10],
  ] as const) {
    const page = await console.visit();
    // Narrow enough for rule names to wrap.
    await page.setViewportSize({ width: 1040, height: 900 });
    const issues = page.getByRole('region', { name: 'Top issues' });
    await issues.getByRole('row').nth(rows).waitFor();
    const end = async (element: Locator) => {
      const box = await element.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    const chart = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
    // The scans are below the issues, and end with the chart.
    expect(await end(page.getByRole('region', { name: 'Scans' }))).toBe(await end(chart));
    expect((await end(chart)) - (await end(chart.getByRole('button'))), `below the chart, ${rows} issues`).toBeLessThan(
      24,
    );
    expect((await end(issues)) - (await end(issues.getByRole('table'))), `below ${rows} issues`).toBeLessThan(100);
  }
});

it('the dashboard explains what its numbers count', async () => {
  const page = await tested.visit();
  const inventory = page.getByRole('list', { name: 'Inventory' });
  // All cards have the same labels. A note below explains the counts of assets.
  expect(await inventory.getByText('own').count()).toBe(0);
  await page.getByText('Assets include the issues of the agents, models, tools and MCP servers they').waitFor();
  const scans = page.getByRole('region', { name: 'Scans' });
  expect(await scans.getByRole('listitem').allTextContents()).toEqual([
    '4 targets scanned',
    '4 of 4 scans found AI objects',
  ]);
});
