/** Rules that are switched off or have another severity in a workspace, and what follows for their findings. */
import type { Issue, IssueHistoryEntry, Rule, RuleUpdate, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { applyRuleSettings } from '../../src/domains/findings/index.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { recount } from '../histories/recount.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { startService, type TestService } from '../service.ts';
import { createScan, IssueClient, replay, scan, WORKSPACE } from './workspace.ts';

const USER = 'ann@acme.example';
const SCOPE = 'tenants/acme/workspaces/main';
const MORE_THAN_A_BATCH = 1_500;

/** Creates a scan in which agents violate a rule, each with its severity. */
function createScanOf(rule: string, agents: readonly (readonly [key: string, severity: string])[]): ScanDocument {
  const document = createScan([rule]);
  return {
    ...document,
    objects: [
      ...(document.objects ?? []).slice(0, 1),
      ...agents.map(([key]) => ({
        key,
        stable_key: key,
        object_type: 'agent' as const,
        aispm_friendly_name: key,
        owners: [],
      })),
    ],
    occurrences: agents.map(([key, severity]) => ({
      rule_id: rule,
      fingerprint: key,
      object_key: key,
      message: 'The agent violates the rule.',
      severity,
    })),
  } as ScanDocument;
}

const TWO = [
  ['one', 'high'],
  ['two', 'low'],
] as const;

describeOnDatabases('the settings of a rule', (kind) => {
  let service: TestService;
  let issues: IssueClient;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind, { runsWorker: false });
    token = await service.key([WORKSPACE], USER);
    issues = new IssueClient(service, token);
    return () => service.close();
  });

  async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await service.send(path, {
      method: body === undefined ? 'GET' : 'PATCH',
      token,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
    return { status: response.status, etag: response.headers.get('etag') ?? '', body: (await response.json()) as any };
  }
  const change = (rule: string, update: RuleUpdate | object, headers = {}) =>
    send(`/rules/${SCOPE}/${rule}`, update, headers);
  const read = (rule: string) => send(`/rules/${SCOPE}/${rule}`);
  const triage = (occurrence: { fine_grained_issue_id: string } | undefined, update: object) =>
    send(`/fine-grained-issues/${SCOPE}/${occurrence?.fine_grained_issue_id}`, update);

  /** Scans two agents that violate a rule, which is unique to a test. */
  async function start(rule: string) {
    await scan(service, createScanOf(rule, TWO));
    const { issue_id } = await issues.find(rule);
    return { issue_id, list: () => listOccurrences(issue_id) };
  }
  async function listOccurrences(issueId: string) {
    const found = await issues.listOccurrences(issueId);
    const find = (name: string) => found.find(({ aispm_friendly_name }) => aispm_friendly_name === name);
    return { one: find('one'), two: find('two'), three: find('three') };
  }
  const readHistory = async (issueId: string) =>
    (await send(`/issues/${SCOPE}/${issueId}/history`)).body.items as IssueHistoryEntry[];
  async function expectCounts() {
    const workspace = new ScannedWorkspace(service.database, WORKSPACE.tenantId);
    for (const [name, { stored, recounted }] of Object.entries(await recount(workspace)))
      expect(stored, name).toEqual(recounted);
  }

  it('are those of the rule until a user changes them, and tell who did, when and why', async () => {
    await start('told');
    const { body, etag } = await read('told');
    expect(body).toMatchObject({
      is_enabled: true,
      severity_override: null,
      settings_changed_at: null,
      settings_changed_by: null,
      is_applying_settings: false,
    });
    const changed = await change('told', { is_enabled: false, settings_reason: 'Covered by the gateway.' });
    expect(changed).toMatchObject({
      status: 200,
      body: { is_enabled: false, settings_reason: 'Covered by the gateway.', settings_changed_by: USER },
    });
    expect(changed.body.is_applying_settings).toBe(false);
    expect(changed.etag).not.toBe(etag);
    expect(await read('told')).toMatchObject({ body: changed.body, etag: changed.etag });
    const off = (await send(`/rules/${SCOPE}?is_enabled=false&rule_name=told`)).body.items;
    expect(off).toMatchObject([{ rule_id: 'told', total_issues_count: 0, is_enabled: false }]);
    expect((await send(`/rules/${SCOPE}?is_enabled=true&rule_name=told`)).body.items).toEqual([]);
  });

  it('change only in the version of If-Match', async () => {
    await start('versions');
    const { etag } = await read('versions');
    expect((await change('versions', { severity_override: 'low' }, { 'if-match': etag })).status).toBe(200);
    const rejected = await change('versions', { is_enabled: false }, { 'if-match': etag });
    expect(rejected).toMatchObject({ status: 412, body: { reason: 'precondition_failed' } });
    expect((await read('versions')).body).toMatchObject({ is_enabled: true, severity_override: 'low' });
    expect((await change('unknown', { is_enabled: false })).status).toBe(404);
  });

  it('switch off: resolve what is open, keep what is suppressed, and return both', async () => {
    const { issue_id, list } = await start('switched');
    const before = await list();
    await triage(before.one, { status: 'in_progress', status_comment: 'Asked the vendor.' });
    await issues.patch(issue_id, { assignee: 'ben' });
    const started = await list();
    await change('switched', { is_enabled: false });
    const off = await list();
    for (const occurrence of [off.one, off.two])
      expect(occurrence).toMatchObject({ status: 'resolved', status_reason: 'rule_disabled', status_changed_by: USER });
    expect(await issues.find('switched')).toMatchObject({
      status: 'resolved',
      status_reason: 'rule_disabled',
      fine_grained_issue_count: 0,
      assignee: 'ben',
    });
    await expectCounts();
    await change('switched', { is_enabled: true });
    const on = await list();
    for (const name of ['one', 'two'] as const)
      expect(on[name]).toEqual({ ...started[name], updated_at: on[name]?.updated_at });
    expect(await issues.find('switched')).toMatchObject({
      status: 'open',
      reopen_count: 0,
      fine_grained_issue_count: 2,
    });
    await expectCounts();
  });

  it('are in the history of the issue, whose entries lead to its values', async () => {
    const { issue_id } = await start('history');
    await change('history', { severity_override: 'info', settings_reason: 'A test' });
    await change('history', { is_enabled: false });
    await change('history', { settings_reason: null });
    await change('history', { is_enabled: true });
    const history = await readHistory(issue_id);
    expect(history.map(({ kind }) => kind)).toEqual(['rule_changed', 'rule_changed', 'rule_changed', 'created']);
    expect(history[1]).toMatchObject({
      changed_by: USER,
      after: { status: 'resolved', status_reason: 'rule_disabled' },
    });
    expect(await issues.find('history')).toMatchObject(replay(history));
  });

  it('return the comment of an issue that was triaged before', async () => {
    const { issue_id } = await start('comment');
    await issues.patch(issue_id, { status: 'in_progress', status_comment: 'Asked the vendor.' });
    await change('comment', { is_enabled: false });
    expect(await issues.find('comment')).toMatchObject({ status: 'resolved', status_comment: null });
    await change('comment', { is_enabled: true });
    expect(await issues.find('comment')).toMatchObject({ status: 'in_progress', status_comment: 'Asked the vendor.' });
  });

  it('switch off: keep users from changing the status of findings', async () => {
    const { issue_id, list } = await start('locked');
    const { one, two } = await list();
    await triage(one, { status: 'suppressed', status_reason: 'test_code' });
    await change('locked', { is_enabled: false });
    expect(await issues.find('locked')).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    const details = { 'body/status': 'cannot change while the rule is switched off' };
    const rejected = { status: 422, body: { reason: 'invalid_transition', details } };
    expect(await triage(one, { status: 'open' })).toMatchObject(rejected);
    expect(await triage(two, { status: 'open' })).toMatchObject(rejected);
    expect(await issues.patch(issue_id, { status: 'open' })).toMatchObject(rejected);
    expect((await triage(two, { assignee: 'ben' })).status).toBe(200);
    await change('locked', { is_enabled: true });
    const on = await list();
    expect(on.one).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    expect(on.two).toMatchObject({ status: 'open', assignee: 'ben' });
  });

  it('switch off: let scans record new and gone occurrences, which follow when it is on again', async () => {
    const { issue_id, list } = await start('scanned');
    await change('scanned', { is_enabled: false });
    await scan(
      service,
      createScanOf('scanned', [
        ['one', 'high'],
        ['three', 'medium'],
      ]),
    );
    const off = await list();
    expect(off.one).toMatchObject({ status: 'resolved', status_reason: 'rule_disabled' });
    expect(off.two).toMatchObject({ status: 'resolved', status_reason: 'not_observed' });
    expect(off.three).toMatchObject({
      status: 'resolved',
      status_reason: 'rule_disabled',
      resolved_at: off.three?.first_seen_at,
    });
    expect(await issues.find('scanned')).toMatchObject({ status: 'resolved', fine_grained_issue_count: 0 });
    await expectCounts();
    await change('scanned', { is_enabled: true });
    const on = await list();
    expect(on.one).toMatchObject({ status: 'open' });
    expect(on.two).toMatchObject({ status: 'resolved', status_reason: 'not_observed' });
    expect(on.three).toMatchObject({ status: 'open', status_reason: null, resolved_at: null });
    expect(await issues.find('scanned')).toMatchObject({ issue_id, status: 'open', fine_grained_issue_count: 2 });
    await expectCounts();
  });

  it('leave an issue resolved as not observed if scans no longer see what the rule had resolved', async () => {
    const { issue_id, list } = await start('gone');
    await change('gone', { is_enabled: false });
    await scan(service, { ...createScanOf('gone', []), occurrences: [] });
    expect(await list()).toMatchObject({
      one: { status_reason: 'not_observed' },
      two: { status_reason: 'not_observed' },
    });
    expect(await issues.find('gone')).toMatchObject({ status: 'resolved', status_reason: 'rule_disabled' });
    await change('gone', { is_enabled: true });
    expect(await issues.find('gone')).toMatchObject({ status: 'resolved', status_reason: 'not_observed' });
    expect(await issues.find('gone')).toMatchObject(replay(await readHistory(issue_id)));
    await scan(service, createScanOf('gone', TWO));
    expect(await issues.find('gone')).toMatchObject({ status: 'open', reopen_count: 1 });
  });

  it('forget how an issue was triaged before, even if its occurrences fill the last batch', async () => {
    const { issue_id } = await start('full');
    const batch = Array.from({ length: 1_000 }, (_, index) => [`agent ${index}`, 'high'] as const);
    await scan(service, createScanOf('full', batch));
    const switchOffAndOn = async () => {
      for (const is_enabled of [false, true]) {
        await change('full', { is_enabled });
        await applyRuleSettings.run({ database: service.database } as never);
      }
    };
    await switchOffAndOn();
    const triage = { status: 'in_progress', status_comment: 'Asked the vendor.' };
    await issues.patch(issue_id, triage);
    await switchOffAndOn();
    expect(await issues.find('full')).toMatchObject(triage);
  });

  it('switch off before the first finding: open an issue that is resolved and never counts', async () => {
    await scan(service, { ...createScan(['first']), occurrences: [] });
    await change('first', { is_enabled: false, severity_override: 'info' });
    await scan(service, createScan(['first'], 'critical'));
    const issue: Issue = await issues.find('first');
    expect(issue).toMatchObject({ status: 'resolved', status_reason: 'rule_disabled', definitive_severity: 'info' });
    expect(issue.resolved_at).toBe(issue.first_seen_at);
    await change('first', { is_enabled: true, severity_override: null });
    expect(await issues.find('first')).toMatchObject({ status: 'open', definitive_severity: 'critical' });
  });

  it('override every severity, also in later scans, and restore each', async () => {
    const { list } = await start('severe');
    await change('severe', { severity_override: 'critical' });
    expect(await list()).toMatchObject({
      one: { definitive_severity: 'critical' },
      two: { definitive_severity: 'critical' },
    });
    expect(await issues.find('severe')).toMatchObject({
      definitive_severity: 'critical',
      base_severity: 'medium',
      severity_reason: 'The workspace rates the findings of this rule critical.',
      critical_element_count: 2,
    });
    await scan(
      service,
      createScanOf('severe', [
        ['one', 'info'],
        ['two', 'low'],
        ['three', 'low'],
      ]),
    );
    expect((await list()).three).toMatchObject({ definitive_severity: 'critical' });
    await expectCounts();
    await change('severe', { severity_override: 'medium' });
    await change('severe', { severity_override: null });
    expect(await list()).toMatchObject({
      one: { definitive_severity: 'info' },
      two: { definitive_severity: 'low' },
      three: { definitive_severity: 'low' },
    });
    await expectCounts();
  });

  it('reach more occurrences than one batch afterwards, with one entry in the history', async () => {
    const { issue_id } = await start('many');
    const key = { tenant: WORKSPACE.tenantId, workspace: WORKSPACE.workspaceId };
    const many = Array.from({ length: MORE_THAN_A_BATCH }, (_, index) => [`agent ${index}`, 'high'] as const);
    await scan(service, createScanOf('many', many));
    const { body } = await change('many', { is_enabled: false });
    expect(body).toMatchObject({ is_enabled: false, is_applying_settings: true });
    const left = (await issues.find('many')).fine_grained_issue_count;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(MORE_THAN_A_BATCH);
    await applyRuleSettings.run({ database: service.database } as never);
    expect(((await read('many')).body as Rule).is_applying_settings).toBe(false);
    expect(await issues.find('many')).toMatchObject({ status: 'resolved', fine_grained_issue_count: 0 });
    const history = await readHistory(issue_id);
    expect(history.filter(({ kind }) => kind === 'rule_changed')).toHaveLength(1);
    expect(await issues.find('many')).toMatchObject(replay(history));
    const logged = await service.database.system((db) =>
      sql`SELECT changed_fields FROM changes WHERE tenant_id = ${key.tenant} AND workspace_id = ${key.workspace}
        AND kind = 'rule_changed' AND subject_id = 'many'`.execute(db),
    );
    expect(logged.rows).toEqual([{ changed_fields: ['is_enabled'] }]);
    const { rows } = await service.database.system((db) =>
      sql<{ count: number }>`SELECT count(*) FROM fine_grained_issues
        WHERE tenant_id = ${key.tenant} AND workspace_id = ${key.workspace} AND rule_id = 'many' AND status <> 'resolved'`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ count: 0 }]);
    await expectCounts();
  });
});
