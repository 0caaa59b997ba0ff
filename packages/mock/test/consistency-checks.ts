/** Checks that all lists, edges and numbers of a workspace are consistent, using only the API. */
import { SEVERITIES } from '@aispm/domain';
import { expect } from 'vitest';

export type Row = Record<string, unknown>;
/** Returns the body for a path without the base path; throws when the response is an error. */
export type Get = (path: string) => Promise<Row>;

export const SCOPE = 'tenants/halden-freight/workspaces/production';
const DAY_MS = 24 * 3600_000;
/** The length of the histogram. */
const DAYS = 90;

/** The types of objects, with the paths of their lists, and of their edges if different. */
export const TYPES = {
  agent: { path: 'aispm-agents', id: 'aispm_object_id' },
  model: { path: 'aispm-models', id: 'aispm_object_id' },
  tool: { path: 'aispm-tools', id: 'aispm_object_id' },
  mcp_server: { path: 'aispm-mcp-servers', id: 'aispm_object_id' },
  asset: { path: 'aispm-assets', id: 'asset_id' },
  location: { path: 'locations', id: 'location_id' },
} as const;
export type Type = keyof typeof TYPES;
const ALL_TYPES = Object.keys(TYPES) as Type[];
const NODE_TYPES = ['agent', 'model', 'tool', 'mcp_server'] as const;

/** The other lists whose records can be read. */
const LISTS = {
  issues: { path: 'issues', id: 'issue_id' },
  occurrences: { path: 'fine-grained-issues', id: 'fine_grained_issue_id' },
  rules: { path: 'rules', id: 'rule_id' },
  scans: { path: 'scans', id: 'scan_id' },
  attached: { path: 'eval/agent-evaluations', id: 'id' },
  runs: { path: 'eval/evaluation-runs', id: 'id' },
  evaluations: { path: 'eval/evaluations', id: 'id' },
  interactions: { path: 'aispm-llm-interactions', id: 'llm_interaction_id' },
  auditEntries: { path: 'audit-entries', id: 'audit_entry_id' },
} as const;
type ListName = keyof typeof LISTS;

/** The edges of each type, with the type of their targets. */
const EDGES: Record<Type, Record<string, Type>> = {
  agent: {
    models: 'model',
    tools: 'tool',
    mcp_servers: 'mcp_server',
    sub_agents: 'agent',
    parent_agents: 'agent',
    assets: 'asset',
    locations: 'location',
  },
  model: { agents: 'agent', assets: 'asset', locations: 'location' },
  tool: { agents: 'agent', mcp_servers: 'mcp_server', assets: 'asset', locations: 'location' },
  mcp_server: { agents: 'agent', tools: 'tool', assets: 'asset', locations: 'location' },
  asset: { agents: 'agent', models: 'model', tools: 'tool', mcp_servers: 'mcp_server', locations: 'location' },
  location: { agents: 'agent', models: 'model', tools: 'tool', mcp_servers: 'mcp_server', assets: 'asset' },
};

/** Returns the inverse edge. */
function invert(type: Type, edge: string): string {
  if (edge === 'sub_agents') return 'parent_agents';
  return edge === 'parent_agents' ? 'sub_agents' : `${type}s`;
}

/** Reads a workspace through its API. */
export class Dataset {
  readonly get: Get;
  readonly #lists = new Map<string, Row[]>();
  readonly #related = new Map<string, Row[]>();

  constructor(get: Get) {
    this.get = get;
  }

  /** Reads all lists. */
  async load(): Promise<void> {
    for (const [name, { path }] of [...Object.entries(TYPES), ...Object.entries(LISTS)])
      this.#lists.set(name, await this.list(`${path}/${SCOPE}`));
  }

  of(name: Type | ListName): Row[] {
    return this.#lists.get(name) ?? [];
  }

  /** Returns the rows of all pages, after checking that pages have the requested size and the same total. */
  async list(path: string, size = 100): Promise<Row[]> {
    const rows: Row[] = [];
    const separator = path.includes('?') ? '&' : '?';
    const isNumbered = path.startsWith('eval/');
    for (let page = 1, cursor = '', total: unknown; ; page += 1) {
      const next = isNumbered ? `&page=${page}` : `&include_total=true${cursor}`;
      const body = await this.get(`${path}${separator}page_size=${size}${next}`);
      const items = (body.items ?? body.rows) as Row[];
      rows.push(...items);
      const counted = isNumbered ? body.total_count : body.total;
      total ??= counted;
      expect(counted, path).toBe(total);
      const isLast = isNumbered ? page >= Number(body.total_pages) : !body.cursor;
      if (isLast) {
        expect(rows.length, path).toBe(total);
        return rows;
      }
      expect(items.length, path).toBe(size);
      cursor = `&cursor=${encodeURIComponent(String(body.cursor))}`;
    }
  }

