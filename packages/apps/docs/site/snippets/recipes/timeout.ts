import {
  createClient,
  isTimeoutError,
  listRules,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

try {
  // The mock waits ten seconds because of the header.
  await listRules(
    client,
    {},
    { totalTimeout: 200, headers: { prefer: 'wait=10000' } },
  );
} catch (error) {
  if (!isTimeoutError(error)) throw error;
  console.log('Later, perhaps.');
}

//> Later, perhaps.
