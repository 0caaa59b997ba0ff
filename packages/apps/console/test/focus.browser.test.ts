/** @module-tag long */
import { expect, it } from 'vitest';
import { enterKey, holdRequests, startConsole } from './console.ts';

const tested = startConsole();

it('few key presses open the source line of the worst issue after signing in', async () => {
  const page = await tested.open();
  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
  await page.getByLabel('API key').waitFor();
  await page.keyboard.type(tested.key);
  await page.keyboard.press('Enter');
  await page.getByText('Top issues').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByText('All 5 rows').waitFor();
  await page.keyboard.press('j');
  await expect.poll(focused).toBe('MCP server without authentication');
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: 'mcp.json:3' });
  await link.waitFor();
  const isFocused = () => link.evaluate((element) => element === document.activeElement);
  let count = 0;
  for (; count < 10 && !(await isFocused()); count += 1) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Open in repository').waitFor();
  // Tab continues in the content instead of starting over.
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Locations');
});

it('closing an issue focuses its row, and "j" moves on from the open row', async () => {
  const page = await tested.visit(tested.screen('/issues'));
  const row = (name: string) => page.getByRole('table', { name: 'Issues' }).getByRole('link', { name });
  const isFocused = (name: string) => row(name).evaluate((element) => element === document.activeElement);
  await row('Secret in the environment of an MCP server').press('Enter');
  await page.getByRole('article', { name: 'Issue' }).getByText('Occurrences').waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => isFocused('Destructive tool without an output guardrail')).toBe(true);
  await page.getByRole('link', { name: 'Close' }).press('Enter');
  await expect.poll(() => isFocused('Secret in the environment of an MCP server')).toBe(true);
});

it('the sign-in form focuses the key field', async () => {
  const page = await tested.open();
  await page.getByLabel('API key').waitFor();
  expect(await page.getByLabel('API key').evaluate((element) => element === document.activeElement)).toBe(true);
  await enterKey(page, tested.key);
  await page.getByText('Top issues').waitFor();
});

it('a list focuses the row chosen by keyboard while it was loading', async () => {
  const page = await tested.signIn(tested.screen('/agents'));
  await page.getByRole('table', { name: 'Agents' }).waitFor();
  const release = await holdRequests(page, '**/issues/tenants/**');
  await page.getByRole('link', { name: 'Issues', exact: true }).click();
  await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  release();
  const rows = page.getByRole('table', { name: 'Issues' }).getByRole('row');
  const second = rows.nth(2).getByRole('link');
  await second.waitFor();
  expect(await second.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('a list only counts its loaded rows once they are shown', async () => {
  const page = await tested.signIn();
  await page.getByText('Top issues').waitFor();
  const release = await holdRequests(page, '**/client-storage/**');
  const response = page.waitForResponse('**/issues/tenants/**&page_size=100');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await (await response).finished();
  await page.getByRole('button', { name: 'Filters' }).waitFor();
  const footer = page.getByText('All 5 rows');
  expect(await footer.count()).toBe(0);
  release();
  await footer.waitFor();
  expect(await page.getByRole('table', { name: 'Issues' }).getByRole('row').count()).toBe(6);
});
