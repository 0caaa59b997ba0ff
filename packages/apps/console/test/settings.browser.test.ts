/** @module-tag long */
import { createApiKey, createClient, getCurrentUser } from '@aispm/client';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();
const MORE_THAN_A_PAGE = 21;

it('the settings show all API keys, page by page', async () => {
  const client = createClient({ baseUrl: tested.api, token: tested.key });
  const workspaces = [{ tenant_id: 'halden-freight', workspace_id: 'production' }];
  for (let index = 0; index < MORE_THAN_A_PAGE; index++)
    await createApiKey(client, { body: { name: `Pipeline ${index}`, access: 'read', workspaces } });
  const page = await tested.signIn(tested.screen('/settings'));
  const keys = page.getByRole('region', { name: 'API keys' });
  const pipelines = keys.getByRole('listitem').filter({ hasText: 'Pipeline' });
  await keys.getByRole('button', { name: 'Show more API keys' }).click();
  await expect.poll(() => pipelines.count()).toBe(MORE_THAN_A_PAGE);
  await expect.poll(() => keys.getByRole('button', { name: 'Show more API keys' }).count()).toBe(0);
});

it('an API key is renamed, and rotated to a secret that works', async () => {
  const client = createClient({ baseUrl: tested.api, token: tested.key });
  const workspaces = [{ tenant_id: 'halden-freight', workspace_id: 'production' }];
  await createApiKey(client, { body: { name: 'Deploy', access: 'read', workspaces } });
  const page = await tested.signIn(tested.screen('/settings'));
  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByRole('button', { name: 'Rename Deploy' }).click();
  await keys.getByRole('listitem').getByRole('textbox', { name: 'Name' }).fill('Release');
  await keys.getByRole('button', { name: 'Save name' }).click();
  await keys.getByRole('button', { name: 'Rotate Release' }).click();
  await keys.getByRole('button', { name: 'Rotate Release' }).click();
  const secret = await keys.getByRole('status').locator('code').innerText();
  const { name } = await getCurrentUser(createClient({ baseUrl: tested.api, token: secret }), {});
  expect(name).toBe('Release');
  await keys.getByText(/previous secret works until/).waitFor();
});