  /** Returns the targets of an edge. */
  async related(type: Type, id: unknown, edge: string): Promise<Row[]> {
    const path = `${type === 'asset' ? 'assets' : TYPES[type].path}/${SCOPE}/${id}/${edge}`;
    const known = this.#related.get(path) ?? (await this.list(path));
    this.#related.set(path, known);
    return known;
  }
}

/** Samples records, the same ones in each run. */
const sample = <Item>(items: readonly Item[], size = 12): Item[] => {
  const step = Math.max(1, Math.ceil(items.length / size));
  return items.filter((_, index) => index % step === 0);
};

const isUnresolved = ({ status }: Row) => status !== 'resolved';
const rank = (severity: unknown) => (SEVERITIES as readonly string[]).indexOf(String(severity));

function countIssues(occurrences: readonly Row[]) {
  const ranks = [...Map.groupBy(occurrences.filter(isUnresolved), ({ issue_id }) => issue_id).values()].map((own) =>
    Math.max(...own.map(({ definitive_severity }) => rank(definitive_severity))),
  );
  return {
    total_issues_count: ranks.length,
    critical_issues_count: ranks.filter((one) => one === 4).length,
    high_issues_count: ranks.filter((one) => one === 3).length,
  };
}

const sum = (rows: readonly Row[], name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);

/** Returns the properties that two rows have in common. */
const common = (row: Row, other: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => name in other));

/** Counts issues by severity as histograms do. */
function countSeverities(issues: readonly Row[]) {
  const of = (severity: string) => issues.filter((issue) => issue.definitive_severity === severity).length;
  const [critical, high] = [of('critical'), of('high')];
  return { critical, high, other: issues.length - critical - high };
}

