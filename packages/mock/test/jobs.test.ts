/** The results of jobs: exported files contain the rows of lists, and completed scans add to lists. */
import { createMock, type Mock, type MockOptions } from '@aispm/mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE, listExamples, TOKEN } from './support.ts';

type Row = Record<string, unknown>;

const SCOPE = 'tenants/halden-freight/workspaces/production';
let mock: Mock;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-20T12:00:00Z');
  mock = await createMock({ stateful: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

async function send(method: string, path: string, body?: object): Promise<Response> {
  const response = await mock.fetch(`${BASE}/${path}`, {
    method,
    headers: { ...TOKEN, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
const get = async (path: string) => (await (await send('GET', path)).json()) as Row;
const items = async (path: string) => (await get(path)).items as Row[];

/** Exports a view, and returns its file. */
async function download(view: object, format: string, between = async () => {}): Promise<Response> {
  const { id } = (await (await send('POST', 'views', view)).json()) as Row;
  const { export_workflow_id } = (await (await send('POST', `views/${id}/export`)).json()) as Row;
  await between();
  later(10);
  const { export_path } = await get(`views/${id}/export/${export_workflow_id}`);
  return send('GET', `${String(export_path).slice(1)}?format=${format}`);
}

const LISTS = [
  ['agents', 'aispm-agents', ['aispm_friendly_name', 'model_count', 'critical_issues_count'], {}],
  ['mcp_servers', 'aispm-mcp-servers', ['aispm_friendly_name', 'labels', 'url'], { has_issues: true }],
  ['assets', 'aispm-assets', ['asset_name', 'ai_object_count'], { order: 'DESC', sort: 'asset_name' }],
  ['issues', 'issues', ['issue_id', 'status', 'tags'], { status: ['open', 'in_progress'] }],
  ['fine_grained_issues', 'fine-grained-issues', ['message', 'location'], {}],
  ['evaluation_runs', 'eval/evaluation-runs', ['id', 'status', 'score'], { order: 'ASC' }],
  ['llm_interactions', 'aispm-llm-interactions', ['llm_interaction_id', 'guardrail_outcome'], {}],
  ['scans', 'scans', ['scan_id', 'target'], {}],
  ['rules', 'rules', ['rule_id', 'total_issues_count'], {}],
] as const;

describe('the file of an export', () => {
  it.each(LISTS)('has the rows and columns of the view: %s', async (entity, path, columns, filters) => {
    const parameters = Object.entries(filters).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    );
    const rows = await items(`${path}/${SCOPE}?${new URLSearchParams([...parameters, ['page_size', '100']])}`);
    const expected = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
    expect(expected.length).toBeGreaterThan(0);
    const view = { name: `All ${entity}`, entity, filters, columns };
    const file = await download(view, 'ndjson');
    expect(file.headers.get('content-type')).toBe('application/x-ndjson');
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="all-${entity.replaceAll('_', '-')}.ndjson"`,
    );
    const lines = (await file.text()).split('\n').filter(Boolean);
    expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
    const csv = await (await download(view, 'csv')).text();
    expect(csv.split('\r\n')[0]).toBe(columns.join(','));
  });

  it('has the rows of the list at the start of the export', async () => {
    const [issue] = await items(`issues/${SCOPE}?status=open`);
    const view = { name: 'Open', entity: 'issues', filters: { status: 'open' }, columns: ['issue_id'] };
    const close = async () =>
      void (await send('PATCH', `issues/${SCOPE}/${issue?.issue_id}`, {
        status: 'suppressed',
        status_reason: 'duplicate',
      }));
    expect(await (await download(view, 'csv', close)).text()).toContain(String(issue?.issue_id));
    expect(await (await download({ ...view, name: 'Now' }, 'csv')).text()).not.toContain(String(issue?.issue_id));
  });

  it('in the examples is the contract’s example, even without state', async () => {
    for (const options of [{}, { stateful: true, now: false }]) {
      mock = await createMock(options);
      const [view] = await items('views');
      const [done] = (await items(`views/${view?.id}/exports`)).filter(({ export_path }) => export_path !== '');
      const text = await (await send('GET', `${String(done?.export_path).slice(1)}`)).text();
      const { critical_export } = listExamples('/views/v1/export/e1/download', 'get', '200');
      expect(text).toBe(critical_export);
    }
  });
});

/** A scanner's document with an agent and a tool in a new repository, and an occurrence of a new rule. */
const document = {
  scan_type: 'code',
  target: 'https://github.com/halden-freight/night-shift',
  branch: 'main',
  tool_name: 'night-scanner',
  tool_version: '1.0.0',
  objects: [
    {
      key: 'a',
      stable_key: 'repo:night-shift',
      object_type: 'asset',
      aispm_friendly_name: 'night-shift',
      asset_type: 'repository',
    },
    {
      key: 'g',
      stable_key: 'agent:night',
      object_type: 'agent',
      aispm_friendly_name: 'Night Clerk',
      framework: 'none',
    },
    {
      key: 't',
      stable_key: 'tool:night',
      object_type: 'tool',
      aispm_friendly_name: 'Ring bell',
      tool_name: 'ring_bell',
      tool_source: 'function',
      tool_kind: 'tool',
    },
  ],
  edges: [
    { from_key: 'g', edge: 'tools', to_key: 't' },
    { from_key: 'g', edge: 'locations', to_key: 'l' },
  ],
  locations: [
    {
      key: 'l',
      stable_key: 'file:night.py',
      aispm_friendly_name: 'night.py',
      location_type: 'file',
      file_path: 'night.py',
    },
  ],
  rules: [
    {
      rule_id: 'night.too-loud',
      rule_name: 'Too loud',
      object_types: ['agent'],
      source: 'external',
      severity: 'critical',
    },
  ],
  occurrences: [
    {
      fingerprint: 'a'.repeat(64),
      rule_id: 'night.too-loud',
      object_key: 'g',
      location_key: 'l',
      message: 'The bell is too loud.',
    },
  ],
};

describe('a completed scan', () => {
  const submit = async (changes: object = {}) => {
    const { scan_id } = (await (await send('POST', `scans/${SCOPE}`, { ...document, ...changes })).json()) as Row;
    later(10);
    return get(`scans/${SCOPE}/${scan_id}`);
  };
  const agents = async () =>
    (await items(`aispm-agents/${SCOPE}?page_size=100`)).filter(
      ({ aispm_friendly_name }) => aispm_friendly_name === 'Night Clerk',
    );

  it('adds its objects, relations, rules and occurrences to the lists, and updates all counts', async () => {
    const before = await get('aispm-dashboard');
    const scan = await submit();
    const [agent] = await agents();
    expect(agent).toMatchObject({ framework: 'none', platform: null, tool_count: 1, critical_issues_count: 1 });
    const edge = (name: string) => items(`aispm-agents/${SCOPE}/${agent?.aispm_object_id}/${name}`);
    expect(await edge('tools')).toMatchObject([{ aispm_friendly_name: 'Ring bell' }]);
    expect(await edge('locations')).toMatchObject([{ aispm_friendly_name: 'night.py' }]);
    expect(await edge('assets')).toMatchObject([
      { aispm_object_id: scan.asset_id, aispm_friendly_name: 'night-shift' },
    ]);
    expect(await get(`aispm-assets/${SCOPE}/${scan.asset_id}`)).toMatchObject({
      ai_object_count: 2,
      critical_issues_count: 1,
      last_scan_id: scan.scan_id,
    });
    expect(await get(`rules/${SCOPE}/night.too-loud`)).toMatchObject({ rule_name: 'Too loud', source: 'external' });
    const [issue] = await items(`issues/${SCOPE}?aispm_object_id=${agent?.aispm_object_id}`);
    expect(issue).toMatchObject({ rule_id: 'night.too-loud', status: 'open', critical_element_count: 1 });
    expect(await items(`fine-grained-issues/${SCOPE}?issue_id=${issue?.issue_id}`)).toMatchObject([
      { message: 'The bell is too loud.', scan_id: scan.scan_id, location: { file_path: 'night.py' } },
    ]);
    const results = await items(`scans/${SCOPE}/${scan.scan_id}/results`);
    expect(results.map(({ result_kind, change }) => `${result_kind} ${change}`).toSorted()).toEqual([
      'issue new',
      'object new',
      'object new',
      'object new',
    ]);
    const named = [agent, ...(await items(`aispm-tools/${SCOPE}?name=bell`))];
    for (const object of named) {
      const own = results.filter(({ aispm_object_id }) => aispm_object_id === object?.aispm_object_id);
      expect(own.length).toBeGreaterThan(0);
      expect(new Set(own.map((result) => result.aispm_friendly_name))).toEqual(new Set([object?.aispm_friendly_name]));
    }
    const count = (dashboard: Row) =>
      (dashboard.aispm_objects_counts as Record<string, number>[]).map((row) => [
        row.total_inventory_count,
        row.critical_issues_count,
      ]);
    const [known, now] = [count(before), count(await get('aispm-dashboard'))];
    const types = (before.aispm_objects_counts as Row[]).map(({ object_type }) => object_type);
    const added: Record<string, [number, number]> = { agent: [1, 1], tool: [1, 0], asset: [1, 1], location: [1, 0] };
    expect(now).toEqual(
      known.map(([inventory = 0, critical = 0], index) => {
        const [objects, issues] = added[String(types[index])] ?? [0, 0];
        return [inventory + objects, critical + issues];
      }),
    );
  });

  it('recognizes known objects and occurrences, and resolves occurrences that it omits', async () => {
    const first = await submit();
    const [issue] = await items(`issues/${SCOPE}?rule_id=night.too-loud`);
    const second = await submit();
    expect(await agents()).toHaveLength(1);
    expect(second.asset_id).toBe(first.asset_id);
    expect(await items(`issues/${SCOPE}?rule_id=night.too-loud`)).toHaveLength(1);
    const third = await submit({ occurrences: [] });
    expect(third).toMatchObject({ resolution_count: 1, detection_count: 0 });
    expect(await get(`issues/${SCOPE}/${issue?.issue_id}`)).toMatchObject({
      status: 'resolved',
      critical_element_count: 0,
    });
    expect((await agents())[0]).toMatchObject({ critical_issues_count: 0 });
    const results = await items(`scans/${SCOPE}/${third.scan_id}/results?result_kind=issue`);
    expect(results).toMatchObject([{ change: 'absent', definitive_severity: 'critical' }]);
    await submit();
    expect((await agents())[0]).toMatchObject({ critical_issues_count: 1 });
  });

  it('resolves an omitted occurrence as not observed, and reopens it and its issue when it is reported again', async () => {
    await submit();
    const [issue] = await items(`issues/${SCOPE}?rule_id=night.too-loud`);
    const read = async () => ({
      issue: await get(`issues/${SCOPE}/${issue?.issue_id}`),
      occurrence: (await items(`fine-grained-issues/${SCOPE}?issue_id=${issue?.issue_id}`))[0],
    });
    await submit({ occurrences: [] });
    const resolved = { status: 'resolved', status_reason: 'not_observed' };
    expect(await read()).toMatchObject({ issue: { ...resolved, reopen_count: 0 }, occurrence: resolved });
    const again = await submit();
    const open = { status: 'open', status_reason: null, resolved_at: null };
    expect(await read()).toMatchObject({ issue: { ...open, reopen_count: 1 }, occurrence: open });
    const results = await items(`scans/${SCOPE}/${again.scan_id}/results?result_kind=issue`);
    expect(results).toMatchObject([{ change: 'updated' }]);
  });

  it('does not change a suppressed occurrence, whether it reports it or not', async () => {
    await submit();
    const [issue] = await items(`issues/${SCOPE}?rule_id=night.too-loud`);
    const path = `issues/${SCOPE}/${issue?.issue_id}`;
    const suppressed = { status: 'suppressed', status_reason: 'false_positive' };
    expect((await send('PATCH', path, suppressed)).status).toBe(200);
    await submit();
    expect(await get(path)).toMatchObject(suppressed);
    const omitting = await submit({ occurrences: [] });
    expect(omitting).toMatchObject({ resolution_count: 0 });
    expect(await get(path)).toMatchObject(suppressed);
  });

  it('marks a known occurrence with a new message as updated, and gives the severity of its issue a reason', async () => {
    await submit();
    const [occurrence] = document.occurrences;
    const louder = await submit({ occurrences: [{ ...occurrence, message: 'Louder.', severity: 'high' }] });
    expect(await items(`scans/${SCOPE}/${louder.scan_id}/results?result_kind=issue`)).toMatchObject([
      { change: 'updated', definitive_severity: 'high' },
    ]);
    const [issue] = await items(`issues/${SCOPE}?rule_id=night.too-loud`);
    const severity_reason = 'The most severe occurrence is rated high, the rule critical.';
    expect(issue).toMatchObject({ base_severity: 'critical', definitive_severity: 'high', severity_reason });
  });

  it('adds nothing when it fails or is stopped', async () => {
    const { scan_id } = (await (await send('POST', `scans/${SCOPE}`, document)).json()) as Row;
    await send('POST', `scans/${SCOPE}/${scan_id}/stop`);
    later(10);
    expect(await get(`scans/${SCOPE}/${scan_id}`)).toMatchObject({ status: 'cancelled' });
    expect(await agents()).toEqual([]);
  });

  it('is part of the persisted state', async () => {
    const scan = await submit();
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    mock.reset();
    expect(await agents()).toEqual([]);
    mock.restore(snapshot);
    expect(await agents()).toHaveLength(1);
    expect((await items(`scans/${SCOPE}/${scan.scan_id}/results`)).length).toBe(4);
  });
});

describe('initially active runs and scans', () => {
  const EVALUATIONS = `eval/agent-evaluations/${SCOPE}`;
  const RUNS = `eval/evaluation-runs/${SCOPE}`;
  const SCANS = `scans/${SCOPE}`;

  it.each<[string, MockOptions]>([
    ['the examples', {}],
    ['generated records', { dynamic: true, seed: '1' }],
  ])('continue and end like started ones: %s', async (_, options) => {
    mock = await createMock({ stateful: true, ...options });
    const states = async () => {
      const runs = await items(`${RUNS}?page_size=100`);
      return Object.groupBy(runs, ({ status }) => String(status));
    };
    const first = await states();
    const [queued, running] = [first.queued?.[0], first.running?.[0]];
    expect([queued?.progress, running?.progress]).toEqual([0, 0.4]);
    const stateOf = async (run: Row | undefined) => {
      const { status, progress } = await get(`${RUNS}/${run?.id}`);
      const attached = await get(`${EVALUATIONS}/${run?.agent_evaluation_id}`);
      expect(attached).toMatchObject({
        latest_run_id: run?.id,
        latest_run_status: status,
        latest_run_progress: progress,
        run_requested: status === 'queued',
      });
      return [status, progress];
    };
    expect(await stateOf(running)).toEqual(['running', 0.4]);
    later(1.4);
    expect([await stateOf(queued), await stateOf(running)]).toEqual([
      ['running', 0.1],
      ['running', 0.75],
    ]);
    later(5);
    for (const run of [...(first.queued ?? []), ...(first.running ?? [])]) {
      const ended = await get(`${RUNS}/${run.id}`);
      expect(ended).toMatchObject({ status: 'completed', progress: 1, cancel_requested: false });
      if (run.started_at !== null) expect(ended.started_at).toBe(run.started_at);
      expect(Date.parse(String(ended.finished_at))).toBeGreaterThan(Date.parse(String(ended.started_at)));
      expect(await get(`${EVALUATIONS}/${run.agent_evaluation_id}`)).toMatchObject({
        run_requested: false,
        latest_run_id: run.id,
        latest_run_status: 'completed',
        latest_run_finished_at: ended.finished_at,
        latest_run_summary: ended.summary,
        latest_scored_run_id: run.id,
        latest_scored_run_summary: ended.summary,
      });
      const { total_count } = await get(`${RUNS}/${run.id}/results`);
      expect(total_count).toBe((ended.summary as Row).total);
    }
    expect(Object.keys(await states())).not.toContain('running');
    await send('POST', `${EVALUATIONS}/${queued?.agent_evaluation_id}/run`);
  });

  it('fail if every run fails', async () => {
    mock = await createMock({ stateful: true, scenario: 'run-fails' });
    const [run] = await items(`${RUNS}?status=running`);
    later(5);
    expect(await get(`${RUNS}/${run?.id}`)).toMatchObject({ status: 'failed', error_kind: 'agent_unreachable' });
  });

  it('end as cancelled when they are stopped', async () => {
    const [run] = await items(`${RUNS}?status=running`);
    await send('POST', `${RUNS}/${run?.id}/stop`);
    later(1.1);
    expect(await get(`${RUNS}/${run?.id}`)).toMatchObject({ status: 'cancelled', score: null, progress: 0.65 });
  });

  it('find as many objects and occurrences as the previous scan, and become the current ones', async () => {
    const before = await get('aispm-dashboard');
    const active = (await items(SCANS)).filter(({ finished_at }) => finished_at === null);
    expect(active.map(({ status }) => status)).toEqual(['queued', 'running']);
    const all = await items(`${SCANS}?page_size=100`);
    const current = active.map((scan) => all.find((other) => other.target === scan.target && other.is_current));
    later(5);
    for (const [index, scan] of active.entries()) {
      const previous = current[index];
      const ended = await get(`${SCANS}/${scan.scan_id}`);
      expect(ended).toMatchObject({
        status: 'completed',
        progress: 1,
        is_current: true,
        ai_object_count: previous?.ai_object_count,
        detection_count: previous?.detection_count,
        resolution_count: 0,
      });
      expect(await get(`${SCANS}/${previous?.scan_id}`)).toMatchObject({ is_current: false });
      expect(await get(`aispm-assets/${SCOPE}/${scan.asset_id}`)).toMatchObject({
        last_scan_id: scan.scan_id,
        last_scanned_at: ended.finished_at,
      });
    }
    const { scans_counts, aispm_objects_counts } = await get('aispm-dashboard');
    expect({ scans_counts, aispm_objects_counts }).toEqual({
      scans_counts: before.scans_counts,
      aispm_objects_counts: before.aispm_objects_counts,
    });
  });

  it('do not change without --stateful', async () => {
    mock = await createMock();
    const active = async () =>
      (await items(`${RUNS}?status=queued&status=running`)).concat(await items(`${SCANS}?status=running`));
    const first = await active();
    later(10);
    expect(await active()).toEqual(first);
    expect(first).toHaveLength(3);
  });
});

describe('exports of the examples', () => {
  /** Lists the exports of all views, each with the path of the exports of its view. */
  const exports = async () =>
    (await Promise.all((await items('views')).map(({ id }) => items(`views/${id}/exports`)))).flat();
  const isActive = ({ finished_at }: Row) => finished_at === null;
  const read = ({ view_id, export_workflow_id: id }: Row) => get(`views/${view_id}/export/${id}`);

  it('continue from their states, and end with a file that expires', async () => {
    const active = (await exports()).filter(isActive);
    expect(active.map(({ export_status }) => export_status)).toEqual(['running']);
    for (const each of active) {
      const again = await (await send('POST', `views/${each.view_id}/export`)).json();
      expect(again).toMatchObject({ export_workflow_id: each.export_workflow_id, export_status: 'running' });
    }
    later(4);
    for (const each of active) {
      const path = `/views/${each.view_id}/export/${each.export_workflow_id}/download`;
      expect(await read(each)).toEqual({
        ...each,
        export_status: 'completed',
        export_path: path,
        finished_at: '2026-11-20T12:00:04.000Z',
        expires_at: '2026-11-21T12:00:04.000Z',
      });
      expect((await send('GET', path.slice(1))).status).toBe(200);
      const next = await (await send('POST', `views/${each.view_id}/export`)).json();
      expect(next).toMatchObject({ export_status: 'queued' });
      later(24 * 3600);
      await expect(send('GET', path.slice(1))).rejects.toThrow(/410 .*export_expired/);
    }
  });

  it('are shifted like all other times, for all scenarios', async () => {
    const times = async (options: MockOptions) => {
      mock = await createMock(options);
      const records = [...(await exports()), ...(await items('views')), ...(await items('api-keys'))];
      return records.map(({ created_at }) => Date.parse(String(created_at)));
    };
    const unshifted = await times({ now: false });
    const [scan] = await items(`scans/${SCOPE}`);
    for (const options of [{ now: true }, { stateful: true }, { dynamic: true, now: true }] as const) {
      const shifts = (await times(options)).map((time, index) => time - Number(unshifted[index]));
      if (!('dynamic' in options)) {
        const [shifted] = await items(`scans/${SCOPE}`);
        shifts.push(Date.parse(String(shifted?.created_at)) - Date.parse(String(scan?.created_at)));
      }
      expect(new Set(shifts).size, JSON.stringify(shifts)).toBe(1);
      expect(shifts[0]).toBeGreaterThan(0);
    }
  });

  it('do not change without --stateful', async () => {
    mock = await createMock();
    const before = await exports();
    later(48 * 3600);
    expect(await exports()).toEqual(before);
    expect(before.filter(isActive)).toHaveLength(1);
    const completed = before.find(({ export_status }) => export_status === 'completed');
    expect((await send('GET', String(completed?.export_path).slice(1))).status).toBe(200);
  });

  it('are part of a snapshot, like started exports', async () => {
    const [running] = (await exports()).filter(isActive);
    const [other] = (await items('views')).filter(({ id }) => id !== running?.view_id);
    await send('POST', `views/${other?.id}/export`);
    later(2);
    const before = await exports();
    const snapshot = mock.snapshot();
    mock.reset();
    mock.restore(snapshot);
    expect(await exports()).toEqual(before);
  });
});

describe('the name of an exported file', () => {
  it('is the name of the view at the start of the export', async () => {
    const view = { name: 'Old', entity: 'agents' };
    const { id } = (await (await send('POST', 'views', view)).json()) as Row;
    const { export_workflow_id } = (await (await send('POST', `views/${id}/export`)).json()) as Row;
    await send('PATCH', `views/${id}`, { name: 'New' });
    later(10);
    const file = await send('GET', `views/${id}/export/${export_workflow_id}/download`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="old.csv"');
  });
});
