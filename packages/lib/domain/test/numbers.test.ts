/** The derived numbers add up, and follow the definitions of the contract. */
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  completeResults,
  completeScanResults,
  countAgents,
  countAt,
  countCategories,
  countElements,
  countFound,
  countHours,
  countIssues,
  countObjects,
  countPerDay,
  describeScans,
  Findings,
  findCurrentScans,
  generateHistogram,
  getScoreInterval,
  listPeriods,
  listTopIssues,
  OUTCOMES,
  SEVERITIES,
} from '../src/index.ts';

const occurrences = fc.array(
  fc.record({
    issue_id: fc.constantFrom('issue-1', 'issue-2', 'issue-3'),
    aispm_object_id: fc.constantFrom('object-1', 'object-2'),
    object_type: fc.constant('tool'),
    asset_id: fc.constant(null),
    definitive_severity: fc.constantFrom(...SEVERITIES),
    status: fc.constantFrom('open', 'in_progress', 'suppressed', 'resolved'),
  }),
);

describe('counts of findings', () => {
  it('count an issue at each type of its objects, and at assets by the objects inside, with the severity of the issue', () => {
    const on = (object_type: string, definitive_severity: string, status = 'open', asset_id: string | null = null) => ({
      issue_id: 'issue',
      aispm_object_id: object_type,
      object_type,
      asset_id,
      definitive_severity,
      status,
    });
    const findings = new Findings([
      on('tool', 'critical'),
      on('mcp_server', 'medium', 'open', 'asset-1'),
      on('location', 'low', 'open', 'asset-2'),
      on('model', 'high', 'resolved', 'asset-3'),
    ]);
    const counts = { total_inventory_count: 7, total_issues_count: 1, critical_issues_count: 1, high_issues_count: 0 };
    expect(countObjects('tool', 7, findings)).toEqual({ object_type: 'tool', ...counts });
    expect(countObjects('asset', 7, findings)).toEqual({ object_type: 'asset', ...counts });
    expect(countObjects('asset', 7, new Findings([on('tool', 'critical')]))).toMatchObject({ total_issues_count: 0 });
    expect(countObjects('model', 7, findings)).toMatchObject({ total_issues_count: 0, critical_issues_count: 0 });
  });

  it('count each unresolved issue once, by its most severe occurrence', () => {
    const of = (issue_id: string, definitive_severity: string, status = 'open') => ({
      issue_id,
      aispm_object_id: 'object',
      object_type: 'tool',
      asset_id: null,
      definitive_severity,
      status,
    });
    expect(
      countIssues([
        of('a', 'high'),
        of('a', 'critical'),
        of('b', 'high', 'suppressed'),
        of('c', 'critical', 'resolved'),
      ]),
    ).toEqual({
      total_issues_count: 2,
      critical_issues_count: 1,
      high_issues_count: 1,
      max_definitive_severity: 'critical',
    });
  });

  const of = (status: string, definitive_severity = 'high') => ({
    issue_id: 'issue',
    aispm_object_id: status,
    object_type: 'tool',
    asset_id: null,
    definitive_severity,
    status,
  });

  it('count suppressed findings as affected, but not as priority', () => {
    expect(countElements([of('open', 'critical'), of('suppressed'), of('resolved')])).toEqual({
      critical_element_count: 1,
      high_element_count: 0,
      total_priority_affected_elements: 1,
      total_affected_elements: 2,
      fine_grained_issue_count: 2,
    });
  });

  it('list the top issues by severity, then by what they affect, without those that affect nothing', () => {
    const issue = (issue_id: string, definitive_severity: string, total_priority_affected_elements: number) => ({
      issue_id,
      rule_id: 'rule',
      rule_name: 'Rule',
      rule_description: 'Description',
      definitive_severity,
      critical_element_count: 0,
      high_element_count: 0,
      total_priority_affected_elements,
    });
    const issues = [
      issue('a', 'high', 9),
      issue('c', 'critical', 1),
      issue('b', 'critical', 1),
      issue('d', 'critical', 2),
    ];
    const listed = listTopIssues([...issues, issue('none', 'critical', 0)], 3);
    expect(listed.map(({ issue_id }) => issue_id)).toEqual(['d', 'b', 'c']);
  });

  it('do not exceed their totals', () => {
    fc.assert(
      fc.property(occurrences, (some) => {
        const counts = countIssues(some);
        expect(counts.critical_issues_count + counts.high_issues_count).toBeLessThanOrEqual(counts.total_issues_count);
        const elements = countElements(some);
        expect(elements.total_affected_elements).toBeLessThanOrEqual(elements.fine_grained_issue_count);
        expect(elements.critical_element_count + elements.high_element_count).toBe(
          elements.total_priority_affected_elements,
        );
      }),
    );
  });
});

