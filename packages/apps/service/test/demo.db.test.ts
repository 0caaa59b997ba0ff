/** The demo workspace: its counts match its records, and scanners find its objects again. */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import { readFileSync } from 'node:fs';
import { findLatestEvent } from '@aispm/domain';
import { buildGraph, type EdgeRow, evaluateStaticRules, type NodeRow } from '@aispm/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareDemo } from '../src/demo/first-start.ts';
import { SAMPLE_WORKSPACE, sampleData } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { describeOnDatabases } from './databases/databases.ts';
import { recount } from './histories/recount.ts';
import { ScannedWorkspace } from './histories/scanned-workspace.ts';
import { startService, type TestService } from './service.ts';

const examples = JSON.parse(readFileSync(new URL('../src/generated/sample-data.json', import.meta.url), 'utf8'));
const T = `tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
const PRIORITY = ['critical', 'high'];

describeOnDatabases('the demo tenant', (kind) => {
  let service: TestService;
  let token: string;
  const get = async (path: string): Promise<any> => (await service.send(`/${path}`, { token })).json();

  /** Returns all items of a list. */
  async function listAll(path: string): Promise<any[]> {
    const items: any[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(`${path}?page_size=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      const rows =
        page.items ??
        page.rows.map((row: any[]) => Object.fromEntries(row.map((cell, index) => [page.header[index], cell])));
      items.push(...rows);
      cursor = page.cursor;
      if (!cursor) return items;
    }
  }

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service.close());

  it('has stored counts that match its records', async () => {
    const workspace = new ScannedWorkspace(service.database, SAMPLE_WORKSPACE.tenantId);
    workspace.scope.workspaceId = SAMPLE_WORKSPACE.workspaceId;
    for (const [name, { stored, recounted }] of Object.entries(await recount(workspace))) {
      expect(recounted.length, name).toBeGreaterThan(0);
      expect(stored, name).toEqual(recounted);
    }
  });

  it('has a dashboard and a histogram that match the lists', async () => {
    const objects: Record<string, any[]> = {
      agent: await listAll(`aispm-agents/${T}`),
      model: await listAll(`aispm-models/${T}`),
      tool: await listAll(`aispm-tools/${T}`),
      mcp_server: await listAll(`aispm-mcp-servers/${T}`),
      asset: await listAll(`assets/${T}`),
      location: await listAll(`locations/${T}`),
    };
    const issues = (await listAll(`issues/${T}`)).filter(({ status }) => status !== 'resolved');
    const occurrences = (await listAll(`fine-grained-issues/${T}`)).filter(({ status }) => status !== 'resolved');
    const dashboard = await get('aispm-dashboard');

    const mostSevere = (found: any[]) =>
      PRIORITY.find((severity) => found.some(({ definitive_severity }) => definitive_severity === severity));
    const counted = Object.entries(objects).map(([object_type, inventory]) => {
      const found = [
        ...Map.groupBy(
          // For an asset, those in it.
          occurrences.filter(
            (record) => record.object_type === object_type || (object_type === 'asset' && record.asset_id !== null),
          ),
          (record) => record.issue_id,
        ).values(),
      ];
      return {
        object_type,
        total_inventory_count: inventory.length,
        total_issues_count: found.length,
        critical_issues_count: found.filter((group) => mostSevere(group) === 'critical').length,
        high_issues_count: found.filter((group) => mostSevere(group) === 'high').length,
      };
    });
    expect(dashboard.aispm_objects_counts).toEqual(counted);

    const active = occurrences.filter(({ status }) => status !== 'suppressed');
    const elements = (issue: string, severity: string) =>
      new Set(
        active
          .filter((record) => record.issue_id === issue && record.definitive_severity === severity)
          .map((record) => record.aispm_object_id),
      ).size;
    const top = issues
      .map(({ issue_id }) => [issue_id, elements(issue_id, 'critical'), elements(issue_id, 'high')])
      .filter(([, critical, high]) => critical + high > 0);
    expect(
      dashboard.aispm_objects_top_issues
        .map((issue: any) => [issue.issue_id, issue.critical_element_count, issue.high_element_count])
        .sort(),
    ).toEqual(top.sort());

    const atRisk = (type: string) =>
      [
        ...Map.groupBy(
          occurrences.filter((record) => record.object_type === type && PRIORITY.includes(record.definitive_severity)),
          (record) => record.aispm_object_id,
        ),
      ]
        .map(([id, found]) => [id, found.length])
        .sort();
    for (const [list, type] of [
      ['agents', 'agent'],
      ['mcp_servers', 'mcp_server'],
      ['models', 'model'],
    ]) {
      const shown = dashboard[`aispm_top_at_risk_${list}`];
      expect(
        shown.map((object: any) => [object.aispm_object_id, object.total_critical_high_occurrences]).sort(),
      ).toEqual(atRisk(type as string));
    }

    const current = (await listAll(`scans/${T}`)).filter(({ is_current }) => is_current);
    expect(dashboard.scans_counts).toMatchObject({
      total_current_aispm_scans: current.length,
      scans_with_ai_objects_count: current.filter(({ has_ai_objects }) => has_ai_objects).length,
    });

    // Every day of the window of the example, from the issues themselves.
    const { last_30_days: window } = examples.getIssueHistogram;
    const everything = await listAll(`issues/${T}`);
    const histogram = await get(
      `issue-histograms/${T}?start_time=${window.start_time}&end_time=${window.end_time}&interval=day`,
    );
    const after = (index: number) =>
      Math.min(Date.parse(window.counts[index + 1]?.bucket_start ?? window.end_time), Date.parse(window.end_time));
    const days = histogram.counts.map((bucket: any) => ({ ...bucket, bucket_start: Date.parse(bucket.bucket_start) }));
    expect(days).toEqual(
      window.counts.map(({ bucket_start }: any, index: number) => {
        const open = everything.filter(
          (issue) =>
            Date.parse(issue.first_seen_at) < after(index) &&
            (issue.resolved_at === null || Date.parse(issue.resolved_at) >= after(index)),
        );
        const of = (severity: string) => open.filter((record) => record.definitive_severity === severity).length;
        return {
          bucket_start: Date.parse(bucket_start),
          critical: of('critical'),
          high: of('high'),
          other: open.length - of('critical') - of('high'),
        };
      }),
    );
  });

  it('has results of completed runs that match the summaries', async () => {
    const runs = (await get(`eval/evaluation-runs/${T}?page_size=100&status=completed`)).items;
    expect(runs.length).toBeGreaterThan(3);
    for (const { id, summary } of runs) {
      const results: any[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total_pages } = await get(`eval/evaluation-runs/${T}/${id}/results?page_size=100&page=${page}`);
        results.push(...items);
        if (page >= total_pages) break;
      }
      expect(results.map(({ prompt_index }) => prompt_index)).toEqual(results.map((_, index) => index));
      const count = (status: string, of = results) => of.filter((record) => record.status === status).length;
      expect(summary).toMatchObject({
        total: results.length,
        passed: count('passed'),
        failed: count('failed'),
        errored: count('errored'),
      });
      for (const [category, score] of Object.entries<number>(summary.by_category)) {
        const own = results.filter((record) => record.category === category);
        expect(count('passed', own) / (count('passed', own) + count('failed', own))).toBeCloseTo(score, 1.9);
      }
    }
    // As the contract shows them.
    const { first_page, failed_in_a_category } = examples.listEvaluationRunResults;
    const path = `eval/evaluation-runs/${T}/${first_page.items[0].run_id}/results`;
    expect(await get(`${path}?page_size=3`)).toEqual(first_page);
    const { category, status } = failed_in_a_category.items[0];
    expect(await get(`${path}?page_size=1&status=${status}&category=${category}`)).toEqual(failed_in_a_category);
  });

  it('keeps its findings separate from those of repositories that use the same model', async () => {
    const scan = async (target: string) => {
      const response = await service.send(`/scans/${T}`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          scan_type: 'code',
          target,
          tool_name: 'scanner',
          tool_version: '1',
          objects: [
            {
              key: 'repo',
              stable_key: target,
              object_type: 'asset',
              aispm_friendly_name: target,
              asset_type: 'repository',
            },
            {
              key: 'agent',
              stable_key: `${target}#agent`,
              object_type: 'agent',
              aispm_friendly_name: 'Agent',
            },
            {
              key: 'model',
              stable_key: 'anthropic/claude-sonnet-4-5',
              object_type: 'model',
              aispm_friendly_name: 'claude-sonnet-4-5',
              model_name: 'claude-sonnet-4-5',
              provider_name: 'anthropic',
            },
          ],
          edges: [{ from_key: 'agent', edge: 'models', to_key: 'model' }],
          locations: [],
          occurrences: [],
        }),
      });
      const { scan_id } = (await response.json()) as { scan_id: string };
      await expect.poll(async () => (await get(`scans/${T}/${scan_id}`)).finished_at).not.toBeNull();
      return scan_id;
    };
    const before = await listAll(`fine-grained-issues/${T}`);
    for (const target of ['github.com/acme/one', 'github.com/acme/two', 'github.com/acme/one']) {
      const id = await scan(target);
      expect(await get(`scans/${T}/${id}`)).toMatchObject({ status: 'completed', detection_count: 0 });
      expect(await get(`fine-grained-issues/${T}?scan_id=${id}`)).toMatchObject({ items: [] });
    }
    expect(await listAll(`fine-grained-issues/${T}`)).toEqual(before);
  });

  it('has the findings that the rules detect in its graph, with their fingerprints', async () => {
    const { graph, findings } = await service.database.system(async (db) => {
      const objects = await sql<NodeRow>`
        SELECT aispm_object_id AS id, object_type AS type, details || jsonb_build_object('stable_key', stable_key,
          'object_type', object_type, 'aispm_friendly_name', aispm_friendly_name) AS facts
        FROM objects WHERE object_type NOT IN ('asset', 'location')`.execute(db);
      const edges = await sql<EdgeRow>`
        SELECT source_id AS "from", edge, target_id AS "to" FROM edges
        WHERE edge IN ('models', 'tools', 'mcp_servers', 'sub_agents')`.execute(db);
      const stored = await sql<{ rule: string; object: string; fingerprint: string; subject: string | null }>`
        SELECT rule_id AS rule, aispm_object_id AS object, fingerprint, subject_id AS subject
        FROM fine_grained_issues`.execute(db);
      return { graph: buildGraph(objects.rows, edges.rows), findings: stored.rows };
    });
    const scanned = new Set(
      sampleData.scanDocuments.flatMap(({ occurrences }) => occurrences.map((one) => one.fingerprint)),
    );
    const detected = evaluateStaticRules(graph)
      .map(({ rule, object, subject, fingerprint }) => ({
        rule: rule.rule_id,
        object: object.id,
        fingerprint,
        subject: subject?.id ?? null,
      }))
      .filter(({ rule, object }) => findings.some((one) => one.rule === rule && one.object === object))
      // The fingerprint of the scanner that reports it.
      .map(
        (one) =>
          findings.find(
            ({ rule, object, fingerprint }) => rule === one.rule && object === one.object && scanned.has(fingerprint),
          ) ?? one,
      );
    expect(detected).toHaveLength(3);
    expect(findings).toEqual(expect.arrayContaining(detected));
  });

  it('has a unique stable key in the format of scanners for every object', async () => {
    const rows = await service.database.system((db) =>
      db.selectFrom('objects').select(['object_type', 'stable_key', 'aispm_friendly_name']).execute(),
    );
    for (const { object_type, stable_key } of rows.filter(({ object_type }) => object_type !== 'location')) {
      expect(stable_key, object_type).toMatch(/^[\x21-\x7e]{1,512}$/);
    }
    expect(new Set(rows.map(({ object_type, stable_key }) => `${object_type} ${stable_key}`)).size).toBe(rows.length);
  });

  it.each(Object.keys(examples.scanDocuments))(
    'has the objects of the example scan %s of the contract',
    async (name) => {
      const before = await service.database.system((db) =>
        db.selectFrom('objects').select(['aispm_object_id']).orderBy('aispm_object_id').execute(),
      );
      const response = await service.send(`/scans/${T}`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(examples.scanDocuments[name]),
      });
      expect(response.status).toBe(202);
      const { scan_id } = (await response.json()) as { scan_id: string };
      await expect.poll(async () => (await get(`scans/${T}/${scan_id}`)).finished_at).not.toBeNull();
      const results = await listAll(`scans/${T}/${scan_id}/results`);
      expect(results.filter(({ result_kind, change }) => result_kind === 'object' && change === 'new')).toEqual([]);
      for (const { fingerprint } of examples.scanDocuments[name].occurrences) {
        const known = sampleData.occurrences.find((record) => record.fingerprint === fingerprint);
        expect(results).toContainEqual(
          expect.objectContaining({ fine_grained_issue_id: known?.fine_grained_issue_id, change: 'updated' }),
        );
      }
      const after = await service.database.system((db) =>
        db.selectFrom('objects').select(['aispm_object_id']).orderBy('aispm_object_id').execute(),
      );
      expect(after).toEqual(before);
    },
  );
});