/** The checks by what they assert about a workspace. */
export const CHECKS: Record<string, (dataset: Dataset) => Promise<void>> = {
  async 'has the same record alone and in its list'(dataset) {
    for (const [name, { path, id }] of [...Object.entries(TYPES), ...Object.entries(LISTS)]) {
      for (const row of sample(dataset.of(name as Type))) {
        const record = await dataset.get(`${path}/${SCOPE}/${row[id]}`);
        expect(common(record, row), path).toEqual(common(row, record));
        expect(Object.keys(common(row, record)).length, path).toBeGreaterThan(3);
      }
    }
  },

  async 'has lists with unique records, and pages of any size that are complete'(dataset) {
    for (const [name, { path, id }] of [...Object.entries(TYPES), ...Object.entries(LISTS)]) {
      const all = dataset.of(name as Type);
      expect(new Set(all.map((row) => row[id])).size, path).toBe(all.length);
      const sizes = all.length > 50 ? [7] : [1, 2, 3];
      for (const size of sizes) expect(await dataset.list(`${path}/${SCOPE}`, size)).toEqual(all);
    }
  },

  async 'has edges to objects of the right type, whose inverse edges lead back, and as many as counted'(dataset) {
    for (const type of ALL_TYPES) {
      for (const object of sample(dataset.of(type))) {
        const id = object[TYPES[type].id];
        for (const [edge, relatedType] of Object.entries(EDGES[type])) {
          const related = await dataset.related(type, id, edge);
          expect(new Set(related.map(({ aispm_object_id }) => aispm_object_id)).size).toBe(related.length);
          const count = object[`${edge.replace(/s$/, '')}_count`];
          if (count !== undefined) expect([edge, related.length]).toEqual([edge, count]);
          for (const other of sample(related)) await checkRelated(dataset, { type, id, edge, relatedType }, other);
        }
      }
    }
  },

  async 'has assets that count the objects to which their edges lead'(dataset) {
    for (const asset of sample(dataset.of('asset'))) {
      const contents = [];
      for (const edge of ['agents', 'models', 'tools', 'mcp_servers'])
        contents.push(...(await dataset.related('asset', asset.asset_id, edge)));
      expect([asset.asset_name, asset.ai_object_count]).toEqual([asset.asset_name, contents.length]);
    }
  },

  async 'has neighbourhoods with the edges and degrees of the objects'(dataset) {
    for (const type of ALL_TYPES) {
      for (const object of sample(dataset.of(type), 3)) {
        const id = object[TYPES[type].id];
        const { nodes, edges, truncated } = await dataset.get(`aispm-graph/${SCOPE}/${id}?depth=1&max_nodes=200`);
        const [root = {}, ...others] = nodes as Row[];
        expect(root).toMatchObject({ aispm_object_id: id, object_type: type, depth: 0 });
        const expected = new Set<unknown>();
        for (const edge of Object.keys(EDGES[type])) {
          const related = await dataset.related(type, id, edge);
          expect((root.degrees as Row)[edge]).toBe(related.length);
          for (const { aispm_object_id } of related) expected.add(aispm_object_id);
        }
        if (truncated) continue;
        expect(new Set(others.map(({ aispm_object_id }) => aispm_object_id))).toEqual(expected);
        const ends = (edges as Row[]).flatMap(({ from_id, to_id }) =>
          from_id === id ? [to_id] : to_id === id ? [from_id] : [],
        );
        expect(new Set(ends)).toEqual(expected);
      }
    }
  },

  async 'has objects, assets and issues that count their occurrences'(dataset) {
    const occurrences = dataset.of('occurrences');
    const byObject = Map.groupBy(occurrences, ({ aispm_object_id }) => aispm_object_id);
    const byAsset = Map.groupBy(occurrences, ({ asset_id }) => asset_id);
    const byIssue = Map.groupBy(occurrences, ({ issue_id }) => issue_id);
    for (const type of NODE_TYPES) {
      for (const row of dataset.of(type)) {
        const own = byObject.get(row.aispm_object_id) ?? [];
        expect(row).toMatchObject(countIssues(own));
        const highest = Math.max(-1, ...own.filter(isUnresolved).map((one) => rank(one.definitive_severity)));
        expect(row.max_definitive_severity).toBe(SEVERITIES[highest] ?? null);
        for (const { aispm_friendly_name, object_type } of own)
          expect([aispm_friendly_name, object_type]).toEqual([row.aispm_friendly_name, type]);
      }
    }
    for (const row of dataset.of('asset')) expect(row).toMatchObject(countIssues(byAsset.get(row.asset_id) ?? []));
    for (const issue of dataset.of('issues')) {
      const own = byIssue.get(issue.issue_id) ?? [];
      const active = own.filter(({ status }) => status !== 'resolved' && status !== 'suppressed');
      const elements = (some: readonly Row[]) => new Set(some.map(({ aispm_object_id }) => aispm_object_id)).size;
      const of = (severity: string) => elements(active.filter((one) => one.definitive_severity === severity));
      expect(issue).toMatchObject({
        fine_grained_issue_count: own.filter(isUnresolved).length,
        total_affected_elements: elements(own.filter(isUnresolved)),
        critical_element_count: of('critical'),
        high_element_count: of('high'),
        total_priority_affected_elements: of('critical') + of('high'),
      });
      const types = new Set(own.map(({ object_type }) => object_type));
      if (own.length > 0) expect(new Set(issue.object_types as string[])).toEqual(types);
      for (const { rule_id } of own) expect(rule_id).toBe(issue.rule_id);
      const statuses = ['open', 'in_progress', 'suppressed', 'resolved'];
      const status = statuses.find((candidate) => own.some((one) => one.status === candidate));
      if (own.length > 0) expect([issue.rule_name, issue.status]).toEqual([issue.rule_name, status]);
      const highest = SEVERITIES[Math.max(-1, ...own.filter(isUnresolved).map((one) => rank(one.definitive_severity)))];
      expect([issue.rule_name, issue.definitive_severity]).toEqual([
        issue.rule_name,
        highest ?? issue.definitive_severity,
      ]);
    }
  },

  async 'has filters that select the rows that fit'(dataset) {
    const checkFilter = async (name: Type | ListName, query: string, fits: (row: Row) => boolean) => {
      const { path, id } = { ...TYPES, ...LISTS }[name];
      const found = await dataset.list(`${path}/${SCOPE}?${query}`);
      const ids = (rows: readonly Row[]) => rows.map((row) => String(row[id])).toSorted();
      expect([query, ids(found)]).toEqual([query, ids(dataset.of(name).filter(fits))]);
    };
    for (const status of ['open', 'resolved'])
      await checkFilter('issues', `status=${status}`, (row) => row.status === status);
    await checkFilter('issues', 'severity=critical', (row) => row.definitive_severity === 'critical');
    await checkFilter('agent', 'has_issues=true', ({ total_issues_count }) => Number(total_issues_count) > 0);
    await checkFilter('scans', 'is_current=true', ({ is_current }) => is_current === true);
    for (const { issue_id } of sample(dataset.of('issues'), 3))
      await checkFilter('occurrences', `issue_id=${issue_id}`, (row) => row.issue_id === issue_id);
  },

  async 'has a dashboard that counts what the graph marks'(dataset) {
    const { aispm_objects_counts: counts } = await dataset.get(
      'aispm-dashboard?tenant_id=halden-freight&workspace_id=production',
    );
    for (const [index, type] of ALL_TYPES.entries()) {
      const counted = (counts as Row[])[index] ?? {};
      let sum = 0;
      for (const object of dataset.of(type)) {
        const { nodes } = await dataset.get(`aispm-graph/${SCOPE}/${object[TYPES[type].id]}?depth=1`);
        const [node = {}] = nodes as Row[];
        sum += Number(node.total_issues_count);
        expect(Number(counted.total_issues_count)).toBeGreaterThanOrEqual(Number(node.total_issues_count));
        if (node.max_definitive_severity === 'critical') expect(counted.critical_issues_count).not.toBe(0);
      }
      expect(Number(counted.total_issues_count)).toBeLessThanOrEqual(sum);
    }
  },

  async 'has a dashboard that counts the lists'(dataset) {
    const dashboard = await dataset.get('aispm-dashboard?tenant_id=halden-freight&workspace_id=production');
    const counts = dashboard.aispm_objects_counts as Row[];
    expect(counts.map(({ object_type }) => object_type)).toEqual(ALL_TYPES);
    for (const type of ALL_TYPES) {
      const own = dataset
        .of('occurrences')
        .filter((row) => (type === 'asset' ? row.asset_id !== null : row.object_type === type) && isUnresolved(row));
      const ids = new Set(own.map(({ issue_id }) => issue_id));
      // Each issue counts with its severity, regardless of its occurrences on the type.
      const severities = dataset
        .of('issues')
        .flatMap((row) => (ids.has(row.issue_id) ? [row.definitive_severity] : []));
      expect(counts.find(({ object_type }) => object_type === type)).toEqual({
        object_type: type,
        total_inventory_count: dataset.of(type).filter(({ lifecycle_status }) => lifecycle_status !== 'deleted').length,
        total_issues_count: ids.size,
        critical_issues_count: severities.filter((one) => one === 'critical').length,
        high_issues_count: severities.filter((one) => one === 'high').length,
      });
    }
    const { counts: days } = dashboard.issues_histogram as { counts: Row[] };
    expect(days.at(-1)).toEqual(countSeverities(dataset.of('issues').filter(isUnresolved)));
    for (const [property, type] of [
      ['aispm_top_at_risk_agents', 'agent'],
      ['aispm_top_at_risk_models', 'model'],
      ['aispm_top_at_risk_mcp_servers', 'mcp_server'],
    ] as const)
      checkAtRisk(dataset, dashboard[property] as Row[], type);
    const top = dashboard.aispm_objects_top_issues as Row[];
    const prior = dataset.of('issues').filter((row) => Number(row.total_priority_affected_elements) > 0);
    expect(top.length).toBe(Math.min(prior.length, Math.max(top.length, 1)));
    const order = (row: Row) => rank(row.definitive_severity) * 1e6 + Number(row.total_priority_affected_elements);
    expect(top.map(order)).toEqual(top.map(order).toSorted((a, b) => b - a));
    expect(order(top[0] ?? {}) || 0).toBe(Math.max(...prior.map(order), order({}) || 0) || 0);
    for (const issue of top)
      expect(dataset.of('issues').find(({ issue_id }) => issue_id === issue.issue_id)).toMatchObject(issue);
    const scans = dataset.of('scans').filter(({ is_current }) => is_current);
    const found = scans.filter(({ has_ai_objects }) => has_ai_objects).length;
    expect(dashboard.scans_counts).toEqual({
      total_current_aispm_scans: scans.length,
      scans_with_ai_objects_count: found,
      percent_scans_with_ai_objects: scans.length === 0 ? 0 : (100 * found) / scans.length,
    });
  },

  async 'has a histogram that counts the issues of each day, as their history tells'(dataset) {
    const issues = dataset.of('issues');
    if (issues.length === 0) return;
    const ends = [...issues, ...dataset.of('occurrences')].map(({ last_seen_at }) => Date.parse(String(last_seen_at)));
    const to = Math.min(Math.max(...ends), Date.now() + 365 * DAY_MS);
    const from = to - DAYS * DAY_MS;
    const window = `start_time=${new Date(from).toISOString()}&end_time=${new Date(to).toISOString()}`;
    const histories = new Map<unknown, Row[]>();
    // If there are many issues, those whose status has changed are checked.
    const changed = issues.filter(
      ({ status_changed_at, reopened_at }) => status_changed_at !== null || reopened_at !== null,
    );
    for (const { issue_id } of issues.length > 100 ? sample(changed, 40) : changed)
      histories.set(issue_id, await dataset.list(`issues/${SCOPE}/${issue_id}/history`));
    const { counts } = await dataset.get(`issue-histograms/${SCOPE}?${window}&interval=day`);
    const buckets = counts as Row[];
    expect(buckets.length).toBe(DAYS + 1);
    for (const [index, { bucket_start, ...counted }] of buckets.entries()) {
      const start = Date.parse(String(bucket_start));
      if (index > 0) expect(start - Date.parse(String(buckets[index - 1]?.bucket_start))).toBe(DAY_MS);
      expect(start).toBeLessThanOrEqual(from + index * DAY_MS);
      const end = Math.min(start + DAY_MS - 1, to);
      const unresolved = issues.filter((issue) => wasUnresolved(issue, histories.get(issue.issue_id) ?? [], end));
      if (issues.length <= 100) expect([bucket_start, counted]).toEqual([bucket_start, countSeverities(unresolved)]);
      else
        expect(sum([counted], 'critical') + sum([counted], 'high') + sum([counted], 'other')).toBeLessThanOrEqual(
          issues.length,
        );
    }
  },

  async 'has histories that result in the current issue'(dataset) {
    for (const issue of sample(dataset.of('issues'))) {
      const history = await dataset.list(`issues/${SCOPE}/${issue.issue_id}/history`);
      const times = history.map(({ changed_at }) => Date.parse(String(changed_at)));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      const values = Object.assign({}, ...history.toReversed().map(({ after }) => after));
      if ('status' in values) expect([issue.issue_id, values.status]).toEqual([issue.issue_id, issue.status]);
    }
  },

  async 'has rules that count their issues, and a table with the values of the assets'(dataset) {
    for (const rule of dataset.of('rules')) {
      const own = dataset.of('issues').filter((issue) => issue.rule_id === rule.rule_id && isUnresolved(issue));
      expect([rule.rule_id, rule.total_issues_count]).toEqual([rule.rule_id, own.length]);
    }
    const { header, rows, total } = await dataset.get(`assets/${SCOPE}?page_size=100`);
    const table = (rows as unknown[][]).map((row) =>
      Object.fromEntries(row.map((cell, index) => [(header as string[])[index], cell])),
    );
    expect(table).toEqual(dataset.of('asset').slice(0, 100));
    expect(total).toBe(dataset.of('asset').length);
  },

  async 'has counts of interactions that add up'(dataset) {
    const interactions = dataset.of('interactions');
    if (interactions.length === 0) return;
    const times = interactions.map(({ started_at }) => String(started_at)).sort();
    const window = `start_time=${times.at(0)}&end_time=${times.at(-1)}`;
    const dash = `aispm-llm-interactions-dash/${SCOPE}`;
    const [counts, agents] = [
      await dataset.get(`${dash}/counts?${window}`),
      await dataset.get(`${dash}/agents?${window}`),
    ];
    const of = (rows: readonly Row[]) => {
      const count = (outcome: string) => rows.filter(({ guardrail_outcome }) => guardrail_outcome === outcome).length;
      return {
        total: rows.length,
        ok: count('OK'),
        blocked: count('BLOCKED'),
        redacted: count('REDACTED'),
        alerted: count('ALERTED'),
      };
    };
    expect(counts).toMatchObject(of(interactions));
    expect(agents).toMatchObject(of(interactions));
    for (const [hour, bucket] of Object.entries(counts.results as Record<string, Row>)) {
      const start = Date.parse(hour);
      const own = interactions.filter(({ started_at }) => {
        const at = Date.parse(String(started_at));
        return at >= start && at < start + 3600_000;
      });
      expect([hour, bucket]).toMatchObject([hour, of(own)]);
    }
    expect(sum(Object.values(counts.results as Record<string, Row>), 'total')).toBe(interactions.length);
    for (const agent of sample(agents.agents as Row[])) {
      const own = interactions.filter(({ agent_id }) => agent_id === agent.agent_id);
      expect(agent).toMatchObject(of(own));
      const record = dataset.of('agent').find(({ aispm_object_id }) => aispm_object_id === agent.agent_id);
      expect(agent.aispm_friendly_name).toBe(record?.aispm_friendly_name ?? null);
    }
  },

  async 'has completed scans whose results add up to their numbers, and others without any'(dataset) {
    const occurrences = new Map(dataset.of('occurrences').map((row) => [row.fine_grained_issue_id, row]));
    const names = new Map(NODE_TYPES.flatMap((type) => dataset.of(type).map((row) => [row.aispm_object_id, row])));
    for (const scan of sample(dataset.of('scans'))) {
      const results = await dataset.list(`scans/${SCOPE}/${scan.scan_id}/results`);
      const isCompleted = scan.status === 'completed';
      const of = (kind: string, isAbsent = false) =>
        results.filter(({ result_kind, change }) => result_kind === kind && (change === 'absent') === isAbsent);
      const nodes = of('object').filter(({ object_type }) => object_type !== 'asset');
      expect([
        scan.status,
        nodes.length,
        nodes.length > 0,
        of('issue').length,
        of('issue', true).length,
        isCompleted ? scan.progress : true,
      ]).toEqual([
        scan.status,
        scan.ai_object_count,
        scan.has_ai_objects,
        scan.detection_count,
        scan.resolution_count,
        isCompleted ? 1 : true,
      ]);
      if (!isCompleted) expect(results).toEqual([]);
      expect(new Set(results.map(({ scan_result_id }) => scan_result_id)).size).toBe(results.length);
      for (const row of results) {
        const { aispm_friendly_name, object_type } = names.get(row.aispm_object_id) ?? row;
        expect(row).toMatchObject({ scan_id: scan.scan_id, aispm_friendly_name, object_type });
        if (row.result_kind === 'issue')
          expect(occurrences.get(row.fine_grained_issue_id)?.aispm_object_id).toBe(row.aispm_object_id);
      }
      const seen = [...occurrences.values()].filter(
        ({ scan_id, status }) => scan_id === scan.scan_id && isUnresolved({ status }),
      );
      const listed = new Set(of('issue').map(({ fine_grained_issue_id }) => fine_grained_issue_id));
      for (const { fine_grained_issue_id } of seen) expect(listed).toContain(fine_grained_issue_id);
    }
  },

  async 'has assets that name their newest scan, and when one was completed last'(dataset) {
    for (const asset of sample(dataset.of('asset'))) {
      const own = dataset.of('scans').filter(({ asset_id }) => asset_id === asset.asset_id);
      const latest = (name: string, some: readonly Row[]) =>
        some.toSorted((a, b) => Date.parse(String(b[name])) - Date.parse(String(a[name]))).at(0);
      const completed = own.filter(({ status }) => status === 'completed');
      expect([asset.asset_name, asset.last_scan_id ?? null, asset.last_scanned_at ?? null]).toEqual([
        asset.asset_name,
        latest('created_at', own)?.scan_id ?? null,
        latest('finished_at', completed)?.finished_at ?? null,
      ]);
    }
  },

  async 'has one current scan of each type for each asset, the last completed one'(dataset) {
    const completed = dataset.of('scans').filter(({ status }) => status === 'completed');
    const groups = Map.groupBy(completed, (scan) => JSON.stringify([scan.scan_type, scan.asset_id ?? scan.target]));
    for (const scan of dataset.of('scans')) if (scan.is_current) expect(scan.status).toBe('completed');
    for (const [group, scans] of groups) {
      const latest = Math.max(...scans.map(({ finished_at }) => Date.parse(String(finished_at))));
      const current = scans.filter(({ is_current }) => is_current);
      const ends = current.map(({ finished_at }) => Date.parse(String(finished_at)));
      expect([group, ends]).toEqual([group, [latest]]);
    }
  },

  async 'has interactions whose tokens add up'(dataset) {
    for (const { input_tokens, output_tokens, total_tokens } of dataset.of('interactions')) {
      const isKnown = input_tokens !== null && output_tokens !== null;
      if (isKnown) expect(total_tokens).toBe(Number(input_tokens) + Number(output_tokens));
    }
  },

  async 'has interactions that last from their start to their end'(dataset) {
    for (const { started_at, finished_at, duration_ms } of dataset.of('interactions')) {
      if (finished_at === null || duration_ms === null) continue;
      expect(Date.parse(String(finished_at)) - Date.parse(String(started_at))).toBe(duration_ms);
    }
  },

  async 'has an audit log, newest first, of scans and interactions that exist'(dataset) {
    const entries = dataset.of('auditEntries');
    const times = entries.map(({ occurred_at }) => String(occurred_at));
    expect(times).toEqual(times.toSorted().reverse());
    const ids: Record<string, unknown[]> = {
      submitScan: dataset.of('scans').map(({ scan_id }) => scan_id),
      getLlmInteraction: dataset.of('interactions').map(({ llm_interaction_id }) => llm_interaction_id),
    };
    for (const { action, object_ids } of entries) {
      const known = ids[String(action)] ?? [];
      if (known.length > 0) expect(known).toEqual(expect.arrayContaining(object_ids as unknown[]));
    }
  },

  async 'has a log of changes without gaps, oldest first, with the names of the records'(dataset) {
    const changes = await dataset.list(`changes/${SCOPE}`);
    const { length } = changes;
    const ids = Array.from({ length }, (_, index) => String(index + 1).padStart(16, '0'));
    expect(changes.map(({ change_id }) => change_id)).toEqual(ids);
    const times = changes.map(({ occurred_at }) => Date.parse(String(occurred_at)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const named = (name: Type | ListName, id: string, field: string) =>
      dataset.of(name).map((row) => [row[id], row[field]] as const);
    const names = new Map([
      ...NODE_TYPES.flatMap((type) => named(type, TYPES[type].id, 'aispm_friendly_name')),
      ...named('asset', 'asset_id', 'asset_name'),
      ...named('issues', 'issue_id', 'rule_name'),
      ...named('rules', 'rule_id', 'rule_name'),
      ...named('scans', 'scan_id', 'target'),
    ]);
    for (const { kind, subject_id, subject_name, target_id, target_name } of changes) {
      if (kind === 'export_ended' || kind === 'run_ended') continue;
      expect([subject_id, subject_name]).toEqual([subject_id, names.get(subject_id)]);
      if (target_id !== null) expect([target_id, target_name]).toEqual([target_id, names.get(target_id)]);
    }
  },

  async 'has categories that count the guardrail results of the interactions'(dataset) {
    const interactions = dataset.of('interactions');
    if (interactions.length === 0) return;
    const times = interactions.map(({ started_at }) => String(started_at)).sort();
    const window = `start_time=${times.at(0)}&end_time=${times.at(-1)}`;
    const { categories, category_count, ...all } = await dataset.get(
      `aispm-llm-interactions-dash/${SCOPE}/categories?${window}`,
    );
    expect(all.total).toBe(interactions.length);
    const details = await Promise.all(
      interactions.map(({ llm_interaction_id: id }) => dataset.get(`aispm-llm-interactions/${SCOPE}/${id}`)),
    );
    const found = new Map<unknown, number>();
    for (const { guardrail_results } of details)
      for (const category of new Set((guardrail_results as Row[]).map((result) => result.category)))
        found.set(category, (found.get(category) ?? 0) + 1);
    expect(new Map((categories as Row[]).map(({ category, total }) => [category, total]))).toEqual(found);
    expect(category_count).toBe(found.size);
    for (const row of categories as Row[])
      expect(Number(row.ok) + Number(row.blocked) + Number(row.redacted) + Number(row.alerted)).toBe(row.total);
  },

  async 'has issues that were reopened as often as their history tells'(dataset) {
    for (const issue of sample(dataset.of('issues'))) {
      const history = await dataset.list(`issues/${SCOPE}/${issue.issue_id}/history`);
      const reopened = history.filter(
        ({ before, after }) =>
          (before as Row).status === 'resolved' && ((after as Row).status ?? 'resolved') !== 'resolved',
      );
      expect([issue.issue_id, issue.reopen_count]).toEqual([issue.issue_id, reopened.length]);
      if (issue.reopen_count === 0) expect(issue.reopened_at).toBeNull();
    }
  },

  async 'has runs whose scores, shares and progress fit their numbers'(dataset) {
    const round = (value: number) => Math.round(value * 100) / 100;
    for (const run of dataset.of('runs')) {
      if (run.status === 'completed') expect([run.id, run.progress]).toEqual([run.id, 1]);
      else expect(Number(run.progress)).toBeLessThan(1);
      expect((run.summary === null) === (run.status !== 'completed')).toBe(true);
      const { total, passed, failed, errored, score } = (run.summary ?? {}) as Record<string, number>;
      const { lower, upper } = ((run.summary as Row | null)?.score_interval ?? {}) as Record<string, number>;
      expect(run.score ?? null).toBe(score ?? null);
      if (run.summary === null) continue;
      expect(Number(passed) + Number(failed) + Number(errored)).toBe(total);
      expect([run.id, score]).toEqual([run.id, round(Number(passed) / (Number(passed) + Number(failed)))]);
      expect(Number(lower)).toBeLessThanOrEqual(Number(score));
      expect(Number(upper)).toBeGreaterThanOrEqual(Number(score));
      // Up to 1.96 standard deviations of a share of one half.
      expect(Number(upper) - Number(lower)).toBeLessThanOrEqual(1.97 / Math.sqrt(Number(passed) + Number(failed)));
      const evaluation = dataset.of('evaluations').find(({ id }) => id === run.evaluation_id);
      if (evaluation) expect([run.id, total]).toEqual([run.id, evaluation.num_prompts]);
    }
  },

  async 'has neighbourhoods whose nodes have the numbers of their records'(dataset) {
    const records = new Map(
      ALL_TYPES.flatMap((type) => dataset.of(type).map((row) => [row[TYPES[type].id], { type, row }])),
    );
    for (const type of ALL_TYPES) {
      for (const object of sample(dataset.of(type), 2)) {
        const path = `aispm-graph/${SCOPE}/${object[TYPES[type].id]}`;
        const { nodes } = await dataset.get(`${path}?depth=2&max_nodes=40`);
        for (const node of nodes as Row[]) {
          const { type: nodeType = type, row = {} } = records.get(node.aispm_object_id) ?? {};
          const counts = ['total_issues_count', 'critical_issues_count', 'high_issues_count'] as const;
          for (const name of counts)
            expect([node.aispm_friendly_name, node[name]]).toEqual([node.aispm_friendly_name, row[name] ?? 0]);
          expect(node.object_type).toBe(nodeType);
        }
        for (const node of sample(nodes as Row[], 3)) {
          const nodeType = node.object_type as Type;
          for (const [edge, degree] of Object.entries(node.degrees as Row))
            expect((await dataset.related(nodeType, node.aispm_object_id, edge)).length).toBe(degree);
        }
      }
    }
  },

  async 'has runs whose results add up to their summaries'(dataset) {
    const completed = dataset.of('runs').filter(({ summary }) => summary !== null);
    for (const run of sample(completed, 4)) {
      const summary = run.summary as Row;
      const results = await dataset.list(`eval/evaluation-runs/${SCOPE}/${run.id}/results`);
      const of = (status: string) => results.filter((result) => result.status === status).length;
      expect({ total: results.length, passed: of('passed'), failed: of('failed'), errored: of('errored') }).toEqual({
        total: summary.total,
        passed: summary.passed,
        failed: summary.failed,
        errored: summary.errored,
      });
      expect(new Set(results.map(({ prompt_index }) => prompt_index)).size).toBe(results.length);
    }
  },

  async 'has attached evaluations that describe their latest run'(dataset) {
    for (const attached of dataset.of('attached')) {
      if ((attached.latest_run_id ?? null) === null) continue;
      const run = dataset.of('runs').find(({ id }) => id === attached.latest_run_id);
      expect(run).toMatchObject({
        agent_evaluation_id: attached.id,
        status: attached.latest_run_status,
        progress: attached.latest_run_progress,
        finished_at: attached.latest_run_finished_at ?? null,
        summary: attached.latest_run_summary ?? null,
      });
      const own = dataset.of('runs').filter(({ agent_evaluation_id }) => agent_evaluation_id === attached.id);
      const latest = Math.max(...own.map(({ created_at }) => Date.parse(String(created_at))));
      expect(Date.parse(String(run?.created_at))).toBe(latest);
      const scored = own
        .filter(({ score }) => typeof score === 'number')
        .toSorted((a, b) => Date.parse(String(a.created_at)) - Date.parse(String(b.created_at)));
      expect([attached.id, attached.score_trend]).toEqual([attached.id, scored.map(({ score }) => score).slice(-5)]);
      expect(attached.latest_scored_run_id ?? null).toBe(scored.at(-1)?.id ?? null);
      expect(attached.latest_scored_run_summary ?? null).toEqual(scored.at(-1)?.summary ?? null);
      expect(dataset.of('agent').map(({ aispm_object_id }) => aispm_object_id)).toContain(attached.agent_id);
    }
  },
};

/** Checks an object at the other end of an edge. */
async function checkRelated(
  dataset: Dataset,
  { type, id, edge, relatedType }: { type: Type; id: unknown; edge: string; relatedType: Type },
  other: Row,
): Promise<void> {
  expect(other).toMatchObject({ object_type: relatedType, edge });
  const record = dataset.of(relatedType).find((row) => row[TYPES[relatedType].id] === other.aispm_object_id);
  expect(record).toBeDefined();
  expect(other.aispm_friendly_name).toBe(record?.aispm_friendly_name ?? record?.asset_name);
  // Locations have no issues.
  expect(other.critical_issues_count).toBe(record?.critical_issues_count ?? 0);
  expect(other.high_issues_count).toBe(record?.high_issues_count ?? 0);
  const back = await dataset.related(relatedType, other.aispm_object_id, invert(type, edge));
  const [inverse] = back.filter(({ aispm_object_id }) => aispm_object_id === id);
  expect(inverse).toMatchObject({
    object_type: type,
    evidence: other.evidence,
    first_seen_at: other.first_seen_at,
    last_seen_at: other.last_seen_at,
  });
}

/** Checks the objects at risk on a dashboard: the right ones, with the right counts, most severe first. */
function checkAtRisk(dataset: Dataset, shown: readonly Row[], type: Type): void {
  const count = (id: unknown, severity: string) =>
    dataset
      .of('occurrences')
      .filter(isUnresolved)
      .filter((one) => one.aispm_object_id === id && one.definitive_severity === severity).length;
  const atRisk = dataset.of(type).flatMap(({ aispm_object_id, aispm_friendly_name }) => {
    const [critical_count, high_count] = [count(aispm_object_id, 'critical'), count(aispm_object_id, 'high')];
    const total_critical_high_occurrences = critical_count + high_count;
    const row = { aispm_object_id, aispm_friendly_name, critical_count, high_count, total_critical_high_occurrences };
    return total_critical_high_occurrences > 0 ? [row] : [];
  });
  expect(shown.length).toBe(Math.min(atRisk.length, Math.max(shown.length, 1)));
  const order = (row: Row) => Number(row.critical_count) * 1e6 + Number(row.high_count);
  expect(shown.map(order)).toEqual(
    atRisk
      .map(order)
      .toSorted((a, b) => b - a)
      .slice(0, shown.length),
  );
  for (const row of shown)
    expect(atRisk.find(({ aispm_object_id }) => aispm_object_id === row.aispm_object_id)).toEqual(row);
}

/** Returns whether an issue was unresolved at a timestamp, according to its status changes. */
function wasUnresolved(issue: Row, history: readonly Row[], timestamp: number): boolean {
  if (Date.parse(String(issue.first_seen_at)) > timestamp) return false;
  const changes = history
    .filter(({ after }) => (after as Row).status !== undefined)
    .filter(({ changed_at }) => Date.parse(String(changed_at)) <= timestamp)
    .toSorted((a, b) => Date.parse(String(a.changed_at)) - Date.parse(String(b.changed_at)));
  const latest = changes.at(-1);
  if (latest) return (latest.after as Row).status !== 'resolved';
  return issue.resolved_at === null || Date.parse(String(issue.resolved_at)) > timestamp;
}
