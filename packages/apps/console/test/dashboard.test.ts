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

it('lets the chart take the height beside a long list of issues', async () => {
  const page = await crowded.visit();
  // So narrow that names of rules need two lines.
  await page.setViewportSize({ width: 1040, height: 900 });
  await page.getByRole('region', { name: 'Top issues' }).getByRole('row').nth(10).waitFor();
  const end = async (element: Locator) => {
    const box = await element.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  const chart = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
  // Above the scans, which end with the issues.
  expect(await end(page.getByRole('region', { name: 'Scans' }))).toBe(
    await end(page.getByRole('region', { name: 'Top issues' })),
  );
  expect((await end(chart)) - (await end(chart.getByRole('button')))).toBeLessThan(24);
});
