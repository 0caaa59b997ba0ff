import { expect, it } from 'vitest';
import { enterKey, startConsole } from './console.ts';

const tested = startConsole();

it('leads from signing in to the source line of the worst issue with few keys', async () => {
  const page = await tested.open();
  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
  await page.getByLabel('API key').waitFor();
  await page.keyboard.type(tested.key);
  await page.keyboard.press('Enter');
  await page.getByText('Top issues').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByText('5 rows loaded').waitFor();
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
  await page.getByText('Open at its repository').waitFor();
  // The next key continues in the screen, not at its beginning.
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Locations');
});

it('returns from an issue to its row, and moves between rows from the one that is open', async () => {
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

it('begins at the field that signing in needs', async () => {
  const page = await tested.open();
  await page.getByLabel('API key').waitFor();
  expect(await page.getByLabel('API key').evaluate((element) => element === document.activeElement)).toBe(true);
  await enterKey(page, tested.key);
  await page.getByText('Top issues').waitFor();
});
