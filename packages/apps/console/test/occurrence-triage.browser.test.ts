/** @module-tag long */
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('an occurrence is suppressed alone, and its issue shows the change in its history', async () => {
  const page = await tested.signIn(tested.screen('/issues'));
  await page.getByRole('link', { name: 'Destructive tool without an output guardrail' }).click();
  const issue = page.getByRole('article', { name: 'Issue' });
  const occurrences = issue.getByRole('region', { name: 'Occurrences' });
  const first = occurrences.locator('div').filter({ hasText: 'File declaration' }).last().locator('..');
  await first.getByText('Triage this occurrence').click();
  await first.getByRole('button', { name: 'Suppress occurrence…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suppress occurrence' });
  await dialog.getByLabel('Reason').selectOption('accepted_risk');
  await dialog.getByLabel('Comment').fill('A clerk confirms declarations.');
  await dialog.getByRole('button', { name: 'Suppress occurrence' }).click();

  await occurrences.getByText('Comment: A clerk confirms declarations.').waitFor();
  expect(await occurrences.getByText('Suppressed', { exact: true }).count()).toBe(1);
  await issue.locator('dl').getByText('Open', { exact: true }).waitFor();
  await issue.getByText('History').click();
  await issue.getByText(/one occurrence: Status: Open → Suppressed/).waitFor();
});
