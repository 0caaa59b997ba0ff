/** @module-tag long */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startOnMock } from './backends/mock.ts';
import { holdRequests, startConsole } from './console.ts';

const tested = startConsole();
const generated = startConsole(() => startOnMock({ scenario: 'generated', rows: 250, seed: 'triage' }));
const UNAUTHENTICATED = 'MCP server without authentication';
const DESTRUCTIVE = 'Destructive tool without an output guardrail';

it('several issues can be changed by keyboard, and more than the last change can be undone', async () => {
  const page = await openIssues();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await bar.getByText('3 issues selected').waitFor();

  await page.keyboard.press('a');
  const assignment = page.getByRole('dialog', { name: 'Assign 3 issues' });
  await assignment.getByLabel(/Assignee/).fill('noor.haddad@haldenfreight.example');
  await page.keyboard.press('Enter');
  await bar.getByText('Assign 3 issues: 3 changed.').waitFor();
  await expect.poll(() => cells(page, 'noor.haddad@haldenfreight.example')).toBe(3);

  await page.keyboard.press('s');
  const suppression = page.getByRole('dialog', { name: 'Suppress 3 issues' });
  await suppression.getByLabel('Reason').selectOption('accepted_risk');
  await suppression.getByRole('button', { name: 'Suppress 3 issues' }).press('Enter');
  await bar.getByText('Suppress 3 issues: 3 changed.').waitFor();
  await expect.poll(() => cells(page, 'Suppressed')).toBe(4);

  await page.keyboard.press('u');
  await bar.getByText('Undo: Suppress 3 issues: 3 changed.').waitFor();
  await expect.poll(() => cells(page, 'Suppressed')).toBe(1);
  await expect.poll(() => cells(page, 'In progress')).toBe(1);
  await page.keyboard.press('u');
  await bar.getByText('Undo: Assign 3 issues: 3 changed.').waitFor();
  await expect.poll(() => cells(page, 'noor.haddad@haldenfreight.example')).toBe(0);
  await expect.poll(() => cells(page, 'tomas.reyes@haldenfreight.example')).toBe(1);
  await page.keyboard.press('Escape');
  await bar.getByText('3 issues selected').waitFor({ state: 'detached' });
});

it('suppression needs a reason, and none is preselected', async () => {
  const page = await openIssues();
  await page.getByRole('checkbox', { name: `Select ${UNAUTHENTICATED}` }).check();
  await page.getByRole('button', { name: 'Suppress…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suppress 1 issue' });
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Suppress 1 issue' }).click();
  expect(await dialog.isVisible()).toBe(true);
});

it('all issues that match can be selected, and stopping their change leaves out what follows', async () => {
  const page = await generated.signIn(generated.screen('/issues'));
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await page.getByRole('button', { name: 'Select all 250 that match' }).click();
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await bar.getByText('250 issues selected').waitFor();
  const release = await holdRequests(page, `${generated.api}/issues/tenants/*/workspaces/production`);
  await bar.getByRole('button', { name: 'Assign…' }).click();
  await page.getByLabel(/Assignee/).fill('noor.haddad@haldenfreight.example');
  await page.keyboard.press('Enter');
  await bar.getByText('0 of 250 done').waitFor();
  await bar.getByRole('button', { name: 'Stop' }).click();
  release();
  await bar.getByText('Assign 250 issues: 100 changed, 150 left out.').waitFor();
  await bar.getByRole('button', { name: 'Undo: Assign 250 issues' }).click();
  await bar.getByText('Undo: Assign 250 issues: 100 changed.').waitFor();
});

it('a change of a single issue can be undone from the list', async () => {
  const page = await openIssues();
  await page.getByRole('link', { name: UNAUTHENTICATED }).click();
  const issue = page.getByRole('article', { name: 'Issue' });
  await issue.getByRole('button', { name: 'Assign…' }).click();
  await issue
    .getByLabel(/Assignee/)
    .first()
    .fill('kai.lund@haldenfreight.example');
  await page.keyboard.press('Enter');
  await issue.getByText('kai.lund@haldenfreight.example').first().waitFor();
  await page.getByRole('button', { name: 'Undo: Assign issue' }).click();
  await issue.locator('dl').getByText('tomas.reyes@haldenfreight.example').waitFor();
});

it('changes that the service rejects are listed with the reason', async () => {
  const page = await openIssues();
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await bar.getByText('5 issues selected').waitFor();
  await bar.getByRole('button', { name: 'Reopen' }).click();
  await bar.getByText(/^Reopen, 5 issues: \d changed, \d not changed\.$/).waitFor();
  const rejected = bar.getByRole('listitem').filter({ hasText: 'Model without a license' });
  expect(await rejected.textContent()).toMatch(/: .{10,}/);
  await bar.getByRole('button', { name: 'Undo: Reopen, 5 issues' }).click();
  await bar
    .getByText(/^Undo: Reopen/)
    .last()
    .waitFor();
});

it('concurrent changes are only overwritten after confirmation', async () => {
  const page = await openIssues();
  await page.getByRole('checkbox', { name: `Select ${DESTRUCTIVE}` }).check();
  await page.getByRole('checkbox', { name: `Select ${UNAUTHENTICATED}` }).check();
  const href = await page.getByRole('link', { name: DESTRUCTIVE }).getAttribute('href');
  const id = href?.split('/').at(-1)?.replace(/\?.*/, '');
  const theirs = { assignee: 'mei.tanaka@haldenfreight.example' };
  const other = await fetch(`${tested.api}/issues/tenants/halden-freight/workspaces/production/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${tested.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(theirs),
  });
  expect(other.status).toBe(200);
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await bar.getByRole('button', { name: 'Assign…' }).click();
  await page.getByLabel(/Assignee/).fill('noor.haddad@haldenfreight.example');
  await page.keyboard.press('Enter');
  await bar.getByText('Assign 2 issues: 1 changed, 1 not changed.').waitFor();
  await bar.getByText('Someone else changed these issues').waitFor();
  await expect.poll(() => cells(page, theirs.assignee)).toBe(2);
  await bar.getByRole('button', { name: 'Overwrite anyway' }).click();
  await bar.getByText('Assign 2 issues: 1 changed.').waitFor();
  await expect.poll(() => cells(page, 'noor.haddad@haldenfreight.example')).toBe(2);
});

it('changing the filters clears the selection', async () => {
  const page = await openIssues();
  await page.getByRole('checkbox', { name: `Select ${DESTRUCTIVE}` }).check();
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await bar.getByText('1 issue selected').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'Critical' }).check();
  await bar.getByText('1 issue selected').waitFor({ state: 'detached' });
});

it('bulk triage reports no errors in the browser', () => expect(tested.errors).toEqual([]));

async function openIssues(): Promise<Page> {
  const page = await tested.signIn(tested.screen('/issues'));
  await page.getByRole('table', { name: 'Issues' }).waitFor();
  return page;
}

/** Counts the cells of the list with a text. */
function cells(page: Page, text: string): Promise<number> {
  return page.getByRole('table', { name: 'Issues' }).getByRole('cell', { name: text, exact: true }).count();
}