describeOnDatabases('the demo of a first start', (kind) => {
  it('has current timestamps', async () => {
    const service = await startService(kind);
    try {
      const before = Date.now();
      const token = (await prepareDemo(service.database)) ?? '';
      const after = Date.now();
      const times = async (path: string, id: string, time: string, written: any[]) => {
        const { items } = (await (await service.send(`/${path}/${T}?page_size=100`, { token })).json()) as any;
        const known = new Map(written.map((record) => [record[id], Date.parse(record[time])]));
        return (items as any[])
          .filter((item) => known.has(item[id]))
          .map((item) => Date.parse(item[time]) - Number(known.get(item[id])));
      };
      const shifts = [
        ...(await times('aispm-agents', 'aispm_object_id', 'first_seen_at', sampleData.agents)),
        ...(await times('issues', 'issue_id', 'first_seen_at', sampleData.issues)),
        ...(await times('scans', 'scan_id', 'created_at', sampleData.scans)),
        ...(await times('eval/evaluation-runs', 'id', 'created_at', sampleData.runs)),
        ...(await times('aispm-llm-interactions', 'llm_interaction_id', 'started_at', sampleData.interactions)),
      ];
      expect(shifts.length).toBeGreaterThan(20);
      const [shift = 0] = shifts;
      expect(new Set(shifts)).toEqual(new Set([shift]));
      const latest = findLatestEvent(Object.values(sampleData).flat()) + shift;
      expect(latest).toBeGreaterThan(before - 1000);
      expect(latest).toBeLessThanOrEqual(after);
    } finally {
      await service.close();
    }
  });
});
