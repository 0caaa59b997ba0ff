/** The demo tenant: what is kept of the story is what the story adds up to, and scanners find its objects again. */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStory } from '../src/demo/seed.ts';
import { STORY_WORKSPACE, story } from '../src/demo/story.ts';
import { DATABASES } from './databases/databases.ts';
import { Workspace } from './histories/processing.ts';
import { recount } from './histories/recount.ts';
import { startService, type TestService } from './service.ts';

const examples = JSON.parse(readFileSync(new URL('../src/generated/story.json', import.meta.url), 'utf8'));
const T = `tenants/${STORY_WORKSPACE.tenantId}/workspaces/${STORY_WORKSPACE.workspaceId}`;
const PRIORITY = ['critical', 'high'];

describe.each(DATABASES)('the demo tenant on %s', (kind) => {
  let service: TestService;
  let token: string;
  const get = async (path: string): Promise<any> => (await service.send(`/${path}`, { token })).json();

  /** All items of a list, page by page. */
  async function all(path: string): Promise<any[]> {
    const items: any[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(`${path}?page_size=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      const rows =
        page.items ?? page.rows.map((row: any[]) => Object.fromEntries(row.map((cell, at) => [page.header[at], cell])));
      items.push(...rows);
      cursor = page.cursor;
      if (!cursor) return items;
    }
  }

  beforeAll(async () => {
    service = await startService(kind);
    await seedStory(service.database);
    token = await service.key([STORY_WORKSPACE]);
  });
  afterAll(() => service.close());

  test('what is kept beside the records is what a count of the records finds', async () => {
    const workspace = new Workspace(service.database, STORY_WORKSPACE.tenantId);
    workspace.scope.workspaceId = STORY_WORKSPACE.workspaceId;
    for (const [name, { kept, counted }] of Object.entries(await recount(workspace))) {
      expect(counted.length, name).toBeGreaterThan(0);
      expect(kept, name).toEqual(counted);
    }
  });

  test('dashboard and histogram say what the lists add up to', async () => {
    const objects: Record<string, any[]> = {
      agent: await all(`aispm-agents/${T}`),
      model: await all(`aispm-models/${T}`),
      tool: await all(`aispm-tools/${T}`),
      mcp_server: await all(`aispm-mcp-servers/${T}`),
      asset: await all(`assets/${T}`),
      location: await all(`locations/${T}`),
    };
    const issues = (await all(`issues/${T}`)).filter(({ status }) => status !== 'resolved');
    const occurrences = (await all(`fine-grained-issues/${T}`)).filter(({ status }) => status !== 'resolved');
    const dashboard = await get('aispm-dashboard');

    const worst = (found: any[]) =>
      ['critical', 'high'].find((one) => found.some((o) => o.definitive_severity === one));
    const counted = Object.entries(objects).map(([object_type, inventory]) => {
      const found = [
        ...Map.groupBy(
          occurrences.filter((one) => one.object_type === object_type),
          (one) => one.issue_id,
        ).values(),
      ];
      return {
        object_type,
        total_inventory_count: inventory.length,
        total_issues_count: found.length,
        critical_issues_count: found.filter((one) => worst(one) === 'critical').length,
        high_issues_count: found.filter((one) => worst(one) === 'high').length,
      };
    });
    expect(dashboard.aispm_objects_counts).toEqual(counted);

    const active = occurrences.filter(({ status }) => status !== 'suppressed');
    const elements = (issue: string, severity: string) =>
      new Set(
        active
          .filter((one) => one.issue_id === issue && one.definitive_severity === severity)
          .map((one) => one.aispm_object_id),
      ).size;
    const top = issues
      .map(({ issue_id }) => [issue_id, elements(issue_id, 'critical'), elements(issue_id, 'high')])
      .filter(([, critical, high]) => critical + high > 0);
    expect(
      dashboard.aispm_objects_top_issues
        .map((one: any) => [one.issue_id, one.critical_element_count, one.high_element_count])
        .sort(),
    ).toEqual(top.sort());

    const atRisk = (type: string) =>
      [
        ...Map.groupBy(
          occurrences.filter((one) => one.object_type === type && PRIORITY.includes(one.definitive_severity)),
          (one) => one.aispm_object_id,
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
      expect(shown.map((one: any) => [one.aispm_object_id, one.total_critical_high_occurrences]).sort()).toEqual(
        atRisk(type as string),
      );
    }

    const current = (await all(`scans/${T}`)).filter(({ is_current }) => is_current);
    expect(dashboard.scans_counts).toMatchObject({
      total_current_aispm_scans: current.length,
      scans_with_ai_objects_count: current.filter(({ has_ai_objects }) => has_ai_objects).length,
    });

    // Every day of the window of the example, from the issues themselves.
    const { last_30_days: window } = examples.getIssueHistogram;
    const everything = await all(`issues/${T}`);
    const histogram = await get(
      `issue-histograms/${T}?start_time=${window.start_time}&end_time=${window.end_time}&interval=day`,
    );
    const after = (index: number) =>
      Math.min(Date.parse(window.counts[index + 1]?.bucket_start ?? window.end_time), Date.parse(window.end_time));
    const days = histogram.counts.map((one: any) => ({ ...one, bucket_start: Date.parse(one.bucket_start) }));
    expect(days).toEqual(
      window.counts.map(({ bucket_start }: any, index: number) => {
        const open = everything.filter(
          (one) =>
            Date.parse(one.first_seen_at) < after(index) &&
            (one.resolved_at === null || Date.parse(one.resolved_at) >= after(index)),
        );
        const of = (severity: string) => open.filter((one) => one.definitive_severity === severity).length;
        return {
          bucket_start: Date.parse(bucket_start),
          critical: of('critical'),
          high: of('high'),
          other: open.length - of('critical') - of('high'),
        };
      }),
    );
  });

  test('the results of a completed run add up to its summary', async () => {
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
      const count = (status: string, of = results) => of.filter((one) => one.status === status).length;
      expect(summary).toMatchObject({
        total: results.length,
        passed: count('passed'),
        failed: count('failed'),
        errored: count('errored'),
      });
      for (const [category, score] of Object.entries<number>(summary.by_category)) {
        const own = results.filter((one) => one.category === category);
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

  test('every object has a key of the form that scanners send, and none has that of another', async () => {
    const rows = await service.database.system((db) =>
      db.selectFrom('objects').select(['object_type', 'stable_key', 'aispm_friendly_name']).execute(),
    );
    for (const { object_type, stable_key } of rows.filter(({ object_type }) => object_type !== 'location')) {
      expect(stable_key, object_type).toMatch(/^[\x21-\x7e]{1,512}$/);
    }
    expect(new Set(rows.map(({ object_type, stable_key }) => `${object_type} ${stable_key}`)).size).toBe(rows.length);
  });

  test.each(Object.keys(examples.scanDocuments))(
    'the scan %s of the contract finds the objects again',
    async (name) => {
      const before = await service.database.system((db) =>
        db.selectFrom('objects').select(['aispm_object_id']).orderBy('aispm_object_id').execute(),
      );
      const answer = await service.send(`/scans/${T}`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(examples.scanDocuments[name]),
      });
      expect(answer.status).toBe(202);
      const { scan_id } = (await answer.json()) as { scan_id: string };
      await expect.poll(async () => (await get(`scans/${T}/${scan_id}`)).finished_at).not.toBeNull();
      const results = await all(`scans/${T}/${scan_id}/results`);
      expect(results.filter(({ result_kind, change }) => result_kind === 'object' && change === 'new')).toEqual([]);
      for (const { fingerprint } of examples.scanDocuments[name].occurrences) {
        const known = story.occurrences.find((one) => one.fingerprint === fingerprint);
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
