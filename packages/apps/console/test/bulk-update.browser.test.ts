/** @module-tag long */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './accessibility.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const tested = startConsole();
const generated = startConsole(() => startOnMock({ scenario: 'generated', rows: 250, seed: 'bulk' }));

it('labels and owners of selected objects are changed at once, and the list shows them', async () => {
  const page = await tested.signIn(tested.screen('/mcp-servers'));
  await page.getByRole('checkbox', { name: 'Select Customs Gateway' }).check();
  await page.getByRole('checkbox', { name: 'Select ERP Bridge' }).check();
  const bar = page.getByRole('region', { name: 'Selected MCP servers' });
  await bar.getByText('2 MCP servers selected').waitFor();

  await bar.getByRole('button', { name: 'Owners…' }).click();
  const owners = page.getByRole('dialog', { name: 'Owners of 2 MCP servers' });
  await owners.getByLabel(/^Owners/).fill('Platform team\nnoor.haddad@haldenfreight.example');
  await owners.getByRole('button', { name: 'Apply' }).click();
  await bar.getByText('Add owners, 2 MCP servers: 2 changed.').waitFor();
  await expect
    .poll(() =>
      page
        .locator('tbody')
        .getByText(/Platform team/)
        .count(),
    )
    .toBe(2);

  await bar.getByRole('button', { name: 'Labels…' }).click();
  const labels = page.getByRole('dialog', { name: 'Labels of 2 MCP servers' });
  await labels.getByLabel('Label', { exact: true }).fill('tier');
  await labels.getByLabel(/^Value/).fill('1');
  await labels.getByRole('button', { name: 'Apply' }).click();
  await bar.getByText('Set label tier, 2 MCP servers: 2 changed.').waitFor();

  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('link', { name: 'ERP Bridge' }).click();
  await page.getByLabel('Value of label tier').waitFor();
  expect(await page.getByLabel('Owner 2').inputValue()).toBe('Platform team');
});

it('owners of selected objects are only all removed after a warning, and an empty addition is not sent', async () => {
  const page = await tested.signIn(tested.screen('/mcp-servers'));
  await page.getByRole('checkbox', { name: 'Select ERP Bridge' }).check();
  await page.getByRole('button', { name: 'Owners…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Owners of 1 MCP server' });
  await dialog.getByLabel(/^Owners/).fill(' \n');
  expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Change').selectOption('Replace all owners');
  await dialog.getByText('This removes all owners of 1 MCP server.').waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Replace owners, 1 MCP server: 1 changed.').waitFor();
});

it('assets and locations have no labels and cannot be selected', async () => {
  const page = await tested.signIn(tested.screen('/assets'));
  await page.locator('tbody a').first().waitFor();
  expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
});

it('a change of selected objects can be undone', async () => {
  const page = await tested.signIn(tested.screen('/mcp-servers'));
  await page.getByRole('checkbox', { name: 'Select Customs Gateway' }).check();
  const row = page.getByRole('row').filter({ hasText: 'Customs Gateway' });
  const before = await row.textContent();
  await page.getByRole('button', { name: 'Owners…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Owners of 1 MCP server' });
  await dialog.getByLabel('Change').selectOption('Replace all owners');
  await dialog.getByLabel(/^Owners/).fill('Docks');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => row.textContent()).not.toBe(before);
  await page.getByRole('button', { name: 'Undo: Replace owners, 1 MCP server' }).click();
  await page.getByText('Undo: Replace owners, 1 MCP server: 1 changed.').waitFor();
  await expect.poll(() => row.textContent()).toBe(before);
});

it('all objects that match are selected and changed in batches, and what a failure left out is reported', async () => {
  const page = await generated.signIn(generated.screen('/models'));
  const all = page.getByRole('checkbox', { name: 'Select all loaded rows' });
  await all.check();
  expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await page.getByRole('button', { name: 'Select all 250 that match' }).click();
  await page.getByText('All 250 that match are selected.').waitFor();
  expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(false);
  expect(await violations(page)).toEqual([]);
  let batches = 0;
  await page.route(`${generated.api}/aispm-objects/**`, (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    batches += 1;
    return batches === 2 ? route.fulfill({ status: 403, body: '' }) : route.fallback();
  });
  await setLabel(page);
  await page.getByText('Set label tier, 250 models: 100 changed, 150 left out.').waitFor();
  await page.getByText(/^No further objects were changed/).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Undo: Set label tier, 250 models' }).click();
  await page.getByText('Undo: Set label tier, 250 models: 100 changed.').waitFor();
  await setLabel(page);
  await page.getByText('Set label tier, 250 models: 250 changed.').waitFor();
});

async function setLabel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Labels…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Labels of/ });
  await dialog.getByLabel('Label', { exact: true }).fill('tier');
  await dialog.getByLabel(/^Value/).fill('1');
  await dialog.getByRole('button', { name: 'Apply' }).click();
}
