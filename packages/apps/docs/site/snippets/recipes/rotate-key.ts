import { createClient, listApiKeys, rotateApiKey } from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});

const [key] = (await listApiKeys(client, {})).items;
if (!key) throw new Error('There is no API key.');
const { secret } = await rotateApiKey(client, {
  id: key.id,
  body: { overlap_seconds: 3600 },
});
await storeInVault(secret);
console.log('Rotated', key.name);

async function storeInVault(value: string): Promise<void> {
  if (!value.startsWith('aispm_')) throw new Error('This is no API key.');
}

//> Rotated Board report
