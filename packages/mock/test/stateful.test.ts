import { createMock } from '@aispm/mock';
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { BASE, contract, expectError, ORIGIN, operations } from './support.ts';

type Json = Record<string, unknown> & { id: string };

const mock = await createMock({ stateful: true, now: false });
const T = '/tenants/t1/workspaces/w1';
const EVALUATIONS = `/eval/agent-evaluations${T}`;
const RUNS = `/eval/evaluation-runs${T}`;
const STORAGE = '/client-storage/users/portal/preferences';
const START = Date.parse('2026-11-20T12:00:00Z');

/** Returns the first request example of an operation that fits. */
function getRequestExample(operationId: string, fits = (_: Record<string, unknown>) => true): Record<string, unknown> {
  const operation = operations.find(({ iid }) => iid === operationId);
  const examples = operation?.request?.body?.contents?.[0]?.examples ?? [];
  const values = examples.flatMap((each) => ('value' in each ? [each.value as Record<string, unknown>] : []));
  const example = values.find(fits);
  if (!example) throw new Error(`${operationId} has no such request example.`);
  return structuredClone(example);
}

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return mock.fetch(`${BASE}${path}`, {
    method,
    headers: {
      authorization: 'Bearer me',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function json<T = Json>(response: Promise<Response>, status = 200): Promise<T> {
  const { status: actual, text } = await response.then(async (r) => ({ status: r.status, text: await r.text() }));
  expect(actual, text).toBe(status);
  return JSON.parse(text) as T;
}

const items = async (path: string) => (await json<{ items: Json[] }>(call('GET', path))).items;
const attach = () => json(call('POST', EVALUATIONS, getRequestExample('createAgentEvaluation')), 201);
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
  await mock.fetch(`${ORIGIN}/__mock/reset`, { method: 'POST' });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a created record', () => {
  it('can be read, is in the list, and has the values and the time of the request', async () => {
    const given = getRequestExample('createAgentEvaluation');
    const response = await call('POST', EVALUATIONS, given);
    const created = (await response.clone().json()) as Json;
    expect(created).toMatchObject({ ...given, created_at: '2026-11-20T12:00:00.000Z' });
    expect(response.headers.get('location')).toBe(`/api/v1${EVALUATIONS}/${created.id}`);
    expect(await json(call('GET', `${EVALUATIONS}/${created.id}`))).toEqual(created);
    const listed = await items(EVALUATIONS);
    expect(listed.find(({ id }) => id === created.id)).toMatchObject({ name: given.name });
    const names = listed.map(({ name }) => String(name).toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  it('has no properties of the example that the request can set', async () => {
    const { agent_id, evaluation_id } = getRequestExample('createAgentEvaluation');
    const created = await json(call('POST', EVALUATIONS, { agent_id, evaluation_id }), 201);
    expect(created).toMatchObject({ agent_id, evaluation_id, config: {}, weight: 1 });
    expect(created).not.toHaveProperty('schedule');
  });

  it('has names that match its ids', async () => {
    for (const { evaluation_id, evaluation_name } of await items(EVALUATIONS)) {
      const created = await json(call('POST', EVALUATIONS, { agent_id: 'a1', evaluation_id }), 201);
      expect(created).toMatchObject({ evaluation_name, name: evaluation_name });
    }
  });

  it('has the current name of an evaluation that was added to the catalogue', async () => {
    const created = await json(call('POST', `/eval/evaluations${T}`, getRequestExample('createEvaluation')), 201);
    const attached = await json(call('POST', EVALUATIONS, { agent_id: 'a1', evaluation_id: created.id }), 201);
    expect(attached.evaluation_name).toBe(created.name);
    await json(call('PATCH', `/eval/evaluations${T}/${created.id}`, { name: 'Renamed' }), 200);
    const read = await json(call('GET', `${EVALUATIONS}/${attached.id}`), 200);
    expect(read.evaluation_name).toBe('Renamed');
  });

  it('is different for each request', async () => {
    expect((await attach()).id).not.toBe((await attach()).id);
    const before = await items('/views');
    await json(call('POST', '/views', getRequestExample('createView')), 201);
    expect((await items('/views')).length).toBe(before.length + 1);
  });

  it('is created once for an Idempotency-Key; another request with the key gets 422', async () => {
    const given = getRequestExample('createAgentEvaluation');
    const headers = { 'idempotency-key': 'key-number-1' };
    const first = await json(call('POST', EVALUATIONS, given, headers), 201);
    const count = (await items(EVALUATIONS)).length;
    const reversed = Object.fromEntries(Object.entries(given).reverse());
    for (const body of [given, reversed]) {
      expect(await json(call('POST', EVALUATIONS, body, headers), 201)).toEqual(first);
    }
    expect((await items(EVALUATIONS)).length).toBe(count);
    await expectError(await call('POST', EVALUATIONS, { ...given, name: 'Other' }, headers), 422);
  });

  it('must conform to the contract', async () => {
    await expectError(await call('POST', EVALUATIONS, { agent_id: 3 }), 400);
  });

  it('is only visible to its token and in its workspace', async () => {
    const { id } = await attach();
    await expectError(await call('GET', `${EVALUATIONS}/${id}`, undefined, { authorization: 'Bearer other' }), 404);
    await expectError(await call('GET', `${EVALUATIONS.replace('w1', 'w2')}/${id}`), 404);
  });

  it('is listed in pages', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++)
      ids.unshift((await json(call('POST', '/views', getRequestExample('createView')), 201)).id);
    const all = (await items('/views')).map(({ id }) => id);
    const walked: string[] = [];
    let cursor = '';
    do {
      const path = `/views?page_size=2${cursor && `&cursor=${cursor}`}`;
      const page = await json<{ items: Json[]; cursor: string }>(call('GET', path));
      walked.push(...page.items.map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor);
    expect(walked).toEqual(all);
    expect(walked).toEqual(expect.arrayContaining(ids));
  });
});

describe('a list of stored records', () => {
  it('that is longer than a page has several pages', async () => {
    for (let i = 0; i < 101; i++) await call('PUT', `${STORAGE}/k${i}`, { value: {} });
    expect((await items(`${STORAGE}?page_size=100`)).length).toBe(100);
  });

  it('rejects a path that cannot be encoded', async () => {
    const url = `/api/v1/client-storage/users/portal/\ud800`;
    const { status, body } = await mock.handle({ method: 'GET', url, headers: { authorization: 'Bearer me' } });
    expect(status).toBe(400);
    expect(JSON.parse(String(body)).details).toHaveProperty(['path/namespace']);
  });
});

describe('a changed record', () => {
  it('has the new values, also in its list, and all others unchanged', async () => {
    const created = await attach();
    later(60);
    const changed = await json(call('PATCH', `${EVALUATIONS}/${created.id}`, { name: 'New', schedule: 'daily' }));
    const expected = { ...created, name: 'New', schedule: 'daily', updated_at: '2026-11-20T12:01:00.000Z' };
    expect(changed).toEqual(expected);
    expect(await json(call('GET', `${EVALUATIONS}/${created.id}`))).toEqual(expected);
    expect((await items(EVALUATIONS)).find(({ id }) => id === created.id)).toMatchObject({ name: 'New' });
    expect(await json(call('PATCH', `${EVALUATIONS}/${created.id}`, { schedule: null }))).not.toHaveProperty(
      'schedule',
    );
  });

  it('can come from the examples', async () => {
    const [issue] = (await items(`/issues${T}`)) as unknown as { issue_id: string; status: string }[];
    const path = `/issues${T}/${issue?.issue_id}`;
    const given = getRequestExample('updateIssue');
    expect(await json(call('PATCH', path, given))).toMatchObject({ ...given, issue_id: issue?.issue_id });
    expect(await json(call('GET', path))).toMatchObject(given);
  });

  it('must exist: otherwise 404', async () => {
    await expectError(await call('PATCH', `${EVALUATIONS}/nope`, { name: 'New' }), 404);
  });
});

describe('an issue', () => {
  const ISSUES = `/issues${T}`;
  /** The first issue of the list, which is open. */
  const first = async () => (await items(ISSUES))[0] as Json;
  const etagOf = async (path: string) => (await call('GET', path)).headers.get('etag') ?? '';

  it('is only changed in the version of If-Match, which each change replaces', async () => {
    const { issue_id, etag } = await first();
    const path = `${ISSUES}/${issue_id}`;
    expect(await etagOf(path)).toBe(etag);
    const update = { assignee: 'ann@acme.example' };
    const changed = await json(call('PATCH', path, update, { 'if-match': String(etag) }));
    expect(changed).toMatchObject(update);
    expect(await etagOf(path)).toBe(changed.etag);
    expect(changed.etag).not.toBe(etag);
    await expectError(await call('PATCH', path, { assignee: null }, { 'if-match': String(etag) }), 412);
    expect(await first()).toEqual(changed);
  });

  it.each([
    [{ status: 'suppressed' }],
    [{ status: 'suppressed', status_reason: 'fixed' }],
    [{ status: 'open', status_reason: 'fixed' }],
    [{ status_reason: 'duplicate' }],
    [{}],
  ])('is not changed by %j: 400', async (update) => {
    const issue = await first();
    await expectError(await call('PATCH', `${ISSUES}/${issue.issue_id}`, update), 400);
    const updates = [{ issue_id: issue.issue_id, ...update }];
    await expectError(await call('PATCH', ISSUES, { updates }), 400);
    expect(await first()).toEqual(issue);
  });

  it('has a reason only while it is suppressed or resolved', async () => {
    const { issue_id } = await first();
    const change = (update: object) => json(call('PATCH', `${ISSUES}/${issue_id}`, update));
    const suppressed = await change({ status: 'suppressed', status_reason: 'duplicate', status_comment: 'Twice' });
    expect(suppressed).toMatchObject({ status_reason: 'duplicate', status_comment: 'Twice', resolved_at: null });
    expect(await change({ status: 'open' })).toMatchObject({ status_reason: null, status_comment: null });
    await change({ status: 'in_progress' });
    expect(await change({ status: 'resolved' })).toMatchObject({
      status_reason: 'fixed',
      resolved_at: '2026-11-20T12:00:00.000Z',
    });
  });

  it('has its changes in its history, newest first, consistent with its values', async () => {
    const { issue_id } = await first();
    const path = `${ISSUES}/${issue_id}`;
    await json(call('PATCH', path, { status: 'in_progress' }));
    await json(call('PATCH', ISSUES, { updates: [{ issue_id, assignee: 'ann@acme.example' }] }));
    await json(call('PATCH', path, { assignee: 'ann@acme.example' }));
    const history = (await items(`${path}/history`)) as unknown as { kind: string; after: object }[];
    expect(history.slice(0, 2).map(({ after }) => after)).toEqual([
      { assignee: 'ann@acme.example' },
      { status: 'in_progress' },
    ]);
    expect(history.at(-1)?.kind).toBe('created');
    expect(await first()).toMatchObject(Object.assign({}, ...history.toReversed().map(({ after }) => after)));
    await expectError(await call('GET', `${ISSUES}/nope/history`), 404);
  });

  it('only changes its status as the contract allows', async () => {
    const { issue_id, status, assignee } = await first();
    expect(status).toBe('open');
    const change = (update: object) => call('PATCH', `${ISSUES}/${issue_id}`, update);
    const rejected = await expectError(await change({ status: 'resolved', assignee: 'ann@acme.example' }), 422);
    expect(rejected).toMatchObject({
      reason: 'invalid_transition',
      details: { 'body/status': 'must be open or in_progress or suppressed while the status is open' },
    });
    expect(await first()).toMatchObject({ status, assignee });
    const updates = [{ issue_id, status: 'resolved' }];
    const { results } = (await json(call('PATCH', ISSUES, { updates }))) as { results?: Json[] };
    expect(results).toMatchObject([
      { status: 'rejected', error: { code: 422, details: { 'body/updates/0/status': expect.any(String) } } },
    ]);
  });

  it('is updated in a batch independently of other updates', async () => {
    const [one, two] = (await items(ISSUES)) as [Json, Json];
    const outcome = await json(
      call('PATCH', ISSUES, {
        updates: [
          { issue_id: one.issue_id, if_match: one.etag, status: 'suppressed', status_reason: 'accepted_risk' },
          { issue_id: 'nope', assignee: null },
          { issue_id: two.issue_id, if_match: '"old"', assignee: null },
          { issue_id: one.issue_id, assignee: null },
        ],
      }),
    );
    expect(outcome).toMatchObject({ updated_count: 1, rejected_count: 3 });
    const results = outcome.results as { error?: { code: number; reason: string }; etag: string }[];
    expect(results.map(({ error }) => error?.code)).toEqual([undefined, 404, 412, 422]);
    expect(await etagOf(`${ISSUES}/${one.issue_id}`)).toBe(results[0]?.etag);
    expect((await items(ISSUES)).slice(0, 2)).toMatchObject([{ status: 'suppressed' }, two]);
  });

  it('is listed by its assignee, by whether it has one, and by when it is due', async () => {
    const all = (await items(ISSUES)) as (Json & { assignee: string | null; due_at: string | null })[];
    const assigned = all.filter(({ assignee }) => assignee !== null);
    expect(await items(`${ISSUES}?has_assignee=true`)).toEqual(assigned);
    expect(await items(`${ISSUES}?has_assignee=false`)).toEqual(all.filter(({ assignee }) => assignee === null));
    const assignee = assigned[0]?.assignee;
    expect(assignee).toEqual(expect.any(String));
    expect(await items(`${ISSUES}?assignee=${assignee}`)).toEqual(all.filter((issue) => issue.assignee === assignee));
    const [, latest] = all.flatMap(({ due_at }) => due_at ?? []).toSorted();
    expect(await items(`${ISSUES}?due_before=${latest}`)).toEqual(
      all.filter(({ due_at }) => due_at !== null && due_at < String(latest)),
    );
  });
});

describe('an occurrence', () => {
  const OCCURRENCES = `/fine-grained-issues${T}`;
  /** Returns an issue with two open occurrences, and these. */
  const findPair = async () => {
    const issue = (await items(`/issues${T}?status=open`)).find((one) => one.fine_grained_issue_count === 2) as Json;
    const [one, two] = (await items(`${OCCURRENCES}?issue_id=${issue.issue_id}`)) as [Json, Json];
    const change = (occurrence: Json, update: object) =>
      json(call('PATCH', `${OCCURRENCES}/${occurrence.fine_grained_issue_id}`, update));
    const read = () => json(call('GET', `/issues${T}/${issue.issue_id}`));
    return { issue, one, two, change, read, path: `${OCCURRENCES}/${one.fine_grained_issue_id}` };
  };
  const SUPPRESSION = { status: 'suppressed', status_reason: 'duplicate', status_comment: 'Twice' };

  it('is triaged alone, and its issue keeps the status that another occurrence has', async () => {
    const { issue, one, two, change, read, path } = await findPair();
    const changed = await change(one, SUPPRESSION);
    expect(changed).toMatchObject({ ...SUPPRESSION, status_changed_by: expect.any(String) });
    expect(await json(call('GET', path))).toEqual(changed);
    expect((await items(`${OCCURRENCES}?issue_id=${issue.issue_id}`))[1]).toEqual(two);
    expect(await read()).toMatchObject({ status: 'open', high_element_count: 1, fine_grained_issue_count: 2 });
  });

  it('gives its issue its status and its reason once all have it', async () => {
    const { one, two, change, read } = await findPair();
    await change(one, SUPPRESSION);
    await change(two, { status: 'in_progress' });
    expect(await read()).toMatchObject({ status: 'in_progress', status_reason: null });
    await change(two, { status: 'resolved' });
    expect(await read()).toMatchObject({ status: 'suppressed', status_reason: 'duplicate', status_comment: null });
  });

  it('stays suppressed when its issue is worked on and resolved', async () => {
    const { issue, one, two, change, read, path } = await findPair();
    await change(one, SUPPRESSION);
    const triage = (update: object) => json(call('PATCH', `/issues${T}/${issue.issue_id}`, update));
    await triage({ status: 'in_progress' });
    expect(await triage({ status: 'resolved' })).toMatchObject({ status: 'suppressed', status_reason: 'duplicate' });
    expect(await read()).toMatchObject({ status: 'suppressed' });
    expect(await json(call('GET', path))).toMatchObject(SUPPRESSION);
    expect(await json(call('GET', `${OCCURRENCES}/${two.fine_grained_issue_id}`))).toMatchObject({
      status: 'resolved',
      status_reason: 'fixed',
    });
  });

  it('is only changed in the version of If-Match, and only as the contract allows', async () => {
    const { one, change, path } = await findPair();
    const etag = (await call('GET', path)).headers.get('etag') ?? '';
    await change(one, { assignee: 'ann@acme.example' });
    await expectError(await call('PATCH', path, { assignee: null }, { 'if-match': etag }), 412);
    await expectError(await call('PATCH', path, { status: 'resolved' }), 422);
    await expectError(await call('PATCH', path, { status: 'suppressed' }), 400);
    expect(await json(call('GET', path))).toMatchObject({ assignee: 'ann@acme.example', status: 'open' });
  });

  it('keeps its version when a scan sees it again', async () => {
    const { one, change, path } = await findPair();
    const etag = async () => (await call('GET', path)).headers.get('etag');
    const before = await etag();
    mock.data.fineGrainedIssues.update(String(one.fine_grained_issue_id), { last_seen_at: '2031-01-01T00:00:00Z' });
    expect(await etag()).toBe(before);
    await change(one, { assignee: 'ann@acme.example' });
    expect(await etag()).not.toBe(before);
  });

  it('has its triage in the history of its issue', async () => {
    const { issue, one, change, read } = await findPair();
    const id = String(one.fine_grained_issue_id);
    const list = (query = '') => items(`/issues${T}/${issue.issue_id}/history${query}`);
    const before = await list(`?fine_grained_issue_id=${id}`);
    await change(one, { assignee: 'ann@acme.example' });
    await change(one, { assignee: 'ann@acme.example' });
    const [newest, ...others] = await list(`?fine_grained_issue_id=${id}`);
    expect(others).toEqual(before);
    expect(newest).toMatchObject({
      kind: 'occurrence_triaged',
      before: {},
      after: {},
      fine_grained_issue_id: id,
      occurrence_after: { assignee: 'ann@acme.example' },
    });
    const history = (await list()) as unknown as { after: object }[];
    expect(await read()).toMatchObject(Object.assign({}, ...history.toReversed().map(({ after }) => after)));
  });
});

describe('a rule', () => {
  const OCCURRENCES = `/fine-grained-issues${T}`;
  /** Finds the rule of an issue with two open occurrences. */
  const findRule = async () => {
    const issue = (await items(`/issues${T}?status=open`)).find((one) => one.fine_grained_issue_count === 2) as Json;
    const path = `/rules${T}/${issue.rule_id}`;
    const change = (update: object) => json(call('PATCH', path, update));
    const listOccurrences = () => items(`${OCCURRENCES}?issue_id=${issue.issue_id}`);
    const readIssue = () => json(call('GET', `/issues${T}/${issue.issue_id}`));
    const listHistory = () => items(`/issues${T}/${issue.issue_id}/history`);
    return { issue, path, change, readIssue, listOccurrences, listHistory };
  };
  const without = ({ updated_at: _, etag: __, ...others }: Json) => others;
  const OFF = { status: 'resolved', status_reason: 'rule_disabled', resolved_at: '2026-11-20T12:00:00.000Z' };

  it('tells its settings, who changed them, when and why, and is only changed in the version of If-Match', async () => {
    const { path, change } = await findRule();
    const etag = (await call('GET', path)).headers.get('etag') ?? '';
    const changed = await change({ is_enabled: false, settings_reason: 'A gateway asks for credentials.' });
    expect(changed).toMatchObject({
      is_enabled: false,
      severity_override: null,
      settings_reason: 'A gateway asks for credentials.',
      settings_changed_at: '2026-11-20T12:00:00.000Z',
      settings_changed_by: expect.any(String),
      is_applying_settings: false,
    });
    expect(await json(call('GET', path))).toEqual(changed);
    expect((await items(`/rules${T}?is_enabled=false`)).map(({ rule_id }) => rule_id)).toEqual([changed.rule_id]);
    await expectError(await call('PATCH', path, { is_enabled: true }, { 'if-match': etag }), 412);
    await expectError(await call('PATCH', path, {}), 400);
    await expectError(await call('PATCH', path, { severity: 'low' }), 400);
    await expectError(await call('PATCH', `/rules${T}/unknown`, { is_enabled: true }), 404);
    expect(await json(call('GET', path))).toEqual(changed);
  });

  it('resolves its findings while it is switched off, and returns them as they were', async () => {
    const { issue, change, readIssue, listOccurrences, listHistory } = await findRule();
    const triage = (id: unknown, update: object) => call('PATCH', `${OCCURRENCES}/${id}`, update);
    const [first] = (await listOccurrences()) as [Json];
    await triage(first.fine_grained_issue_id, { status: 'in_progress', status_comment: 'Asked the vendor.' });
    const before = await listOccurrences();
    const earlier = await listHistory();
    await change({ is_enabled: false });
    for (const occurrence of await listOccurrences()) {
      expect(occurrence).toMatchObject({ ...OFF, status_comment: null });
      const rejected = await triage(occurrence.fine_grained_issue_id, { status: 'open' });
      expect(JSON.stringify(await expectError(rejected, 422))).toContain('while the rule is switched off');
    }
    expect(await readIssue()).toMatchObject({ ...OFF, fine_grained_issue_count: 0, total_affected_elements: 0 });
    await expectError(await call('PATCH', `/issues${T}/${issue.issue_id}`, { status: 'open' }), 422);
    const [off] = (await listHistory()) as [Json & { after: object }];
    expect(off).toMatchObject({ kind: 'rule_changed', changed_by: expect.any(String), after: { status: 'resolved' } });
    await change({ is_enabled: true });
    expect((await listOccurrences()).map(without)).toEqual(before.map(without));
    expect(await readIssue()).toMatchObject({
      status: 'open',
      reopen_count: issue.reopen_count,
      fine_grained_issue_count: 2,
    });
    expect(await listHistory()).toHaveLength(earlier.length + 2);
  });

  it('keeps findings that users have suppressed', async () => {
    const { change, readIssue, listOccurrences } = await findRule();
    const [first] = (await listOccurrences()) as [Json];
    const suppression = { status: 'suppressed', status_reason: 'test_code', status_comment: 'A test' };
    await call('PATCH', `${OCCURRENCES}/${first.fine_grained_issue_id}`, suppression);
    await change({ is_enabled: false });
    expect((await listOccurrences())[0]).toMatchObject(suppression);
    expect(await readIssue()).toMatchObject({ status: 'suppressed', status_reason: 'test_code' });
    await change({ is_enabled: true });
    expect((await listOccurrences())[0]).toMatchObject(suppression);
    expect(await readIssue()).toMatchObject({ status: 'open' });
  });

  it('overrides the severity of all of its findings, and restores each', async () => {
    const { change, readIssue, listOccurrences, listHistory } = await findRule();
    const before = await listOccurrences();
    const issue = await readIssue();
    await change({ severity_override: 'critical' });
    for (const occurrence of await listOccurrences())
      expect(occurrence).toMatchObject({ definitive_severity: 'critical' });
    expect(await readIssue()).toMatchObject({
      definitive_severity: 'critical',
      base_severity: issue.base_severity,
      severity_reason: 'The workspace rates the findings of this rule critical.',
      critical_element_count: 2,
    });
    await change({ severity_override: 'info' });
    await change({ severity_override: null });
    expect((await listOccurrences()).map(without)).toEqual(before.map(without));
    expect(await readIssue()).toMatchObject({ definitive_severity: issue.definitive_severity });
    expect((await listHistory()).slice(0, 3).map(({ kind }) => kind)).toEqual(Array(3).fill('rule_changed'));
  });

  it('determines the status and severity of what scans find later', async () => {
    const document = getRequestExample(
      'submitScan',
      ({ occurrences }) => Array.isArray(occurrences) && occurrences.length > 0,
    );
    const [example] = document.occurrences as [{ rule_id: string }];
    const { rule_id } = example;
    const occurrences = [{ ...example, fingerprint: 'new-occurrence', severity: 'low' }];
    const list = () => items(`${OCCURRENCES}?rule_id=${rule_id}`);
    const known = (await list()).map(({ fine_grained_issue_id }) => fine_grained_issue_id);
    const findNew = async () => (await list()).find((one) => !known.includes(one.fine_grained_issue_id));
    await json(call('PATCH', `/rules${T}/${rule_id}`, { is_enabled: false, severity_override: 'info' }));
    await json(call('POST', `/scans${T}`, { ...document, occurrences }), 202);
    later(10);
    const off = await findNew();
    expect(off).toMatchObject({ status: 'resolved', status_reason: 'rule_disabled', definitive_severity: 'info' });
    expect(off?.resolved_at).toBe(off?.first_seen_at);
    await json(call('PATCH', `/rules${T}/${rule_id}`, { is_enabled: true, severity_override: null }));
    const on = { status: 'open', status_reason: null, resolved_at: null, definitive_severity: 'low' };
    expect(await findNew()).toMatchObject(on);
  });

  it('survives in a snapshot with what returns when it is switched on', async () => {
    const { change, listOccurrences } = await findRule();
    const before = await listOccurrences();
    await change({ is_enabled: false, severity_override: 'critical' });
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    mock.reset();
    mock.restore(snapshot);
    await change({ is_enabled: true, severity_override: null });
    expect((await listOccurrences()).map(without)).toEqual(before.map(without));
  });
});

describe('a deleted record', () => {
  it.each([
    ['an attached evaluation', EVALUATIONS, 'id'],
    ['a view', '/views', 'id'],
    ['a stored entry', STORAGE, 'key'],
  ])('can no longer be read: %s', async (_, path, field) => {
    const before = await items(path);
    const id = before.at(-1)?.[field];
    expect((await call('DELETE', `${path}/${id}`)).status).toBe(204);
    await expectError(await call('GET', `${path}/${id}`), 404);
    await expectError(await call('DELETE', `${path}/${id}`), 404);
    expect((await items(path)).map((row) => row[field])).toEqual(before.slice(0, -1).map((row) => row[field]));
  });

  it('exists again after a reset', async () => {
    const before = await items('/views');
    await call('DELETE', `/views/${before[0]?.id}`);
    const reset = await mock.fetch(`${ORIGIN}/__mock/reset`, {
      method: 'POST',
      headers: { authorization: 'Bearer me' },
    });
    expect(reset.status).toBe(204);
    expect(await items('/views')).toEqual(before);
  });
});

describe('POST /__mock/reset', () => {
  it('only deletes the records of its token', async () => {
    const { id } = await attach();
    await mock.fetch(`${ORIGIN}/__mock/reset`, { method: 'POST', headers: { authorization: 'Bearer other' } });
    await json(call('GET', `${EVALUATIONS}/${id}`));
    await mock.fetch(`${ORIGIN}/__mock/reset`, { method: 'POST', headers: { authorization: 'Bearer me' } });
    await expectError(await call('GET', `${EVALUATIONS}/${id}`), 404);
  });

  it('is the only supported method, and does not exist without state', async () => {
    await expectError(await mock.fetch(`${ORIGIN}/__mock/reset`), 405);
    const plain = await createMock();
    await expectError(await plain.fetch(`${ORIGIN}/__mock/reset`, { method: 'POST' }), 404);
  });
});

describe('client storage', () => {
  it('stores a value with 201 if it is new, and 200 if it is replaced', async () => {
    const value = { columns: ['a', 'ü'], page_size: 20 };
    const put = await call('PUT', `${STORAGE}/table`, { value });
    expect([put.status, put.headers.get('location')]).toEqual([201, `/api/v1${STORAGE}/table`]);
    later(5);
    const replaced = await json(call('PUT', `${STORAGE}/table`, { value: { page_size: 30 } }));
    expect(replaced).toEqual({
      value: { page_size: 30 },
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:00:05.000Z',
    });
    expect(await json(call('GET', `${STORAGE}/table`))).toEqual(replaced);
    const { value: _, ...times } = replaced;
    expect((await items(STORAGE)).find(({ key }) => key === 'table')).toEqual({
      key: 'table',
      size_bytes: Buffer.byteLength('{"page_size":30}'),
      ...times,
    });
  });
});

describe('ETag', () => {
  const getEntityTag = async (path: string) => (await call('GET', path)).headers.get('etag') ?? '';

  it('changes if and only if the record changes', async () => {
    const path = `${EVALUATIONS}/${(await attach()).id}`;
    const etag = await getEntityTag(path);
    expect(await getEntityTag(path)).toBe(etag);
    const changed = await call('PATCH', path, { name: 'New' });
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(await getEntityTag(path)).toBe(changed.headers.get('etag'));
  });

  it('in If-Match allows a change; an outdated one results in 412 and no change', async () => {
    const path = `${EVALUATIONS}/${(await attach()).id}`;
    const old = await getEntityTag(path);
    expect((await call('PATCH', path, { name: 'One' }, { 'if-match': old })).status).toBe(200);
    await expectError(await call('PATCH', path, { name: 'Two' }, { 'if-match': old }), 412);
    await expectError(await call('DELETE', path, undefined, { 'if-match': old }), 412);
    expect(await json(call('GET', path))).toMatchObject({ name: 'One' });
    expect((await call('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('of the example allows the first change of an example record, but not a second one', async () => {
    const path = `${EVALUATIONS}/${(await items(EVALUATIONS))[0]?.id}`;
    const { example } = contract.components.parameters.IfMatch;
    expect(await getEntityTag(path)).toBe(example);
    expect((await call('PATCH', path, { name: 'One' }, { 'if-match': example })).status).toBe(200);
    await expectError(await call('PATCH', path, { name: 'Two' }, { 'if-match': example }), 412);
  });

  it('protects client storage: If-None-Match: * only creates, If-Match: * only replaces', async () => {
    const put = (headers: Record<string, string>) => call('PUT', `${STORAGE}/new`, { value: {} }, headers);
    await expectError(await put({ 'if-match': '*' }), 412);
    expect((await put({ 'if-none-match': '*' })).status).toBe(201);
    await expectError(await put({ 'if-none-match': '*' }), 412);
    expect((await put({ 'if-match': '*' })).status).toBe(200);
  });
});

describe('a started run', () => {
  const start = async () => {
    const evaluation = await attach();
    const path = `${EVALUATIONS}/${evaluation.id}`;
    const response = await call('POST', `${path}/run`);
    const run = await json(Promise.resolve(response), 202);
    return { path, run, response, runPath: `${RUNS}/${run.id}` };
  };
  const status = async (path: string) => {
    const { status, progress } = await json(call('GET', path));
    return [status, progress];
  };

  it('is queued, then running with progress, then completed', async () => {
    const { run, runPath, response } = await start();
    expect(run).toMatchObject({
      status: 'queued',
      progress: 0,
      started_at: null,
      created_at: '2026-11-20T12:00:00.000Z',
    });
    expect(response.headers.get('location')).toBe(`/api/v1${runPath}`);
    const seen = [await status(runPath)];
    for (let second = 1; second <= 5; second++) {
      later(1);
      seen.push(await status(runPath));
    }
    expect(seen).toEqual([
      ['queued', 0],
      ['running', 0],
      ['running', 0.25],
      ['running', 0.5],
      ['running', 0.75],
      ['completed', 1],
    ]);
    later(60);
    const ended = await json(call('GET', runPath));
    const { summary, score } = ended as { summary?: { score: number }; score?: number };
    expect(ended).toMatchObject({ status: 'completed', finished_at: '2026-11-20T12:00:05.000Z' });
    expect(score).toBe(summary?.score);
  });

  it('appears in the evaluation, in its list and in the list of runs', async () => {
    const { path, run } = await start();
    expect((await items(RUNS)).at(-1)).toMatchObject({ id: run.id, status: 'queued' });
    expect(await json(call('GET', path))).toMatchObject({
      run_requested: true,
      latest_run_id: run.id,
      latest_run_status: 'queued',
      latest_scored_run_id: null,
    });
    later(10);
    const { score } = (await json(call('GET', `${RUNS}/${run.id}`))) as { score?: number };
    const expected = { run_requested: false, latest_run_status: 'completed', latest_scored_run_id: run.id };
    expect(await json(call('GET', path))).toMatchObject({ ...expected, score_trend: [score] });
    expect((await items(EVALUATIONS)).find((item) => item.latest_run_id === run.id)).toMatchObject(expected);
  });

  it('can be stopped with 202, and is then cancelled with its last progress', async () => {
    const { path, runPath } = await start();
    later(2);
    const stopped = await json(call('POST', `${runPath}/stop`), 202);
    expect(stopped).toMatchObject({ status: 'running', cancel_requested: true, progress: 0.25 });
    expect(await json(call('GET', path))).toMatchObject({ latest_run_cancel_requested: true });
    expect(await json(call('POST', `${runPath}/stop`), 202)).toEqual(stopped);
    later(10);
    expect(await json(call('GET', runPath))).toMatchObject({
      status: 'cancelled',
      progress: 0.5,
      summary: null,
      finished_at: '2026-11-20T12:00:03.000Z',
    });
    expect(await json(call('GET', path))).toMatchObject({
      latest_run_status: 'cancelled',
      latest_run_cancel_requested: false,
      latest_scored_run_id: null,
    });
    await expectError(await call('POST', `${runPath}/stop`), 409);
  });

  it('can be stopped while it is queued', async () => {
    const { runPath } = await start();
    await json(call('POST', `${runPath}/stop`), 202);
    later(1);
    expect(await status(runPath)).toEqual(['cancelled', 0]);
  });

  it('that is stopped just before its end is cancelled, not completed', async () => {
    const { runPath } = await start();
    later(4.9);
    await json(call('POST', `${runPath}/stop`), 202);
    later(10);
    expect(await json(call('GET', runPath))).toMatchObject({ status: 'cancelled', progress: 0.99, score: null });
  });

  it('prevents a second run and the deletion of its evaluation with 409 until it has ended', async () => {
    const { path } = await start();
    await expectError(await call('POST', `${path}/run`), 409);
    await expectError(await call('DELETE', path), 409);
    later(10);
    await json(call('POST', `${path}/run`), 202);
    later(10);
    expect((await call('DELETE', path)).status).toBe(204);
  });

  it('results in 404 for an unknown evaluation, as does stopping an unknown run', async () => {
    await expectError(await call('POST', `${EVALUATIONS}/nope/run`), 404);
    await expectError(await call('POST', `${RUNS}/nope/stop`), 404);
  });

  it('cannot be stopped after it has completed: 409', async () => {
    const { runPath } = await start();
    later(10);
    await expectError(await call('POST', `${runPath}/stop`), 409);
    expect(await status(runPath)).toEqual(['completed', 1]);
  });
});

describe('a view', () => {
  it('is only changed in the version of If-Match', async () => {
    const created = await call('POST', '/views', getRequestExample('createView'));
    const path = `/views/${((await created.json()) as Json).id}`;
    const version = { 'if-match': created.headers.get('etag') ?? '' };
    later(1);
    const changed = await call('PATCH', path, { name: 'Renamed', columns: ['status'] }, version);
    expect(await changed.json()).toMatchObject({
      name: 'Renamed',
      columns: ['status'],
      updated_at: '2026-11-20T12:00:01.000Z',
    });
    await expectError(await call('PATCH', path, { name: 'Late' }, version), 412);
    await expectError(await call('DELETE', path, undefined, version), 412);
    expect(await json(call('GET', path))).toMatchObject({ name: 'Renamed' });
  });
});

describe('the namespaces of an application', () => {
  const APPLICATION = '/client-storage/users/portal';

  it('are those with entries, with the number and size of their values', async () => {
    const before = await items(APPLICATION);
    expect(before.map(({ namespace }) => namespace)).toEqual(['preferences']);
    const value = { mode: 'dark' };
    await call('PUT', `${APPLICATION}/a%20b/theme`, { value });
    const added = { namespace: 'a b', key_count: 1, size_bytes: JSON.stringify(value).length };
    expect(await items(APPLICATION)).toEqual([{ ...added, updated_at: '2026-11-20T12:00:00.000Z' }, ...before]);
    await call('DELETE', `${APPLICATION}/a%20b/theme`);
    expect(await items(APPLICATION)).toEqual(before);
    expect(await items(`${APPLICATION}/unused`)).toEqual([]);
  });
});

describe('a started export of a view', () => {
  it('ends with a file for every list that a view can show', async () => {
    const schema = operations.find(({ iid }) => iid === 'createView')?.request?.body?.contents?.[0]?.schema;
    const { enum: entities = [] } = (schema?.properties?.entity ?? {}) as { enum?: string[] };
    expect(entities.length).toBeGreaterThan(10);
    for (const entity of entities) expect(await exportView(entity), entity).toBe(200);
  });

  /** Exports all records, and downloads the file. */
  async function exportView(entity: string): Promise<number> {
    const { id } = await json(call('POST', '/views', { name: 'All', entity }), 201);
    const { export_workflow_id } = await json(call('POST', `/views/${id}/export`));
    later(10);
    const { export_path } = await json(call('GET', `/views/${id}/export/${export_workflow_id}`));
    return (await call('GET', String(export_path))).status;
  }

  const start = async () => {
    const { id } = await json(call('POST', '/views', getRequestExample('createView')), 201);
    const exports = `/views/${id}/export`;
    const started = await json<Json & { export_workflow_id: string }>(call('POST', exports));
    return { id, exports, started, path: `${exports}/${started.export_workflow_id}` };
  };

  it('is queued, then running, then completed with a file', async () => {
    const { started, path } = await start();
    expect(started).toMatchObject({ export_status: 'queued', export_path: '' });
    await expectError(await call('GET', `${path}/download`), 409);
    later(1);
    const running = await call('GET', path);
    expect(running.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await running.json()).toMatchObject({ export_status: 'running', export_path: '' });
    await expectError(await call('GET', `${path}/download`), 409);
    later(4);
    const completed = await call('GET', path);
    expect(completed.headers.get('retry-after')).toBeNull();
    expect(await completed.json()).toMatchObject({ export_status: 'completed', export_path: `${path}/download` });
    const file = await call('GET', `${path}/download`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv']);
  });

  it('is returned again while it is active, and a new one is started afterwards', async () => {
    const { exports, started } = await start();
    later(2);
    expect(await json(call('POST', exports))).toMatchObject({ export_workflow_id: started.export_workflow_id });
    later(10);
    const next = await json(call('POST', exports));
    expect(next).toMatchObject({ export_status: 'queued' });
    expect(next.export_workflow_id).not.toBe(started.export_workflow_id);
  });

  it('has Location, and Retry-After until it is completed', async () => {
    const { exports } = await start();
    const active = await call('POST', exports);
    const { export_workflow_id } = (await active.json()) as Json;
    expect(active.headers.get('location')).toBe(`/api/v1${exports}/${export_workflow_id}`);
    expect(active.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is listed with its times, newest first', async () => {
    const { exports, started } = await start();
    later(10);
    const next = await json<Json>(call('POST', exports));
    const listed = await items(`${exports}s`);
    expect(listed.map((item) => item.export_workflow_id)).toEqual([
      next.export_workflow_id,
      started.export_workflow_id,
    ]);
    expect(listed[0]).toMatchObject({ export_status: 'queued', finished_at: null, expires_at: null });
    expect(listed[1]).toMatchObject({
      created_at: '2026-11-20T12:00:00.000Z',
      finished_at: '2026-11-20T12:00:05.000Z',
      expires_at: '2026-11-21T12:00:05.000Z',
      error_message: null,
    });
    expect(listed[1]).toEqual(await json(call('GET', `${exports}/${started.export_workflow_id}`)));
  });

  it('is listed with the exports of the examples of its view', async () => {
    const [view] = await items('/views');
    const [example] = await items(`/views/${view?.id}/exports`);
    expect(example).toMatchObject({ view_id: view?.id, export_status: 'completed' });
    await expectError(await call('GET', '/views/nope/exports'), 404);
  });

  it('does not exist for another view, after the view is deleted, and when it was never started', async () => {
    const { id, path, exports } = await start();
    const other = await start();
    await expectError(await call('GET', `${exports}/nope`), 404);
    await expectError(await call('GET', path.replace(id, other.id)), 404);
    await call('DELETE', `/views/${id}`);
    await expectError(await call('GET', path), 404);
    await expectError(await call('POST', exports), 404);
  });
});

describe('an evaluation of the catalogue', () => {
  const CATALOGUE = `/eval/evaluations${T}`;

  it('has no properties of the example that its request omits', async () => {
    const config = { dataset: [{ prompt: 'a', expected: 'b' }] };
    const created = await json(call('POST', CATALOGUE, { name: 'New', config }), 201);
    expect(created).toMatchObject({ name: 'New', description: '', config, tags: {} });
  });

  it('can be changed and deleted unless it is built in or attached', async () => {
    const { id } = await json(call('POST', CATALOGUE, getRequestExample('createEvaluation')), 201);
    const path = `${CATALOGUE}/${id}`;
    expect(await json(call('PATCH', path, { name: 'Mine' }))).toMatchObject({ name: 'Mine', is_builtin: false });
    const builtIn = (await items(CATALOGUE)).find(({ is_builtin }) => is_builtin === true);
    await expectError(await call('PATCH', `${CATALOGUE}/${builtIn?.id}`, { name: 'Mine' }), 403);
    await expectError(await call('DELETE', `${CATALOGUE}/${builtIn?.id}`), 403);
    const attached = await json(call('POST', EVALUATIONS, { agent_id: 'a1', evaluation_id: id }), 201);
    await expectError(await call('DELETE', path), 409);
    await call('DELETE', `${EVALUATIONS}/${attached.id}`);
    expect((await call('DELETE', path)).status).toBe(204);
    await expectError(await call('GET', path), 404);
  });
});

describe('a stopped scan', () => {
  it('is cancelled, and cannot be stopped again', async () => {
    const scan = await json<Json>(call('POST', `/scans${T}`, getRequestExample('submitScan')), 202);
    const path = `/scans${T}/${scan.scan_id}`;
    expect(await json(call('POST', `${path}/stop`), 202)).toMatchObject({ cancel_requested: true });
    later(2);
    expect(await json(call('GET', path))).toMatchObject({ status: 'cancelled', ai_object_count: 0, is_current: false });
    await expectError(await call('POST', `${path}/stop`), 409);
  });
});

describe('a submitted scan', () => {
  const SCANS = `/scans${T}`;
  const submit = async (document: Record<string, unknown>) => {
    const scan = await json<Json & { scan_id: string }>(call('POST', SCANS, document), 202);
    return { scan, path: `${SCANS}/${scan.scan_id}` };
  };

  it('is queued, then running with progress, then completed with the counts of its document', async () => {
    const document = getRequestExample('submitScan') as { objects: unknown[]; occurrences: unknown[] };
    const { scan, path } = await submit(document);
    expect(scan).toMatchObject({ status: 'queued', progress: 0, ai_object_count: 0, started_at: null });
    later(3);
    expect(await json(call('GET', path))).toMatchObject({
      status: 'running',
      progress: 0.5,
      started_at: '2026-11-20T12:00:01.000Z',
    });
    later(2);
    expect(await json(call('GET', path))).toMatchObject({
      status: 'completed',
      progress: 1,
      is_current: true,
      ai_object_count: document.objects.length,
      detection_count: document.occurrences.length,
      finished_at: '2026-11-20T12:00:05.000Z',
    });
    expect((await items(SCANS))[0]).toMatchObject({ scan_id: scan.scan_id, status: 'completed' });
  });

  it('only replaces the previous current scan', async () => {
    const document = getRequestExample('submitScan');
    const first = await submit(document);
    later(10);
    const current = async () => (await items(`${SCANS}?is_current=true`)).map(({ scan_id }) => scan_id);
    const before = await current();
    expect(before).toContain(first.scan.scan_id);
    const second = await submit(document);
    expect(await current()).toEqual(before);
    later(10);
    const after = await current();
    expect(after).toEqual([second.scan.scan_id, ...before.filter((id) => id !== first.scan.scan_id)]);
  });

  it('fails when its document has an error', async () => {
    const example = getRequestExample('submitScan');
    const failing = {
      ...example,
      objects: [],
      edges: [],
      locations: [],
      occurrences: [],
      error_message: 'No network.',
    };
    const { scan, path } = await submit(failing);
    expect(scan).toMatchObject({ status: 'queued', error_message: null });
    later(10);
    expect(await json(call('GET', path))).toMatchObject({
      status: 'failed',
      progress: 0,
      error_message: 'No network.',
    });
  });
});

describe('every operation', () => {
  it.each(operations.map((operation) => ({ operation, name: operation.iid })))(
    '$name returns a valid response',
    async ({ operation }) => {
      const { method = '', path = '', headers = {}, body } = createSampleRequest(operation) ?? {};
      const response = await mock.fetch(`${BASE}${path}`, {
        method,
        headers: { authorization: 'Bearer me', ...headers },
        ...(body !== undefined && { body }),
      });
      const element = {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: /json/.test(response.headers.get('content-type') ?? '') ? await response.json() : await response.text(),
      };
      if (response.status === 204) return;
      expect(validateOutput({ resource: operation, element }), JSON.stringify(element)).toMatchObject({
        _tag: 'Right',
      });
      expect([200, 201, 202, 403, 404, 409]).toContain(response.status);
    },
  );
});

describe('a response without stored records', () => {
  it('is an example, like preferred responses', async () => {
    const plain = await createMock();
    for (const [path, prefer] of [
      [`/rules${T}`, ''],
      ['/aispm-dashboard', ''],
      ['/views', 'example=first_page'],
      [`${EVALUATIONS}/x`, 'code=200'],
    ] as const) {
      const headers = { authorization: 'Bearer me', ...(prefer && { prefer }) };
      const expected = await (await plain.fetch(`${BASE}${path}`, { headers })).json();
      expect(await (await mock.fetch(`${BASE}${path}`, { headers })).json()).toEqual(expected);
    }
  });

  it('is 429 if a list has 1,000 new records', async () => {
    let last = 0;
    for (let i = 0; i < 1_001 && last !== 429; i++)
      last = (await call('PUT', `${STORAGE}/k${i}`, { value: {} })).status;
    expect(last).toBe(429);
  });
});

describe('the labels of an object', () => {
  const read = async () => {
    const [agent] = (await items(`/aispm-agents${T}`)) as unknown as { aispm_object_id: string; labels: object }[];
    return { ...agent, path: `/aispm-agents${T}/${agent?.aispm_object_id}` };
  };

  it('are merged: null removes one, and others do not change', async () => {
    const { path, labels } = await read();
    await json(call('PATCH', path, { labels: { added: 'yes', other: 'no' } }));
    const changed = await json<{ labels: object; owners: string[] }>(
      call('PATCH', path, { labels: { other: null }, owners: ['me'] }),
    );
    expect(changed).toMatchObject({ labels: { ...labels, added: 'yes' }, owners: ['me'] });
    expect(changed.labels).not.toHaveProperty('other');
    expect(await read()).toMatchObject({ labels: changed.labels, owners: ['me'] });
  });

  it('are limited to the maximum number of the contract', async () => {
    const { path } = await read();
    const labels = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`label-${index}`, 'x']));
    const rejected = await call('PATCH', path, { labels });
    expect(rejected.status).toBe(422);
    expect(await rejected.json()).toMatchObject({
      reason: 'limit_exceeded',
      details: { 'body/labels': expect.any(String) },
    });
  });

  it('are only changed in the version of If-Match', async () => {
    const { path } = await read();
    const etag = (await call('GET', path)).headers.get('etag') ?? '';
    await json(call('PATCH', path, { labels: { a: 'x' } }, { 'if-match': etag }));
    await expectError(await call('PATCH', path, { labels: { a: 'y' } }, { 'if-match': etag }), 412);
  });
});

describe('a batch of updates of objects', () => {
  type Node = { aispm_object_id: string; labels: Record<string, string>; owners: string[] };
  const first = async (path: string) => (await items(`/${path}${T}`))[0] as unknown as Node;
  const PATHS = ['aispm-agents', 'aispm-models', 'aispm-tools', 'aispm-mcp-servers'];

  it('changes labels and owners of all types', async () => {
    const before = await Promise.all(PATHS.map(first));
    const updates = before.map(({ aispm_object_id, owners }) => ({
      aispm_object_id,
      labels: { zone: 'eu', team: null },
      remove_owners: owners.slice(0, 1),
      add_owners: ['me'],
    }));
    const outcome = await json(call('PATCH', `/aispm-objects${T}`, { updates }));
    expect(outcome).toMatchObject({ updated_count: 4, rejected_count: 0 });
    for (const [index, path] of PATHS.entries()) {
      const { team: _, ...labels } = before[index]?.labels ?? {};
      const { aispm_object_id: id, ...after } = await first(path);
      expect(after).toMatchObject({ labels: { ...labels, zone: 'eu' } });
      expect(after.labels).not.toHaveProperty('team');
      expect(after.owners).toEqual([...(before[index]?.owners.slice(1) ?? []), 'me']);
      const etag = (await call('GET', `/${path}${T}/${id}`)).headers.get('etag');
      expect(outcome.results).toContainEqual({ index, aispm_object_id: id, status: 'updated', etag });
    }
  });

  it('rejects single updates, which change nothing, with details in the batch', async () => {
    const before = await Promise.all(PATHS.map(first));
    const [agent, model, tool] = before.map(({ aispm_object_id }) => aispm_object_id);
    const many = Array.from({ length: 50 }, (_, index) => `owner-${index}`);
    const labels = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`label-${index}`, 'x']));
    const [asset] = (await items(`/aispm-assets${T}`)) as unknown as { asset_id: string }[];
    const outcome = await json<{ results: { error?: { code: number; details?: object } }[] }>(
      call('PATCH', `/aispm-objects${T}`, {
        updates: [
          { aispm_object_id: 'none', owners: [] },
          { aispm_object_id: asset?.asset_id, owners: [] },
          { aispm_object_id: model, if_match: '"old"', owners: [] },
          { aispm_object_id: model, owners: [] },
          { aispm_object_id: tool, owners: many, add_owners: ['one-more'], labels: { a: 'x' } },
          { aispm_object_id: agent, owners: ['me'], labels },
        ],
      }),
    );
    expect(outcome.results.map(({ error }) => [error?.code, Object.keys(error?.details ?? {})])).toEqual([
      [404, []],
      [404, []],
      [412, []],
      [422, ['body/updates/3/aispm_object_id']],
      [422, ['body/updates/4/add_owners']],
      [422, ['body/updates/5/labels']],
    ]);
    expect(await Promise.all(PATHS.map(first))).toEqual(before);
  });

  it('is in the audit log with the objects that changed', async () => {
    const { aispm_object_id } = await first('aispm-tools');
    const updates = [
      { aispm_object_id, add_owners: ['me'] },
      { aispm_object_id: 'none', owners: [] },
    ];
    await json(call('PATCH', `/aispm-objects${T}`, { updates }));
    const [entry] = await items(`/audit-entries${T}`);
    expect(entry).toMatchObject({ action: 'updateObjects', object_ids: [aispm_object_id] });
  });
});

describe('the time of the last change', () => {
  it('of a run changes with its state, and selects it', async () => {
    const { id } = await attach();
    // Initially active runs end before that.
    await items(RUNS);
    later(10);
    const run = await json<Json & { updated_at: string }>(call('POST', `${EVALUATIONS}/${id}/run`), 202);
    expect(run.updated_at).toBe(run.created_at);
    later(10);
    const ended = await json<Json>(call('GET', `${RUNS}/${run.id}`));
    expect(ended.updated_at).toBe(ended.finished_at);
    const since = async (time: unknown) =>
      (await items(`${RUNS}?updated_since=${time}&page_size=100`)).map((item) => item.id);
    expect(await since(ended.updated_at)).toEqual([run.id]);
    expect(await since('2026-11-20T13:00:00Z')).toEqual([]);
  });
});
