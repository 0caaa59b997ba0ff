/**
 * Keys that can only read see the actions of each screen, and why they're disabled.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest';
import { ANY_KEY, startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const WORKSPACES = { 'halden-freight': ['production'] };
const tested = startConsole(() => startOnMock({ tokens: { [ANY_KEY]: { access: 'read', workspaces: WORKSPACES } } }));

it.each([
  { path: '/rules/mcp-server-without-auth', buttons: ['Switch off…', 'Change severity…'] },
  {
    path: '/issues/019fef6a-7af5-79be-9830-d8be3ddddfa3',
    buttons: ['Start work', 'Suppress issue…', 'Assign…', 'Suppress occurrence…', 'Assign occurrence…'],
    opens: 'Triage this occurrence',
  },
  {
    path: '/issues',
    buttons: ['Start work', 'Suppress…', 'Assign…'],
    selects: 'Select MCP server without authentication',
  },
  { path: '/mcp-servers', buttons: ['Labels…', 'Owners…'], selects: 'Select ERP Bridge' },
  { path: '/agents/019fef6a-160a-7a7f-8d0a-5aa0d4a8142a', buttons: ['Save owners and labels'] },
])('a read-only key cannot make the changes of "$path", which says why', async ({ path, buttons, opens, selects }) => {
  const page = await tested.visit(tested.screen(path));
  if (selects !== undefined) await page.getByRole('checkbox', { name: selects }).check();
  if (opens !== undefined) await page.getByText(opens).click();
  await page.getByText('Your API key can only read.').first().waitFor();
  for (const name of buttons) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
    await button.waitFor();
    expect(await button.isDisabled(), name).toBe(true);
  }
  // Neither do keys open a dialog.
  for (const key of ['e', 's', 'a']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
