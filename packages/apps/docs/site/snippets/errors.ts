import { createClient, getRule, isConnectionError } from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});
const rule = {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
  rule_id: 'no-such-rule',
};

try {
  await getRule(client, rule, { headers: { prefer: 'code=404' } });
} catch (error) {
  if (getRule.isError(error))
    console.log(error.status, error.reason, error.requestId);
  else if (isConnectionError(error))
    console.log('The service cannot be reached:', error.message);
  else throw error;
}
