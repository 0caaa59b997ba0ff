/** @module-tag long */
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('a URL with the filters and order of a list shows the same rows to another user', async () => {
  const page = await tested.signIn(tested.screen('/issues'));
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'Critical' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Severity: Critical' }).waitFor();
  await page.getByRole('button', { name: 'Last seen' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?severity=critical&sort=last_seen_at&order=DESC');
  const shared = await tested.signIn(new URL(page.url()).pathname + new URL(page.url()).search);
  await shared.getByRole('button', { name: 'Remove filter Severity: Critical' }).waitFor();
  const names = await shared.getByRole('table', { name: 'Issues' }).getByRole('rowheader').allTextContents();
  expect(names.sort()).toEqual(['MCP server without authentication', 'Secret in the environment of an MCP server']);
});
