import { expect, it } from 'vitest';
import { KEY, startConsole } from './console.ts';

const tested = startConsole();

it('triages an issue by keyboard alone, and undoes it', async () => {
  const page = await tested.signIn(tested.screen('/issues'));
  await page.getByRole('table', { name: 'Issues' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const issue = page.getByRole('article', { name: 'Issue' });
  await issue.getByText('Open', { exact: true }).first().waitFor();
  await page.keyboard.press('e');
  await issue.getByText('In progress', { exact: true }).first().waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Suppress issue' });
  await dialog.getByLabel('Reason').selectOption('accepted_risk');
  await dialog.getByLabel('Comment').fill('Accepted until the gateway is replaced.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await issue.getByText('Accepted until the gateway is replaced.').first().waitFor();
  await issue.getByRole('button', { name: 'Open again' }).click();
  await issue.getByRole('button', { name: 'Start work' }).waitFor();
});

it('shows a change that somebody else made meanwhile, and asks what to do', async () => {
  const page = await tested.signIn(tested.screen('/issues'));
  await page.getByRole('link', { name: 'Destructive tool without an output guardrail' }).click();
  const issue = page.getByRole('article', { name: 'Issue' });
  await issue.getByRole('button', { name: 'Start work' }).waitFor();
  const id = page.url().split('/').at(-1);
  const other = await fetch(`${tested.api}/issues/tenants/halden-freight/workspaces/production/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ assignee: 'mei.tanaka@haldenfreight.example' }),
  });
  expect(other.status).toBe(200);
  await issue.getByRole('button', { name: 'Start work' }).click();
  await issue.getByText('Someone changed this issue meanwhile').waitFor();
  await issue.getByRole('button', { name: 'Apply mine' }).click();
  await issue.getByText('In progress', { exact: true }).first().waitFor();
  await issue.getByText('mei.tanaka@haldenfreight.example').first().waitFor();
});

it('keeps filters, order and columns in the address', async () => {
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
