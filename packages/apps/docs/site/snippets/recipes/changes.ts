import {
  createClient,
  listIssues,
  paginate,
  withWorkspace,
} from '@aispm/client';

const client = withWorkspace(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
  { tenant_id: 'halden-freight', workspace_id: 'production' },
);

const copy = new Map<string, { updated_at: string }>();

/** Reads the changes since a timestamp, and returns where to continue next time. */
async function readChanges(since?: string): Promise<string | undefined> {
  let newest = since;
  for await (const issue of paginate(client, listIssues, {
    sort: 'first_seen_at',
    updated_since: since,
  })) {
    copy.set(issue.issue_id, issue);
    if (!newest || issue.updated_at > newest) newest = issue.updated_at;
  }
  // A minute for changes that were not visible yet.
  return newest && new Date(Date.parse(newest) - 60_000).toISOString();
}

const next = await readChanges();
console.log(copy.size, 'issues');
await readChanges(next);

//> 5 issues
