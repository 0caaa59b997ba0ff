/** @module-tag long */
import { expect, it } from 'vitest';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { addScanBetween, COMPARED_TARGET } from './seeded-scan.ts';

const tested = startConsole(() => startOnMock({ seed: addScanBetween }));

it('comparing two scans of a target shows what only one of them found', async () => {
  const page = await tested.signIn(tested.screen('/scans'));
  await page.getByRole('link', { name: COMPARED_TARGET }).first().click();
  await page.getByRole('link', { name: 'Compare with another scan' }).click();
  await page.getByRole('heading', { name: 'Difference between two scans' }).waitFor();
  const found = page.getByRole('region', { name: 'New occurrences' });
  await found.getByRole('heading', { name: 'New occurrences: 1' }).waitFor();
  await page.getByRole('heading', { name: 'Added objects: 1' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Removed objects: 0' }).count()).toBe(1);
  await found.locator('summary').click();
  await found.getByRole('link').first().click();
  await page.getByRole('article', { name: 'Issue' }).waitFor();
  await page.goBack();
  const choice = page.getByLabel('From');
  await choice.selectOption({ index: (await choice.locator('option').count()) - 1 });
  await page.getByText('Both scans found the same objects and occurrences.').waitFor();
});
