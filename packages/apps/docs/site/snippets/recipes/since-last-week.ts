import {
  createClient,
  listChanges,
  paginate,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

// In the sample data, it's November 18, 2026.
const lastWeek = '2026-11-11T09:30:00Z';
let last: string | undefined;
for await (const change of paginate(client, listChanges, {
  since: lastWeek,
  kind: ['relation_appeared', 'object_changed', 'issue_changed'],
})) {
  const { kind, subject_name, target_name, changed_fields } = change;
  console.log(kind, subject_name, target_name ?? changed_fields.join());
  last = change.change_id;
}

// How many scans have ended?
const { total } = await listChanges(client, {
  since: lastWeek,
  kind: ['scan_ended'],
  include_total: true,
  page_size: 1,
});
console.log(total, 'scans ended');

// Later: what has changed in the meantime?
const { items } = await listChanges(client, { after: last });
console.log(items[0]?.kind, items[0]?.subject_name);

//> issue_changed Secret in the environment of an MCP server assignee,due_at,status,status_comment
//> relation_appeared Shipment Tracker Web search
//> issue_changed MCP server without authentication assignee,due_at
//> object_changed all-MiniLM-L6-v2 description
//> 6 scans ended
//> scan_ended github.com/halden-freight/customs-desk
