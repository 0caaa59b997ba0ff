/** @module-tag long */
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

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