describe('histograms', () => {
  const issue = {
    issue_id: 'issue',
    definitive_severity: 'high',
    first_seen_at: '2026-01-01T12:00:00Z',
    resolved_at: null,
  };
  const change = (changed_at: string, status: string) => ({ changed_at, after: { status } });

  it('exclude an issue between its resolution and its reopening', () => {
    const changes = [change('2026-01-05T00:00:00Z', 'open'), change('2026-01-03T00:00:00Z', 'resolved')];
    const dated = [{ ...issue, periods: listPeriods(issue, changes) }];
    const query = { from: Date.parse('2025-12-31T00:00:00Z'), to: Date.parse('2026-01-06T00:00:00Z') };
    const counts = [...generateHistogram(dated, { ...query, interval: 'day' })].map(({ high }) => high);
    expect(counts).toEqual([0, 1, 1, 0, 0, 1, 1]);
  });

  it('exclude an issue from its resolution on', () => {
    const resolved = { ...issue, resolved_at: '2026-01-03T00:00:00Z' };
    const dated = [{ ...issue, periods: listPeriods(resolved, []) }];
    const before = Date.parse('2026-01-02T23:59:59.999Z');
    expect([countAt(dated, before).high, countAt(dated, before + 1).high]).toEqual([1, 0]);
  });

  it('count the last day of the dashboard up to now', () => {
    const dated = [{ ...issue, periods: listPeriods(issue, []) }];
    expect(countPerDay(dated, Date.parse('2026-01-01T11:59:00Z'), 2).map(({ high }) => high)).toEqual([0, 0]);
    expect(countPerDay(dated, Date.parse('2026-01-01T12:00:00Z'), 2).map(({ high }) => high)).toEqual([0, 1]);
  });
});

describe('counts of interactions', () => {
  const START = Date.parse('2026-01-01T00:00:00Z');
  const interactions = fc.array(
    fc.record({
      agent_id: fc.constantFrom(null, 'agent-1', 'agent-2'),
      started_at: fc.integer({ min: START, max: START + 5 * 3600_000 }).map((ms) => new Date(ms).toISOString()),
      guardrail_outcome: fc.constantFrom(...Object.values(OUTCOMES)),
      guardrail_results: fc.array(
        fc.record({ action: fc.constantFrom(...Object.keys(OUTCOMES)), category: fc.constantFrom('a', 'b') }),
      ),
    }),
  );
  const window = { from: START + 1800_000, to: START + 4 * 3600_000 };

  it('include both ends of the window', () => {
    const at = (ms: number) => ({
      agent_id: null,
      started_at: new Date(ms).toISOString(),
      guardrail_outcome: OUTCOMES.allow,
      guardrail_results: [],
    });
    const some = [window.from - 1, window.from, window.to, window.to + 1].map(at);
    expect(countHours(some, window).total).toBe(2);
  });

  it('add up over hours and agents', () => {
    fc.assert(
      fc.property(interactions, (some) => {
        const hours = countHours(some, window);
        const agents = countAgents(some, window, 100, () => null);
        for (const name of ['total', 'ok', 'blocked', 'redacted', 'alerted'] as const) {
          const sum = (rows: Record<typeof name, number>[]) => rows.reduce((total, row) => total + row[name], 0);
          expect(sum(Object.values(hours.results))).toBe(hours[name]);
          expect(sum(agents.agents)).toBe(hours[name]);
        }
        expect(Object.keys(hours.results)).toHaveLength(5);
        for (const { total, ok, blocked, redacted, alerted } of countCategories(some, window, 100).categories)
          expect(ok + blocked + redacted + alerted).toBe(total);
      }),
    );
  });
});

