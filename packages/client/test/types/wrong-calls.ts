// Compiled by types.process.test.ts, which expects one error per line, at the wrong argument. It never runs.
import {
  type Client,
  createClient,
  getRule,
  listIssues,
  listRules,
  paginate,
  updateIssue,
  withWorkspace,
} from '@aispm/client';

const client: Client = createClient({ baseUrl: 'http://h/api/v1' });
const w = { tenant_id: 't', workspace_id: 'w' };
listIssues(client, { ...w, severity: ['critcal'] });
listIssues(client, { ...w, severities: ['critical'] });
listIssues(client, { ...w, page_size: '10' });
listIssues(client, { ...w }, { timeOut: 5 });
listRules(client);
getRule(client, { ...w });
getRule(client, { ...w, rule_id: 7 });
updateIssue(client, { ...w, id: 'i', body: { status: 'closed' } });
listRules(client, { tenant_id: 't' });
paginate(client, listRules, { ...w, sorce: 'static' });

const production = withWorkspace(client, w);
listIssues(production, { severity: ['critcal'] });
listIssues(production, { severities: ['critical'] });
listIssues(production, { page_size: '10' });
listIssues(production, {}, { timeOut: 5 });
listRules();
getRule(production, {});
getRule(production, { rule_id: 7 });
updateIssue(production, { id: 'i', body: { status: 'closed' } });
listRules(production, { tenant_id: 7 });
paginate(production, listRules, { sorce: 'static' });
