import {
  createApiKey,
  createClient,
  deleteApiKey,
  listApiKeys,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});

const [old] = (await listApiKeys(client, {})).items;
if (!old) throw new Error('There is no API key.');
const { secret } = await createApiKey(client, {
  body: {
    name: old.name,
    access: old.access,
    workspaces: old.workspaces.map(({ tenant_id, workspace_id }) => ({
      tenant_id,
      workspace_id,
    })),
  },
});
await storeInVault(secret);
await deleteApiKey(client, { id: old.id });
console.log('Replaced', old.name);

async function storeInVault(value: string): Promise<void> {
  if (!value.startsWith('aispm_')) throw new Error('This is no API key.');
}

//> Replaced Board report
