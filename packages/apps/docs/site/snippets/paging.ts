import {
  createClient,
  listEvaluations,
  listRules,
  paginate,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});
const scope = { tenant_id: 'halden-freight', workspace_id: 'production' };

for await (const rule of paginate(client, listRules, {
  ...scope,
  page_size: 2,
}))
  console.log(rule.rule_name);
for await (const page of paginate(client, listEvaluations, scope).pages()) {
  console.log('Page', page.page, 'of', page.total_pages);
}
