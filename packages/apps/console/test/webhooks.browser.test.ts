/** @module-tag long */
import { createClient, listWebhooks, updateWebhook } from '@aispm/client';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();
const PATH = { tenant_id: 'halden-freight', workspace_id: 'production' };

/** Returns the webhook with a name, as the API has it. */
async function read(name: string) {
  const client = createClient({ baseUrl: tested.api, token: tested.key });
  const { items } = await listWebhooks(client, PATH);
  return items.find((webhook) => webhook.name === name);
}

it('a webhook is created with a secret that is shown once, edited, and deleted after a question', async () => {
  const page = await tested.signIn(tested.screen('/webhooks'));
  const created = page.getByRole('region', { name: 'New webhook' });
  await created.getByLabel('Name').fill('Deploy bot');
  await created.getByLabel('URL').fill('https://deploy.example/hooks');
  await created.getByLabel('scan ended').check();
  await created.getByLabel('Critical').check();
  await created.getByRole('button', { name: 'Create webhook' }).click();
  expect(await created.getByRole('status').locator('code').innerText()).toMatch(/^whsec_/);
  expect(await read('Deploy bot')).toMatchObject({ kinds: ['scan.ended'], severities: ['critical'], is_active: true });
  const item = page.getByRole('listitem').filter({ hasText: 'Deploy bot' });
  await item.getByText('Receives scan ended; only critical if they have a severity').waitFor();
  await item.getByRole('button', { name: 'Edit Deploy bot' }).click();
  await item.getByLabel('Critical').uncheck();
  await item.getByRole('button', { name: 'Save webhook' }).click();
  await item.getByText('Receives scan ended', { exact: true }).waitFor();
  await item.getByRole('button', { name: 'Delete Deploy bot' }).click();
  await item.getByRole('button', { name: 'Delete Deploy bot' }).click();
  await item.waitFor({ state: 'detached' });
  expect(await read('Deploy bot')).toBeUndefined();
});

it('a webhook that was deactivated says why, and is switched on again', async () => {
  const page = await tested.visit(tested.screen('/webhooks'));
  const item = page.getByRole('listitem').filter({ hasText: 'Ticket desk' });
  expect(await item.innerText()).toMatch(/Off since .+\. No request has succeeded for three days\./);
  expect(await item.getByRole('button', { name: 'Send again Ticket desk' }).isDisabled()).toBe(true);
  await item.getByRole('button', { name: 'Switch on Ticket desk' }).click();
  await item.getByRole('button', { name: 'Switch on Ticket desk' }).click();
  await item.getByText('On', { exact: true }).waitFor();
  const { id = '' } = (await read('Ticket desk')) ?? {};
  await updateWebhook(createClient({ baseUrl: tested.api, token: tested.key }), {
    ...PATH,
    id,
    body: { is_active: false },
  });
});

it('events are sent again since a moment, and a secret is rotated', async () => {
  const page = await tested.visit(tested.screen('/webhooks'));
  const item = page.getByRole('listitem').filter({ hasText: 'Security channel' });
  await item.getByRole('button', { name: 'Send again Security channel' }).click();
  await item.getByLabel('Events since').fill('2026-11-16T22:00');
  const request = page.waitForRequest(/\/replay$/);
  await item.getByRole('button', { name: 'Send events again' }).click();
  expect((await request).postDataJSON()).toEqual({ since: expect.stringMatching(/^2026-11-1[567]T.+Z$/) });
  await item.getByText('Events are being sent again, with the same identifiers.').waitFor();
  await item.getByRole('button', { name: 'Rotate secret of Security channel' }).click();
  await item.getByRole('button', { name: 'Rotate secret of Security channel' }).click();
  expect(await item.locator('code').innerText()).toMatch(/^whsec_/);
});
