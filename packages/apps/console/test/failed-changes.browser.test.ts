/**
 * Failed changes are explained next to the control, and can be retried.
 *
 * @module-tag long
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();
const UNAUTHENTICATED = 'MCP server without authentication';

it('undoing a change can be retried after a failure', async () => {
  const page = await tested.signIn(tested.screen('/issues'));
  await page.getByRole('checkbox', { name: `Select ${UNAUTHENTICATED}` }).check();
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await bar.getByRole('button', { name: 'Assign…' }).click();
  await page.getByLabel(/Assignee/).fill('noor.haddad@haldenfreight.example');
  await page.keyboard.press('Enter');
  await bar.getByText('Assign 1 issue: 1 changed.').waitFor();
  await reject(page, 'PATCH');
  await bar.getByRole('button', { name: 'Undo: Assign 1 issue' }).click();
  await bar.getByText('Nothing was undone. The access of this API key does not suffice.').waitFor();
  await page.unrouteAll();
  await bar.getByRole('button', { name: 'Undo: Assign 1 issue' }).click();
  await bar.getByText('Undo: Assign 1 issue: 1 changed.').waitFor();
});

it('a failure to detach an evaluation is explained', async () => {
  const page = await tested.signIn(tested.screen('/evaluations'));
  await page.getByRole('link', { name: 'Prompt injection through customs papers' }).click();
  await reject(page, 'DELETE');
  await page.getByRole('button', { name: 'Detach…' }).click();
  await page.getByRole('button', { name: 'Detach Prompt injection through customs papers' }).click();
  await page.getByText('The request failed. The access of this API key does not suffice.').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Prompt injection through customs papers');
});

it('a failure to delete a view is explained', async () => {
  const page = await tested.signIn(tested.screen('/views'));
  await page.getByRole('link', { name: 'Critical and high issues' }).click();
  await reject(page, 'DELETE');
  await page.getByRole('button', { name: 'Delete view…' }).click();
  await page.getByRole('button', { name: 'Delete Critical and high issues' }).click();
  await page.getByText('The request failed. The access of this API key does not suffice.').waitFor();
});

/** Rejects the requests of a method, as the service does for read-only keys. */
async function reject(page: Page, method: string): Promise<void> {
  await page.route(`${tested.api}/**`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 403,
          json: { code: 403, reason: 'insufficient_access', message: 'The access of this API key does not suffice.' },
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.fallback(),
  );
}
