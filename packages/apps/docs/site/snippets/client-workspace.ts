import {
  createClient,
  getRule,
  isApiError,
  listRules,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({
    baseUrl: 'http://127.0.0.1:4010/api/v1',
    token: 'any-key',
    timeout: 5_000,
  }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const { items } = await listRules(client, { page_size: 3 });
for (const rule of items) console.log(rule.rule_id, rule.rule_name);

try {
  await getRule(client, { rule_id: 'no-such-rule' });
} catch (error) {
  if (!isApiError(error)) throw error;
  console.log(error.status, error.reason);
}
