import { describe, expect, test } from 'vitest';
import { deref, type JsonObject } from './contract.ts';
import { answers, type Example, nameOf, recordsIn } from './examples.ts';
import { all, kinds, lookUp, NOW, pascalCase, recordsOf } from './story.ts';

/** The fields of the records that the tests below read. */
interface Node {
  aispm_object_id: string;
  aispm_friendly_name: string;
  object_type: string;
  total_issues_count: number;
  critical_issues_count: number;
  high_issues_count: number;
  max_definitive_severity: string | null;
  first_seen_at: string;
  last_seen_at: string;
}
interface Issue {
  issue_id: string;
  rule_id: string;
  definitive_severity: string;
  base_severity: string;
  status: string;
  object_types: string[];
  critical_element_count: number;
  high_element_count: number;
  total_priority_affected_elements: number;
  total_affected_elements: number;
  fine_grained_issue_count: number;
  tags: JsonObject;
  remediation: JsonObject | null;
  first_seen_at: string;
  last_seen_at: string;
  resolved_at: string | null;
}
interface Occurrence {
  issue_id: string;
  aispm_object_id: string;
  object_type: string;
  asset_id: string | null;
  location: { location_id: string } | null;
  definitive_severity: string;
  status: string;
  scan_id: string | null;
  first_seen_at: string;
  last_seen_at: string;
}
interface Scan {
  scan_id: string;
  asset_id: string;
  status: string;
  is_current: boolean;
  has_ai_objects: boolean;
  ai_object_count: number;
  num_detections: number;
  commit_sha: string | null;
  created_at: string;
  finished_at: string | null;
}
interface Interaction {
  llm_interaction_id: string;
  agent_id: string;
  request_model: string;
  response_model: string | null;
  started_at: string;
  finished_at: string;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
  total_tokens: number | null;
  tool_calls: { tool_id: string }[];
  guardrail_outcome: string;
  guardrail_results: { action: string; category: string }[];
}
interface Counts {
  total: number;
  ok: number;
  blocked: number;
  redacted: number;
  alerted: number;
}

const issues = all<Issue>('Issue');
const unresolved = issues.filter(({ status }) => status !== 'resolved');
const occurrences = all<Occurrence>('FineGrainedIssue');
const standing = occurrences.filter(({ status }) => status !== 'resolved');
const scans = all<Scan>('Scan');
const interactions = all<Interaction>('LlmInteraction');
const nodeKinds = kinds.filter(({ idField }) => idField === 'aispm_object_id').map(({ name }) => name);
const nodes = nodeKinds.flatMap((name) => all<Node>(name));

/** The value of the first answer of an operation. */
const answerOf = <T>(id: string) => answers.find(({ operation }) => operation.id === id)?.value as T;

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'];
const worst = (severities: string[]) => severities.toSorted((a, b) => SEVERITIES.indexOf(b) - SEVERITIES.indexOf(a))[0];
const count = (severities: string[], severity: string) => severities.filter((one) => one === severity).length;
const unique = <T>(values: T[]) => [...new Set(values)];
const time = (timestamp: string) => Date.parse(timestamp);
/** Records of the inventory tell whole seconds. */
const second = (timestamp: string) => Math.floor(time(timestamp) / 1000) * 1000;

/** The severities of the issues that some occurrences belong to, each issue once. */
const severitiesOf = (some: Occurrence[]) =>
  unique(some.map(({ issue_id }) => issue_id)).map(
    (id) => worst(some.filter(({ issue_id }) => issue_id === id).map((one) => one.definitive_severity)) ?? '',
  );

