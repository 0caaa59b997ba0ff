/** Triage of single occurrences, and what follows for their issue. */
import type { FineGrainedIssue, IssueUpdate, ScanDocument } from '@aispm/types';
import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { createScan, IssueClient, replay, scan, WORKSPACE } from './workspace.ts';

const USER = 'ann@acme.example';
const PATH = '/fine-grained-issues/tenants/acme/workspaces/main';

/** Creates a scan in which agents violate a rule. */
function createScanOf(rule: string, agents: readonly string[]): ScanDocument {
  const document = createScan([rule]);
  const [asset] = document.objects ?? [];
  return {
    ...document,
    objects: [
      ...(asset ? [asset] : []),
      ...agents.map((key) => ({
        key,
        stable_key: key,
        object_type: 'agent' as const,
        aispm_friendly_name: key,
        owners: [],
      })),
    ],
    occurrences: agents.map((key) => ({
      rule_id: rule,
      fingerprint: key,
      object_key: key,
      message: 'The agent violates the rule.',
      severity: 'medium' as const,
    })),
  } as ScanDocument;
}

describeOnDatabases('triage of an occurrence', (kind) => {
  let service: TestService;
  let issues: IssueClient;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    token = await service.key([WORKSPACE], USER);
    issues = new IssueClient(service, token);
    return () => service.close();
  });

  async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await service.send(`${PATH}${path}`, {
      method: body === undefined ? 'GET' : 'PATCH',
      token,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: bodies of two operations
    return { status: response.status, etag: response.headers.get('etag') ?? '', body: (await response.json()) as any };
  }

  /** Scans the agents "one" and "two", and returns their occurrences of a rule, which is unique to a test. */
  async function start(rule: string) {
    await scan(service, createScanOf(rule, ['one', 'two']));
    const { issue_id } = await issues.find(rule);
    const found = await issues.listOccurrences(issue_id);
    const find = (name: string) => found.find(({ aispm_friendly_name }) => aispm_friendly_name === name);
    return { issue_id, one: find('one'), two: find('two') };
  }

  const patch = (occurrence: FineGrainedIssue | undefined, body: IssueUpdate | object, ifMatch?: string) =>
    send(`/${occurrence?.fine_grained_issue_id}`, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
  const read = async (occurrence: FineGrainedIssue | undefined) =>
    (await send(`/${occurrence?.fine_grained_issue_id}`)).body as FineGrainedIssue;

  it('changes only this occurrence, and who changed it when', async () => {
    const { one, two } = await start('only');
    const suppression = { status: 'suppressed', status_reason: 'false_positive', status_comment: 'A demo.' };
    const changed = await patch(one, suppression);
    expect(changed).toMatchObject({ status: 200, body: { ...suppression, status_changed_by: USER } });
    expect(changed.body.status_changed_at).toBe(changed.body.updated_at);
    expect(await read(one)).toEqual(changed.body);
    expect(await read(two)).toEqual(two);
    expect(await issues.find('only')).toMatchObject({ status: 'open', fine_grained_issue_count: 2 });
  });

  it('gives the issue the status of its occurrences, with their reason and the user', async () => {
    const { one, two } = await start('follows');
    await patch(one, { status: 'suppressed', status_reason: 'test_code' });
    await patch(two, { status: 'in_progress' });
    expect(await issues.find('follows')).toMatchObject({ status: 'in_progress', status_changed_by: USER });
    await patch(two, { status: 'resolved' });
    expect(await issues.find('follows')).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    await patch(one, { status: 'open' });
    await patch(one, { status: 'in_progress' });
    await patch(one, { status: 'resolved' });
    expect(await issues.find('follows')).toMatchObject({ status: 'resolved', status_reason: 'fixed' });
  });

  it('is kept by scans, and by the triage of the issue where the status does not allow the transition', async () => {
    const { issue_id, one } = await start('kept');
    const own = { status: 'suppressed', status_reason: 'accepted_risk', assignee: 'ben', status_comment: 'Until May' };
    await patch(one, own);
    await start('kept');
    expect(await read(one)).toMatchObject(own);
    await issues.patch(issue_id, { status: 'in_progress' });
    expect(await read(one)).toMatchObject(own);
    const { body } = await issues.patch(issue_id, { status: 'resolved' });
    expect(body).toMatchObject({ status: 'suppressed', status_reason: 'accepted_risk', status_changed_by: USER });
    expect(await read(one)).toMatchObject(own);
    // The next scan sees both.
    const { two } = await start('kept');
    expect(two).toMatchObject({ status: 'open', status_changed_by: null, status_changed_at: expect.any(String) });
    expect(await read(one)).toMatchObject(own);
  });

  it('keeps the reason that an occurrence was suppressed for when the reason of its issue changes', async () => {
    const { issue_id, one, two } = await start('reasons');
    await patch(one, { status: 'suppressed', status_reason: 'duplicate' });
    await issues.patch(issue_id, { status: 'suppressed', status_reason: 'test_code' });
    await issues.patch(issue_id, { status: 'suppressed', status_reason: 'accepted_risk' });
    expect(await read(one)).toMatchObject({ status: 'suppressed', status_reason: 'duplicate' });
    expect(await read(two)).toMatchObject({
      status: 'suppressed',
      status_reason: 'accepted_risk',
      status_comment: null,
    });
  });

  it('only changes an occurrence in the version of If-Match, which the next scan keeps', async () => {
    const { issue_id, one } = await start('versions');
    const { etag } = await send(`/${one?.fine_grained_issue_id}`);
    await start('versions');
    const changed = await patch(one, { assignee: 'ben' }, etag);
    expect(changed.status).toBe(200);
    expect(changed.etag).not.toBe(etag);
    expect((await patch(one, { assignee: 'eve' }, etag)).status).toBe(412);
    expect((await read(one)).assignee).toBe('ben');
    await issues.patch(issue_id, { status: 'in_progress' });
    expect((await patch(one, { assignee: 'eve' }, changed.etag)).status).toBe(412);
    expect((await patch(one, { assignee: 'eve' }, '*')).status).toBe(200);
  });

  it('rejects a transition with 422, a reason without a suppression with 400, and an unknown occurrence with 404', async () => {
    const { one } = await start('rejections');
    const rejected = await patch(one, { status: 'resolved', assignee: 'ben' });
    expect(rejected).toMatchObject({ status: 422, body: { reason: 'invalid_transition' } });
    expect((await patch(one, { status: 'suppressed' })).status).toBe(400);
    expect((await patch(one, {})).status).toBe(400);
    expect((await send('/unknown', { assignee: 'ben' })).status).toBe(404);
    expect(await read(one)).toEqual(one);
  });

  it('is in the history of the issue, with the values of both', async () => {
    const { issue_id, one, two } = await start('history');
    await patch(two, { status: 'suppressed', status_reason: 'duplicate' });
    const id = one?.fine_grained_issue_id;
    await patch(one, { assignee: 'ben', due_at: '2027-01-31T17:00:00+01:00' });
    await patch(one, { assignee: 'ben' });
    await patch(one, { status: 'suppressed', status_reason: 'duplicate' });
    const { items } = (await issues.send('GET', `/${issue_id}/history?fine_grained_issue_id=${id}`)).body;
    expect(items).toMatchObject([
      {
        kind: 'occurrence_triaged',
        changed_by: USER,
        after: { status: 'suppressed', status_reason: 'duplicate' },
        fine_grained_issue_id: id,
        occurrence_before: { status: 'open', status_reason: null },
        occurrence_after: { status: 'suppressed', status_reason: 'duplicate' },
      },
      {
        before: {},
        after: {},
        occurrence_before: { assignee: null, due_at: null },
        occurrence_after: { assignee: 'ben', due_at: '2027-01-31T16:00:00Z' },
      },
    ]);
    const history = await issues.history(issue_id);
    expect(await issues.find('history')).toMatchObject(replay(history));
    expect(history.at(-1)).toMatchObject({ kind: 'created', fine_grained_issue_id: null });
  });

  it('lists the occurrences of an assignee, unassigned ones, and those that are due', async () => {
    const { one, two } = await start('filters');
    await patch(one, { assignee: 'hal', due_at: '2027-03-01T00:00:00Z' });
    const list = async (query: string) =>
      (await send(`?rule_id=filters&${query}`)).body.items.map((one: FineGrainedIssue) => one.aispm_friendly_name);
    expect(await list('assignee=hal')).toEqual(['one']);
    expect(await list('has_assignee=true')).toEqual(['one']);
    expect(await list('has_assignee=false')).toEqual(['two']);
    expect(await list('due_before=2027-03-02T00:00:00Z')).toEqual(['one']);
    expect(await list('due_before=2027-03-01T00:00:00Z')).toEqual([]);
    expect(two).toMatchObject({ assignee: null, due_at: null });
  });
});
