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
const place = { tenant_id: 'halden-freight', workspace_id: 'production' };

for await (const rule of paginate(client, listRules, {
  ...place,
  page_size: 2,
}))
  console.log(rule.rule_name);
for await (const page of paginate(client, listEvaluations, place).pages()) {
  console.log('Page', page.page, 'of', page.total_pages);
}