describe('issues and occurrences', () => {
  test.each(issues)('$rule_id counts its occurrences and objects', (issue) => {
    const own = standing.filter(({ issue_id }) => issue_id === issue.issue_id);
    const objects = (severity: string) =>
      unique(
        own
          .filter(({ status, definitive_severity }) => status !== 'suppressed' && definitive_severity === severity)
          .map(({ aispm_object_id }) => aispm_object_id),
      ).length;
    expect(issue).toMatchObject({
      fine_grained_issue_count: own.length,
      total_affected_elements: unique(own.map(({ aispm_object_id }) => aispm_object_id)).length,
      critical_element_count: objects('critical'),
      high_element_count: objects('high'),
      total_priority_affected_elements: objects('critical') + objects('high'),
    });
  });

  test.each(issues)('$rule_id is as bad, as old and as new as its occurrences, and about their kinds', (issue) => {
    const own = occurrences.filter(({ issue_id }) => issue_id === issue.issue_id);
    expect(issue).toMatchObject({
      definitive_severity: worst(own.map(({ definitive_severity }) => definitive_severity)),
      object_types: unique(own.map(({ object_type }) => object_type)),
      first_seen_at: own.map(({ first_seen_at }) => first_seen_at).toSorted()[0],
      last_seen_at: own
        .map(({ last_seen_at }) => last_seen_at)
        .toSorted()
        .at(-1),
      status: own.find(({ status }) => status === 'open')?.status ?? own[0]?.status,
    });
  });

  test.each(issues)('$rule_id has the severity, tags and remediation of its rule', (issue) => {
    const { severity, tags, remediation } = recordsOf('Rule').get(issue.rule_id) ?? {};
    expect(issue).toMatchObject({ base_severity: severity, tags, remediation });
  });

  test('an occurrence lies in the asset of its location, and was seen by scans of that asset', () => {
    for (const { location, asset_id, scan_id, last_seen_at } of occurrences) {
      if (location) expect(recordsOf('Location').get(location.location_id)?.asset_id).toBe(asset_id);
      if (!scan_id) continue;
      const scan = recordsOf('Scan').get(scan_id) as unknown as Scan;
      expect(scan.asset_id).toBe(asset_id);
      expect(second(last_seen_at)).toBeLessThanOrEqual(time(scan.finished_at ?? NOW));
    }
  });

  test('a rule counts its issues', () => {
    for (const rule of answerOf<{ items: JsonObject[] }>('listRules').items)
      expect(rule.issues_count, String(rule.rule_id)).toBe(
        unresolved.filter(({ rule_id }) => rule_id === rule.rule_id).length,
      );
  });
});

describe('inventory', () => {
  test.each(nodes)('$aispm_friendly_name counts its issues', (node) => {
    const severities = severitiesOf(standing.filter(({ aispm_object_id }) => aispm_object_id === node.aispm_object_id));
    expect(node).toMatchObject({
      total_issues_count: severities.length,
      critical_issues_count: count(severities, 'critical'),
      high_issues_count: count(severities, 'high'),
      max_definitive_severity: worst(severities) ?? null,
    });
  });

  test.each(all('Asset'))('$asset_name counts the issues inside it, and knows its scans', (asset) => {
    const severities = severitiesOf(standing.filter(({ asset_id }) => asset_id === asset.asset_id));
    const own = scans
      .filter(({ asset_id }) => asset_id === asset.asset_id)
      .toSorted((a, b) => time(b.created_at) - time(a.created_at));
    const completed = own.find(({ status }) => status === 'completed');
    expect(asset).toMatchObject({
      total_issues_count: severities.length,
      critical_issues_count: count(severities, 'critical'),
      high_issues_count: count(severities, 'high'),
      last_scan_id: own[0]?.scan_id,
      last_scanned_at: completed?.finished_at,
      commit_sha: completed?.commit_sha,
      ai_object_count: completed?.ai_object_count,
    });
  });

  test('each side of a relation counts as many as the other', () => {
    const sum = (name: string, field: string) =>
      all(name).reduce((total, record) => total + (record[field] as number), 0);
    expect(sum('Agent', 'model_count')).toBe(sum('Model', 'agent_count'));
    expect(sum('Agent', 'tool_count')).toBe(sum('Tool', 'agent_count'));
    expect(sum('Agent', 'mcp_server_count')).toBe(sum('McpServer', 'agent_count'));
  });

  test('an MCP server counts the tools that name it', () => {
    for (const { aispm_object_id, tool_count } of all('McpServer'))
      expect(tool_count).toBe(all('Tool').filter(({ mcp_server_id }) => mcp_server_id === aispm_object_id).length);
  });

  test('who takes part in an interaction was last seen no earlier', () => {
    for (const { agent_id, request_model, tool_calls, finished_at } of interactions) {
      const model = all('Model').find(({ model_name }) => model_name === request_model);
      const tools = tool_calls.map(({ tool_id }) => recordsOf('Tool').get(tool_id));
      const servers = tools.map((tool) => recordsOf('McpServer').get(tool?.mcp_server_id as string));
      for (const seen of [recordsOf('Agent').get(agent_id), model, ...tools, ...servers.filter(Boolean)])
        expect(time(seen?.last_seen_at as string), String(seen?.aispm_friendly_name)).toBeGreaterThanOrEqual(
          second(finished_at),
        );
    }
  });
});

interface Relation extends Node {
  edge: string;
  evidence: string;
}

