/** @module-tag long */
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('"?" shows all keys, unless the user is typing', async () => {
  const page = await tested.signIn(tested.screen('/agents'));
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await page.getByPlaceholder('Name contains…').press('Shift+?');
  expect(await dialog.isVisible()).toBe(false);
  await page.getByRole('heading', { name: 'Agents', level: 1 }).click();
  await page.keyboard.press('Shift+?');
  await dialog.getByRole('row', { name: 'G I Issues' }).waitFor();
  await dialog.getByRole('row', { name: 'Shift+X Extend the selection to this row' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('heading', { name: 'Issues', level: 1 }).waitFor();
});