describe('results of a scan', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();
  const time = fc.integer({ min: 1, max: 9 }).map(day);
  const contents = fc.record({
    objects: fc.uniqueArray(
      fc.record({
        aispm_object_id: fc.stringMatching(/^object-\d$/),
        object_type: fc.constantFrom('agent' as const, 'model' as const),
        first_seen_at: time,
      }),
      { selector: ({ aispm_object_id }) => aispm_object_id },
    ),
    occurrences: fc.uniqueArray(
      fc.record({
        fine_grained_issue_id: fc.stringMatching(/^occurrence-\d$/),
        issue_id: fc.constant('issue'),
        aispm_object_id: fc.constant('object-1'),
        object_type: fc.constant('agent'),
        asset_id: fc.constant('asset'),
        definitive_severity: fc.constantFrom(...SEVERITIES),
        status: fc.constant('open'),
        first_seen_at: time,
        resolved_at: fc.option(time),
      }),
      { selector: ({ fine_grained_issue_id }) => fine_grained_issue_id },
    ),
  });

  it('add up to what was counted when it ended, no matter what is known or deleted', () => {
    fc.assert(
      fc.property(contents, fc.nat(5), fc.nat(5), (asset, knownCount, deletedCount) => {
        const counts = countFound(asset, day(5));
        const scan = { scan_id: 'scan', status: 'completed', started_at: day(4), finished_at: day(5), ...counts };
        const all = completeScanResults(scan, [], asset, String);
        const known = all.slice(0, knownCount);
        const left = { ...asset, objects: asset.objects.slice(deletedCount) };
        const results = [...known, ...completeScanResults(scan, known, left, String)];
        const of = (kind: string) => results.filter(({ result_kind }) => result_kind === kind);
        expect([of('object').length, of('issue').length]).toEqual([counts.ai_object_count, counts.detection_count]);
        const ids = of('object').flatMap(({ aispm_object_id }) => aispm_object_id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        expect(completeScanResults({ ...scan, status: 'failed' }, [], asset, String)).toEqual([]);
      }),
    );
  });

  it('are those of the last completed scan of each type for an asset or target', () => {
    const of = (scan_id: string, finished: number, more: object = {}) => ({
      scan_id,
      scan_type: 'code',
      status: 'completed',
      asset_id: 'asset',
      target: 'target',
      created_at: day(finished),
      finished_at: day(finished),
      ...more,
    });
    const scans = [
      of('new', 3),
      of('old', 2),
      of('failed', 4, { status: 'failed' }),
      of('model', 1, { scan_type: 'model' }),
      of('elsewhere', 1, { asset_id: null }),
    ];
    expect([...findCurrentScans(scans)]).toEqual(['new', 'model', 'elsewhere']);
    expect(describeScans(scans)).toEqual({ last_scan_id: 'failed', last_scanned_at: day(3) });
    expect(describeScans([])).toEqual({ last_scan_id: null, last_scanned_at: null });
  });
});

describe('results of a run', () => {
  const run = {
    id: 'run',
    created_at: '2026-01-01T00:00:00Z',
    started_at: '2026-01-01T00:00:00Z',
    finished_at: '2026-01-01T01:00:00Z',
    summary: { total: 120, passed: 94, failed: 22, errored: 4, by_category: { a: 0.88, b: 0.7, c: 0.85 } },
  };

  it('add up to the summary, together with the known ones', () => {
    const known = [{ prompt_index: 1, status: 'failed', category: 'b' }];
    const others = completeResults(run, known, (index) => `result-${index}`);
    const all = [...others, ...known];
    const count = (status: string) => all.filter((result) => result.status === status).length;
    expect([all.length, count('passed'), count('failed'), count('errored')]).toEqual([120, 94, 22, 4]);
    expect(new Set(all.map(({ prompt_index }) => prompt_index)).size).toBe(120);
    const passed = others.filter(({ category, status }) => category === 'a' && status === 'passed').length;
    const judged = others.filter(({ category, status }) => category === 'a' && status !== 'errored').length;
    expect(Math.round((100 * passed) / judged) / 100).toBe(0.88);
  });

  it('exist without categories, but not without a summary', () => {
    const summary = { total: 3, passed: 1, failed: 2, errored: 0 };
    expect(completeResults({ ...run, summary }, [], String)).toHaveLength(3);
    expect(completeResults({ ...run, summary: null }, [], String)).toEqual([]);
  });

  it('cannot be found for a summary that contradicts itself', () => {
    const summary = { total: 3, passed: 3, failed: 0, errored: 0, by_category: { a: 0 } };
    expect(() => completeResults({ ...run, summary }, [], String)).toThrow('No results add up');
  });
});

describe('the interval of a score', () => {
  it.each([
    [20, 0, 0.84, 1],
    [0, 20, 0, 0.16],
    [1, 0, 0.21, 1],
    [94, 22, 0.73, 0.87],
    [990_000, 10_000, 0.99, 0.99],
    [0, 0, 0, 1],
  ])('of %i passed and %i failed results is %d to %d', (passed, failed, lower, upper) => {
    expect(getScoreInterval(passed, failed)).toEqual({ lower, upper });
  });

  it('contains the score, mirrors that of the opposite, and is narrower with more results', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.integer({ min: 2, max: 100 }), (passed, failed, factor) => {
        fc.pre(passed + failed > 0);
        const { lower, upper } = getScoreInterval(passed, failed);
        const score = Math.round((100 * passed) / (passed + failed)) / 100;
        expect([lower >= 0, lower <= score, score <= upper, upper <= 1]).toEqual([true, true, true, true]);
        const opposite = getScoreInterval(failed, passed);
        expect(Math.abs(1 - opposite.upper - lower)).toBeLessThan(0.011);
        expect(Math.abs(1 - opposite.lower - upper)).toBeLessThan(0.011);
        const more = getScoreInterval(passed * factor, failed * factor);
        expect(more.lower).toBeGreaterThanOrEqual(lower);
        expect(more.upper).toBeLessThanOrEqual(upper);
      }),
    );
  });
});