describe('graph', () => {
  const pages = answers.filter(({ operation }) => operation.path.endsWith('/{edge}'));

  /** Example `customs_desk_models` follows the edge `models` of the record whose own example is `customs_desk`. */
  function startOf({ operation, name }: Example): { edge: string; start: JsonObject } | undefined {
    const parameter = operation.parameters.find((candidate) => candidate.name === 'edge');
    const edges = deref(parameter?.schema as JsonObject).enum as string[];
    const longestFirst = edges.toSorted((a, b) => b.length - a.length);
    const edge = longestFirst.find((candidate) => name.endsWith(`_${candidate}`)) ?? '';
    const get = operation.path.replace(/\/\{edge\}$/, '');
    const own = answers.find(
      (example) => example.operation.path === get && example.name === name.slice(0, -edge.length - 1),
    );
    const [start] = own ? recordsIn(own) : [];
    return start && { edge, start };
  }

  test.each(pages.map((page) => [nameOf(page), page] as const))(
    '%s starts at a record and has as many relations as that counts',
    (_, page) => {
      const found = startOf(page);
      expect(found).toBeDefined();
      const counted = found?.start[`${found.edge.replace(/s$/, '')}_count`];
      const relations = recordsIn(page) as unknown as Relation[];
      if (counted !== undefined) expect(relations).toHaveLength(counted as number);
      for (const { edge, object_type } of relations) {
        expect(edge).toBe(found?.edge);
        expect(`${object_type}s`).toBe(edge.replace(/^(sub|parent)_/, ''));
      }
    },
  );

  test.each(pages.map((page) => [nameOf(page), page] as const))(
    '%s has the counts of the related objects, and was seen while both ends were',
    (_, page) => {
      const start = startOf(page)?.start as unknown as Node;
      for (const relation of recordsIn(page) as unknown as Relation[]) {
        const related = recordFor(relation);
        const { critical_issues_count = 0, high_issues_count = 0 } = related;
        expect(relation).toMatchObject({ critical_issues_count, high_issues_count });
        for (const end of [start, related]) {
          expect(time(relation.first_seen_at)).toBeGreaterThanOrEqual(time(end.first_seen_at));
          expect(time(relation.last_seen_at)).toBeLessThanOrEqual(time(end.last_seen_at));
        }
        const last = lastTogether(start, related);
        if (last) expect(time(relation.last_seen_at)).toBeGreaterThanOrEqual(second(last));
        if (last) expect(['observed', 'both']).toContain(relation.evidence);
      }
    },
  );

  const recordFor = ({ aispm_object_id, object_type }: Relation) =>
    lookUp(
      kinds.filter(({ name }) => name === pascalCase(object_type)),
      aispm_object_id,
    ) as unknown as Node;

  /** When two objects last took part in the same interaction that a model answered. */
  function lastTogether(one: Node, other: Node): string | undefined {
    return interactions
      .filter(({ response_model }) => response_model !== null)
      .filter((interaction) => [one, other].every((node) => partners(interaction).includes(node.aispm_object_id)))
      .map(({ finished_at }) => finished_at)
      .toSorted()
      .at(-1);
  }

  function partners({ agent_id, request_model, tool_calls }: Interaction): unknown[] {
    const models = all('Model').filter(({ model_name }) => model_name === request_model);
    const tools = tool_calls.map(({ tool_id }) => tool_id);
    const servers = tools.map((id) => recordsOf('Tool').get(id)?.mcp_server_id);
    return [agent_id, ...models.map(({ aispm_object_id }) => aispm_object_id), ...tools, ...servers];
  }
});

interface Dashboard {
  aispm_objects_counts: { object_type: string; total_inventory_count: number }[];
  aispm_objects_top_issues: Issue[];
  aispm_top_at_risk_agents: JsonObject[];
  aispm_top_at_risk_mcp_servers: JsonObject[];
  aispm_top_at_risk_models: JsonObject[];
  issues_histogram: { counts: JsonObject[] };
  scans_counts: JsonObject;
}

const DAY = 24 * 60 * 60 * 1000;

/** The issues that were not resolved at an instant, by severity as a histogram shows it. */
function standingAt(instant: number): { critical: number; high: number; other: number } {
  const severities = issues
    .filter(({ first_seen_at, resolved_at }) => time(first_seen_at) < instant && time(resolved_at ?? NOW) >= instant)
    .map(({ definitive_severity }) => definitive_severity);
  const [critical, high] = [count(severities, 'critical'), count(severities, 'high')];
  return { critical, high, other: severities.length - critical - high };
}

