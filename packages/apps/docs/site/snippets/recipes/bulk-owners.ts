import {
  createClient,
  listTools,
  updateObjects,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const leaver = 'tomas.reyes@haldenfreight.example';
let cursor: string | undefined;
do {
  const page = await listTools(client, {
    owner: [leaver],
    page_size: 100,
    ...(cursor && { cursor }),
  });
  cursor = page.cursor;
  if (page.items.length === 0) break;
  const { updated_count } = await updateObjects(client, {
    body: {
      updates: page.items.map(({ aispm_object_id }) => ({
        aispm_object_id,
        remove_owners: [leaver],
        add_owners: ['Customs team'],
        labels: { reviewed: 'no' },
      })),
    },
  });
  console.log(`${updated_count} tools handed over`);
} while (cursor);

//> 2 tools handed over
