/** @module-tag long */
import { it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('the history of an object shows its changes, and its issues over time', async () => {
  const page = await tested.signIn(tested.screen('/mcp-servers'));
  await page.getByRole('link', { name: 'Customs Gateway' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('img', { name: /^Unresolved issues by week\. Highest number: \d+\.$/ }).waitFor();
  const changes = page.getByRole('table', { name: 'Changes' });
  await changes.getByText('First seen').waitFor();
  await changes.getByRole('row').filter({ hasText: 'Occurrence found' }).first().getByRole('link').first().click();
  await page.getByRole('article', { name: 'Issue' }).waitFor();
});