describe('dashboard', () => {
  const dashboard = answerOf<Dashboard>('getAispmDashboard');

  test.each(dashboard.aispm_objects_counts)('counts every $object_type and its issues', (counts) => {
    const severities = severitiesOf(standing.filter(({ object_type }) => object_type === counts.object_type));
    expect(counts).toMatchObject({
      total_inventory_count: all(pascalCase(counts.object_type)).length,
      total_issues_count: severities.length,
      critical_issues_count: count(severities, 'critical'),
      high_issues_count: count(severities, 'high'),
    });
  });

  test('counts every kind of objects once', () => {
    const types = dashboard.aispm_objects_counts.map(({ object_type }) => object_type);
    const inventory = [...nodeKinds, 'Asset', 'Location'];
    expect(types.map(pascalCase)).toEqual(inventory);
  });

  test('shows the issues with critical or high objects, the worst first', () => {
    const top = issues
      .filter(({ total_priority_affected_elements }) => total_priority_affected_elements > 0)
      .toSorted(
        (a, b) =>
          SEVERITIES.indexOf(b.definitive_severity) - SEVERITIES.indexOf(a.definitive_severity) ||
          b.total_priority_affected_elements - a.total_priority_affected_elements ||
          a.issue_id.localeCompare(b.issue_id),
      );
    expect(dashboard.aispm_objects_top_issues.map(({ issue_id }) => issue_id)).toEqual(
      top.map(({ issue_id }) => issue_id),
    );
  });

  test.each([
    ['Agent', dashboard.aispm_top_at_risk_agents],
    ['McpServer', dashboard.aispm_top_at_risk_mcp_servers],
    ['Model', dashboard.aispm_top_at_risk_models],
  ])('shows every %s with critical or high findings', (name, shown) => {
    const atRisk = all<Node>(name).flatMap(({ aispm_object_id, aispm_friendly_name }) => {
      const own = standing.filter((occurrence) => occurrence.aispm_object_id === aispm_object_id);
      const severities = own.map(({ definitive_severity }) => definitive_severity);
      const [critical_count, high_count] = [count(severities, 'critical'), count(severities, 'high')];
      const total_critical_high_occurrences = critical_count + high_count;
      const row = { aispm_object_id, aispm_friendly_name, critical_count, high_count, total_critical_high_occurrences };
      return total_critical_high_occurrences > 0 ? [row] : [];
    });
    expect(shown).toHaveLength(atRisk.length);
    expect(shown).toEqual(expect.arrayContaining(atRisk));
  });

  test('shows the issues at the end of each of the last 30 days', () => {
    const today = Math.floor(time(NOW) / DAY) * DAY;
    const ends = Array.from({ length: 30 }, (_, day) => Math.min(today - (28 - day) * DAY, time(NOW)));
    expect(dashboard.issues_histogram.counts).toEqual(ends.map(standingAt));
  });

  test('counts the current scans and those that found something', () => {
    const current = scans.filter(({ is_current }) => is_current);
    const found = current.filter(({ has_ai_objects }) => has_ai_objects).length;
    expect(dashboard.scans_counts).toEqual({
      total_current_aispm_scans: current.length,
      scans_with_ai_objects_count: found,
      percent_scans_with_ai_objects: (100 * found) / current.length,
    });
  });
});

interface Histogram {
  start_time: string;
  end_time: string;
  interval: 'day' | 'week' | 'month';
  counts: { bucket_start: string }[];
}

/** The start of the bucket after the one that starts at an instant. */
function next(start: string, interval: Histogram['interval']): string {
  const date = new Date(start);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1));
  return date.toISOString().replace('.000Z', 'Z');
}

describe('issue histograms', () => {
  const histograms = answers.filter(({ operation }) => operation.id === 'getIssueHistogram');

  test.each(histograms.map((example) => [nameOf(example), example] as const))('%s shows each bucket', (_, example) => {
    const { start_time, end_time, interval, counts } = example.value as Histogram;
    expect(counts[0]?.bucket_start).toBe(start_time);
    const only = example.summary.match(/severity=(\w+)/)?.[1];
    let start = start_time;
    for (const bucket of counts) {
      const { critical, high, other } = standingAt(Math.min(time(next(start, interval)), time(NOW)));
      const shown = only === 'critical' ? { critical, high: 0, other: 0 } : { critical, high, other };
      expect(bucket).toEqual({ bucket_start: start, ...shown });
      start = next(start, interval);
    }
    expect(time(start)).toBeGreaterThan(time(end_time));
  });
});

