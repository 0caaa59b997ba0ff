import { createClient, listRules } from '@aispm/client';

let key: string | undefined;
async function getApiKey(rejected?: string): Promise<string> {
  if (!key || key === rejected) key = await readFromVault();
  return key;
}

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: getApiKey,
});
const page = await listRules(client, {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
});
console.log(page.items.length);

async function readFromVault(): Promise<string> {
  return process.env.AISPM_API_KEY ?? 'any-key';
}
