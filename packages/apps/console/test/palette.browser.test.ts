/** @module-tag long */
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('the command palette opens screens, objects, issues and the issues of a rule by keyboard', async () => {
  const page = await tested.signIn();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const open = async (text: string, option: string, group: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(text);
    const target = page.getByRole('group', { name: group }).getByRole('option', { name: option });
    await target.waitFor();
    for (let step = 0; step < 20 && (await target.getAttribute('data-active-item')) === null; step++) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'hidden' });
  };
  await open('scan', 'Scans', 'Screens');
  await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor();
  await open('DESK customs', 'Customs Desk', 'Agents');
  await page.getByRole('heading', { name: 'Customs Desk', level: 1 }).waitFor();
  await open('without auth', 'MCP server without authentication', 'Issues');
  await page.getByRole('article', { name: 'Issue' }).getByText('mcp.json:3').waitFor();
  await open('without auth', 'MCP server without authentication', 'Rules');
  await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.has('rule_id')).toBe(true);
});

it('the command palette keeps what the user types while it loads', async () => {
  const page = await tested.openSignedIn(tested.screen());
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/palette-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
  await page.keyboard.type('Customs D');
  release();
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.waitFor();
  await page.keyboard.type('esk');
  await page.getByRole('option', { name: 'Customs Desk' }).waitFor();
  expect(await field.inputValue()).toBe('Customs Desk');
});