describe('scan results', () => {
  test('a completed scan counts the occurrences that it saw last', () => {
    for (const { scan_id, num_detections } of scans.filter(({ is_current }) => is_current))
      expect(num_detections, scan_id).toBe(occurrences.filter((occurrence) => occurrence.scan_id === scan_id).length);
  });

  test('a scan has a result for each object and each occurrence', () => {
    const { items, total } = answerOf<{ items: { scan_id: string }[]; total: number }>('listScanResults');
    const { ai_object_count, num_detections } = recordsOf('Scan').get(items[0]?.scan_id ?? '') as unknown as Scan;
    expect(total).toBe(ai_object_count + num_detections);
  });
});

const OUTCOMES = ['ok', 'alerted', 'redacted', 'blocked'];
const outcomeOf = { allow: 'ok', alert: 'alerted', redact: 'redacted', block: 'blocked' } as Record<string, string>;
const strongest = (outcomes: string[]) => outcomes.toSorted((a, b) => OUTCOMES.indexOf(b) - OUTCOMES.indexOf(a))[0];

/** Guardrail counts of some outcomes. */
function countsOf(outcomes: string[]): Counts {
  const [ok, alerted, redacted, blocked] = OUTCOMES.map((outcome) => count(outcomes, outcome)) as number[];
  return { total: outcomes.length, ok, blocked, redacted, alerted } as Counts;
}

describe('interactions', () => {
  const outcome = ({ guardrail_outcome }: Interaction) => guardrail_outcome.toLowerCase();
  const sums = countsOf(interactions.map(outcome));

  test.each(interactions)('$llm_interaction_id has the outcome of its strongest guardrail', (interaction) => {
    const actions = interaction.guardrail_results.map(({ action }) => outcomeOf[action] ?? action);
    expect(outcome(interaction)).toBe(strongest(actions) ?? 'ok');
  });

  test.each(interactions)('$llm_interaction_id adds up its tokens and its time', (interaction) => {
    const { input_tokens, output_tokens, total_tokens, started_at, finished_at, duration_ms } = interaction;
    expect(total_tokens).toBe(input_tokens === null || output_tokens === null ? null : input_tokens + output_tokens);
    expect(duration_ms).toBe(time(finished_at) - time(started_at));
  });

  test('are counted by the hour', () => {
    const { results, ...total } = answerOf<Counts & { results: Record<string, Counts> }>('getLlmInteractionCounts');
    expect(total).toEqual(sums);
    const hours = Object.keys(results);
    const steps = hours.slice(1).map((hour, index) => time(hour) - time(hours[index] ?? ''));
    expect(unique(steps)).toEqual([60 * 60 * 1000]);
    for (const [hour, counts] of Object.entries(results)) {
      const own = interactions.filter(({ started_at }) => started_at.slice(0, 13) === hour.slice(0, 13));
      expect(counts, hour).toEqual(countsOf(own.map(outcome)));
    }
  });

  test('are counted by the category of the guardrails', () => {
    const answer = answerOf<Counts & { categories: (Counts & { category: string })[] }>('getLlmInteractionCategories');
    const { categories, ...total } = answer;
    const names = unique(interactions.flatMap((one) => one.guardrail_results.map(({ category }) => category)));
    const rows = names.map((category) => {
      const looked = interactions
        .map(({ guardrail_results }) => guardrail_results.filter((result) => result.category === category))
        .filter((results) => results.length > 0)
        .map((results) => strongest(results.map(({ action }) => outcomeOf[action] ?? action)) ?? 'ok');
      return { category, ...countsOf(looked) };
    });
    expect(total).toEqual({ ...sums, category_count: names.length });
    expect(categories).toEqual(rows.toSorted((a, b) => b.total - a.total || a.category.localeCompare(b.category)));
  });

  test('are counted by agent', () => {
    const { agents, ...total } = answerOf<Counts & { agents: JsonObject[] }>('getLlmInteractionAgents');
    const rows = unique(interactions.map(({ agent_id }) => agent_id)).map((agent_id) => ({
      agent_id,
      aispm_friendly_name: String(recordsOf('Agent').get(agent_id)?.aispm_friendly_name),
      ...countsOf(interactions.filter((one) => one.agent_id === agent_id).map(outcome)),
    }));
    expect(total).toEqual({ ...sums, agent_count: rows.length });
    expect(agents).toEqual(
      rows.toSorted((a, b) => b.total - a.total || a.aispm_friendly_name.localeCompare(b.aispm_friendly_name)),
    );
  });
});
