/** Triage of issues: preconditions, reasons, assignees, batches and the history. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { createScan, IssueClient, replay, scan, WORKSPACE } from './workspace.ts';

const RULES = ['acme.one', 'acme.two', 'acme.three', 'acme.four', 'acme.five'];
const DUE = '2027-01-31T16:00:00Z';

describeOnDatabases('triage', (kind) => {
  let service: TestService;
  let issues: IssueClient;

  beforeAll(async () => {
    service = await startService(kind);
    issues = new IssueClient(service, await service.key([WORKSPACE], 'ann@acme.example'));
    await scan(service, createScan(RULES));
  });
  afterAll(() => service.close());

  it('returns the version of an issue in a header and in the record, also in lists', async () => {
    const listed = await issues.find('acme.one');
    const { etag, body } = await issues.send('GET', `/${listed.issue_id}`);
    expect(body).toEqual(listed);
    expect(etag).toBe(listed.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
  });

  it('only changes an issue in the version of If-Match, and gives it a new version', async () => {
    const { issue_id, etag } = await issues.find('acme.one');
    const changed = await issues.patch(issue_id, { status_comment: 'First' }, etag);
    expect(changed).toMatchObject({ status: 200, body: { status_comment: 'First' } });
    expect(changed.etag).not.toBe(etag);
    expect(changed.body.etag).toBe(changed.etag);
    expect((await issues.patch(issue_id, { status_comment: 'Second' }, etag)).status).toBe(412);
    expect((await issues.patch(issue_id, { status_comment: 'Second' }, '"nope"')).status).toBe(412);
    expect(await issues.find('acme.one')).toEqual(changed.body);
    expect((await issues.patch(issue_id, { status_comment: 'Second' }, '*')).status).toBe(200);
    expect((await issues.patch('unknown', { status_comment: 'Second' }, '*')).status).toBe(404);
  });

  it('gives an issue a new version when a scan reports it, and when its rule changes', async () => {
    const before = await issues.find('acme.one');
    await scan(service, createScan(RULES));
    const seen = await issues.find('acme.one');
    expect(seen.etag).not.toBe(before.etag);
    expect((await issues.patch(before.issue_id, { status_comment: null }, before.etag)).status).toBe(412);
    await service.database.system((db) =>
      db.updateTable('rules').set({ rule_description: 'New' }).where('rule_id', '=', 'acme.one').execute(),
    );
    const described = await issues.find('acme.one');
    expect(described.rule_description).toBe('New');
    expect(described.etag).not.toBe(seen.etag);
  });

  it.each([
    [{ status: 'suppressed' }],
    [{ status: 'suppressed', status_reason: null }],
    [{ status: 'suppressed', status_reason: 'fixed' }],
    [{ status: 'open', status_reason: 'fixed' }],
    [{ status: 'resolved', status_reason: 'fixed' }],
    [{ status: 'in_progress', status_reason: 'accepted_risk' }],
    [{ status_reason: 'accepted_risk' }],
    [{}],
  ])('rejects %j with 400', async (update) => {
    const before = await issues.find('acme.two');
    expect((await issues.patch(before.issue_id, update)).status).toBe(400);
    const item = { issue_id: before.issue_id, ...update };
    expect((await issues.send('PATCH', '', { updates: [item] })).status).toBe(400);
    expect(await issues.find('acme.two')).toEqual(before);
  });

  it('suppresses with a reason, changes the reason, and removes it when the issue is reopened', async () => {
    const { issue_id } = await issues.find('acme.two');
    const suppress = (status_reason: string) => issues.patch(issue_id, { status: 'suppressed', status_reason });
    expect((await suppress('duplicate')).body).toMatchObject({ status: 'suppressed', status_reason: 'duplicate' });
    expect((await suppress('test_code')).body).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    expect(await issues.listOccurrences(issue_id)).toMatchObject([
      { status: 'suppressed', status_reason: 'test_code' },
    ]);
    const opened = await issues.patch(issue_id, { status: 'open' });
    expect(opened.body).toMatchObject({ status: 'open', status_reason: null });
    expect(await issues.listOccurrences(issue_id)).toMatchObject([{ status: 'open', status_reason: null }]);
  });

  it('resolves with the reason fixed', async () => {
    const { issue_id } = await issues.find('acme.two');
    expect((await issues.patch(issue_id, { status: 'in_progress' })).body.status_reason).toBeNull();
    expect((await issues.patch(issue_id, { status: 'resolved' })).body.status_reason).toBe('fixed');
    expect((await issues.patch(issue_id, { status: 'open' })).status).toBe(422);
  });

  it('assigns issues and sets dates, keeps both through a new status, and removes them', async () => {
    const { issue_id } = await issues.find('acme.three');
    const assigned = await issues.patch(issue_id, {
      assignee: 'ben@acme.example',
      due_at: '2027-01-31T17:00:00+01:00',
    });
    expect(assigned.body).toMatchObject({ assignee: 'ben@acme.example', due_at: DUE, status: 'open' });
    const started = await issues.patch(issue_id, { status: 'in_progress' });
    expect(started.body).toMatchObject({ assignee: 'ben@acme.example', due_at: DUE });
    await scan(service, createScan(RULES));
    expect(await issues.find('acme.three')).toMatchObject({ assignee: 'ben@acme.example', due_at: DUE });
    const cleared = await issues.patch(issue_id, { assignee: null, due_at: null });
    expect(cleared.body).toMatchObject({ assignee: null, due_at: null });
  });

  it('lists the issues of an assignee, unassigned issues, and issues that are due', async () => {
    const { issue_id } = await issues.find('acme.three');
    await issues.patch(issue_id, { assignee: 'ben@acme.example', due_at: DUE });
    const ids = async (query: string) => (await issues.list(query)).map((issue) => issue.rule_id);
    expect(await ids('?assignee=ben%40acme.example')).toEqual(['acme.three']);
    expect(await ids('?assignee=eve&assignee=ben%40acme.example')).toEqual(['acme.three']);
    expect(await ids('?assignee=ben')).toEqual([]);
    expect(await ids('?has_assignee=true')).toEqual(['acme.three']);
    expect(await ids('?has_assignee=false')).not.toContain('acme.three');
    expect(await ids('?due_before=2027-02-01T00:00:00Z')).toEqual(['acme.three']);
    expect(await ids(`?due_before=${DUE}`)).toEqual([]);
  });

  it('applies the updates of a batch independently of each other', async () => {
    const [four, five] = [await issues.find('acme.four'), await issues.find('acme.five')];
    const updates = [
      { issue_id: four.issue_id, if_match: four.etag, status: 'suppressed', status_reason: 'accepted_risk' },
      { issue_id: 'unknown', assignee: 'ben' },
      { issue_id: five.issue_id, if_match: '"old"', assignee: 'ben' },
      { issue_id: four.issue_id, assignee: 'ben' },
      // A scan has reopened it, and an open issue can't be resolved.
      { issue_id: (await issues.find('acme.two')).issue_id, status: 'resolved' },
    ];
    const { status, body } = await issues.send('PATCH', '', { updates });
    expect(status).toBe(200);
    expect(body).toMatchObject({ updated_count: 1, rejected_count: 4 });
    const errors = body.results.map(({ error }: { error?: { code: number } }) => error?.code);
    expect(errors).toEqual([undefined, 404, 412, 422, 422]);
    expect(body.results.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(body.results[3].error.details).toHaveProperty('body/updates/3/issue_id');
    expect(body.results[4].error.details).toHaveProperty('body/updates/4/status');
    const suppressed = await issues.find('acme.four');
    expect(suppressed).toMatchObject({ status: 'suppressed', status_reason: 'accepted_risk', assignee: null });
    expect(suppressed.etag).toBe(body.results[0].etag);
    expect(await issues.find('acme.five')).toEqual(five);
  });

  it('rejects a batch of more than 100 updates, or none, with 400', async () => {
    const update = { issue_id: (await issues.find('acme.five')).issue_id, assignee: 'ben' };
    const send = (count: number) => issues.send('PATCH', '', { updates: Array.from({ length: count }, () => update) });
    expect((await send(101)).status).toBe(400);
    expect((await send(0)).status).toBe(400);
    expect((await send(100)).body).toMatchObject({ updated_count: 1, rejected_count: 99 });
  });

  it('lists the changes of an issue with their authors, newest first', async () => {
    const { issue_id } = await issues.find('acme.five');
    await issues.patch(issue_id, { status: 'in_progress', status_comment: 'At work', due_at: DUE });
    await scan(service, createScan(RULES, 'critical'));
    const [scanned, triaged, assigned, created, ...others] = await issues.history(issue_id);
    expect(others).toEqual([]);
    expect(created).toMatchObject({ kind: 'created', changed_by: null, scan_id: expect.any(String), before: {} });
    expect(assigned).toMatchObject({ kind: 'triaged', before: { assignee: null }, after: { assignee: 'ben' } });
    expect(triaged).toMatchObject({
      kind: 'triaged',
      issue_id,
      changed_by: 'ann@acme.example',
      scan_id: null,
      before: { status: 'open', status_comment: null, due_at: null },
      after: { status: 'in_progress', status_comment: 'At work', due_at: DUE },
    });
    expect(scanned).toMatchObject({
      kind: 'scanned',
      changed_by: null,
      before: { definitive_severity: 'medium' },
      after: { definitive_severity: 'critical' },
    });
    expect(await issues.find('acme.five')).toMatchObject(replay(await issues.history(issue_id)));
  });

  it('adds nothing to the history when nothing has changed', async () => {
    const { issue_id, assignee } = await issues.find('acme.three');
    const before = await issues.history(issue_id);
    await issues.patch(issue_id, { assignee });
    await scan(service, createScan(RULES, 'critical'));
    expect(await issues.history(issue_id)).toEqual(before);
  });

  it('has no history of an issue that does not exist in the workspace', async () => {
    expect((await issues.send('GET', '/unknown/history')).status).toBe(404);
  });
});
