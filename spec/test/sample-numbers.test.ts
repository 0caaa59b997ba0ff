import type { JsonObject, Schema } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { resolveNode } from './contract.ts';
import { type Example, examplesOf, listRecords, responseExamples, withNames } from './examples.ts';
import { findRecord, getRecord, listAll, NOW, nodeTypes, recordTypes, toPascalCase } from './sample-data.ts';

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
  detection_count: number;
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

const issues = listAll<Issue>('Issue');
const unresolved = issues.filter(({ status }) => status !== 'resolved');
const occurrences = listAll<Occurrence>('FineGrainedIssue');
const unresolvedOccurrences = occurrences.filter(({ status }) => status !== 'resolved');
const scans = listAll<Scan>('Scan');
const interactions = listAll<Interaction>('LlmInteraction');
const nodes = nodeTypes.flatMap(({ name }) => listAll<Node>(name));

/** Returns the value of the first example of an operation's response. */
const firstResponse = <T>(operationId: string) => examplesOf(operationId)[0]?.value as T;

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'];
const mostSevere = (severities: string[]) =>
  severities.toSorted((a, b) => SEVERITIES.indexOf(b) - SEVERITIES.indexOf(a))[0];
const count = (severities: string[], severity: string) => severities.filter((other) => other === severity).length;
const unique = <T>(values: T[]) => [...new Set(values)];
const time = (timestamp: string) => Date.parse(timestamp);
/** Rounds down to seconds, the precision of records of the inventory. */
const floorToSecond = (timestamp: string) => Math.floor(time(timestamp) / 1000) * 1000;

/** Lists the severities of the issues of some occurrences, each issue once. */
const listIssueSeverities = (some: Occurrence[]) =>
  unique(some.map(({ issue_id }) => issue_id)).map(
    (id) =>
      mostSevere(
        some.filter(({ issue_id }) => issue_id === id).map(({ definitive_severity }) => definitive_severity),
      ) ?? '',
  );

describe('issues and occurrences', () => {
  it.each(issues)('$rule_id counts its occurrences and objects', (issue) => {
    const own = unresolvedOccurrences.filter(({ issue_id }) => issue_id === issue.issue_id);
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

  it.each(issues)('$rule_id has the severity, the times and the types of its occurrences', (issue) => {
    const own = occurrences.filter(({ issue_id }) => issue_id === issue.issue_id);
    expect(issue).toMatchObject({
      definitive_severity: mostSevere(own.map(({ definitive_severity }) => definitive_severity)),
      object_types: unique(own.map(({ object_type }) => object_type)),
      first_seen_at: own.map(({ first_seen_at }) => first_seen_at).toSorted()[0],
      last_seen_at: own
        .map(({ last_seen_at }) => last_seen_at)
        .toSorted()
        .at(-1),
      status: own.find(({ status }) => status === 'open')?.status ?? own[0]?.status,
    });
  });

  it.each(issues)('$rule_id has the severity, tags and remediation of its rule', (issue) => {
    const { severity, tags, remediation } = getRecord('Rule', issue.rule_id) ?? {};
    expect(issue).toMatchObject({ base_severity: severity, tags, remediation });
  });

  it('an occurrence is in the asset of its location, and was seen by scans of that asset', () => {
    for (const { location, asset_id, scan_id, last_seen_at } of occurrences) {
      if (location) expect(getRecord('Location', location.location_id)?.asset_id).toBe(asset_id);
      if (!scan_id) continue;
      const scan = getRecord<Scan>('Scan', scan_id) as Scan;
      expect(scan.asset_id).toBe(asset_id);
      expect(floorToSecond(last_seen_at)).toBeLessThanOrEqual(time(scan.finished_at ?? NOW));
    }
  });

  it('a rule counts its issues', () => {
    for (const rule of firstResponse<{ items: JsonObject[] }>('listRules').items)
      expect(rule.total_issues_count, String(rule.rule_id)).toBe(
        unresolved.filter(({ rule_id }) => rule_id === rule.rule_id).length,
      );
  });
});

describe('inventory', () => {
  it.each(nodes)('$aispm_friendly_name counts its issues', (node) => {
    const severities = listIssueSeverities(
      unresolvedOccurrences.filter(({ aispm_object_id }) => aispm_object_id === node.aispm_object_id),
    );
    expect(node).toMatchObject({
      total_issues_count: severities.length,
      critical_issues_count: count(severities, 'critical'),
      high_issues_count: count(severities, 'high'),
      max_definitive_severity: mostSevere(severities) ?? null,
    });
  });

  it.each(listAll('Asset'))('$asset_name counts the issues inside it, and refers to its scans', (asset) => {
    const severities = listIssueSeverities(unresolvedOccurrences.filter(({ asset_id }) => asset_id === asset.asset_id));
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

  it('both sides of a relation have the same count', () => {
    const sum = (name: string, field: string) =>
      listAll(name).reduce((total, record) => total + (record[field] as number), 0);
    expect(sum('Agent', 'model_count')).toBe(sum('Model', 'agent_count'));
    expect(sum('Agent', 'tool_count')).toBe(sum('Tool', 'agent_count'));
    expect(sum('Agent', 'mcp_server_count')).toBe(sum('McpServer', 'agent_count'));
  });

  it('an MCP server counts the tools that refer to it', () => {
    for (const { aispm_object_id, tool_count } of listAll('McpServer'))
      expect(tool_count).toBe(listAll('Tool').filter(({ mcp_server_id }) => mcp_server_id === aispm_object_id).length);
  });

  it('objects were last seen after their interactions', () => {
    for (const { agent_id, request_model, tool_calls, finished_at } of interactions) {
      const model = listAll('Model').find(({ model_name }) => model_name === request_model);
      const tools = tool_calls.map(({ tool_id }) => getRecord('Tool', tool_id));
      const servers = tools.map((tool) => getRecord('McpServer', tool?.mcp_server_id as string));
      for (const seen of [getRecord('Agent', agent_id), model, ...tools, ...servers.filter(Boolean)])
        expect(time(seen?.last_seen_at as string), String(seen?.aispm_friendly_name)).toBeGreaterThanOrEqual(
          floorToSecond(finished_at),
        );
    }
  });
});

interface Relation extends Node {
  edge: string;
  evidence: string;
}

describe('graph', () => {
  const pages = responseExamples.filter(({ operation }) => operation.path.endsWith('/{edge}'));

  /** Finds where an example starts: `customs_desk_models` follows the edge `models` of the example `customs_desk`. */
  function findStart({ operation, name }: Example): { edge: string; start: JsonObject } | undefined {
    const parameter = operation.parameters.find((candidate) => candidate.name === 'edge');
    const edges = resolveNode<Schema>(parameter?.schema ?? {}).enum as string[];
    const longestFirst = edges.toSorted((a, b) => b.length - a.length);
    const edge = longestFirst.find((candidate) => name.endsWith(`_${candidate}`)) ?? '';
    const path = operation.path.replace(/\/\{edge\}$/, '');
    const own = responseExamples.find(
      (example) => example.operation.path === path && example.name === name.slice(0, -edge.length - 1),
    );
    const [start] = own ? listRecords(own) : [];
    return start && { edge, start };
  }

  it.each(withNames(pages))('%s starts at a record and has as many relations as the record counts', (_, page) => {
    const found = findStart(page);
    expect(found).toBeDefined();
    const counted = found?.start[`${found.edge.replace(/s$/, '')}_count`];
    const relations = listRecords(page) as unknown as Relation[];
    if (counted !== undefined) expect(relations).toHaveLength(counted as number);
    for (const { edge, object_type } of relations) {
      expect(edge).toBe(found?.edge);
      expect(`${object_type}s`).toBe(edge.replace(/^(sub|parent)_/, ''));
    }
  });

  it.each(withNames(pages))(
    '%s has the counts of the related objects, and was seen while both ends were',
    (_, page) => {
      const start = findStart(page)?.start as unknown as Node;
      for (const relation of listRecords(page) as unknown as Relation[]) {
        const related = findRelated(relation);
        const { critical_issues_count = 0, high_issues_count = 0 } = related;
        expect(relation).toMatchObject({ critical_issues_count, high_issues_count });
        for (const end of [start, related]) {
          expect(time(relation.first_seen_at)).toBeGreaterThanOrEqual(time(end.first_seen_at));
          expect(time(relation.last_seen_at)).toBeLessThanOrEqual(time(end.last_seen_at));
        }
        const last = findLastInteraction(start, related);
        if (last) expect(time(relation.last_seen_at)).toBeGreaterThanOrEqual(floorToSecond(last));
        if (last) expect(['observed', 'both']).toContain(relation.evidence);
      }
    },
  );

  const findRelated = ({ aispm_object_id, object_type }: Relation) =>
    findRecord(
      recordTypes.filter(({ name }) => name === toPascalCase(object_type)),
      aispm_object_id,
    ) as unknown as Node;

  /** Returns when two objects last took part in the same interaction with a response. */
  function findLastInteraction(a: Node, b: Node): string | undefined {
    return interactions
      .filter(({ response_model }) => response_model !== null)
      .filter((interaction) => [a, b].every((node) => listParticipants(interaction).includes(node.aispm_object_id)))
      .map(({ finished_at }) => finished_at)
      .toSorted()
      .at(-1);
  }

  function listParticipants({ agent_id, request_model, tool_calls }: Interaction): unknown[] {
    const models = listAll('Model').filter(({ model_name }) => model_name === request_model);
    const tools = tool_calls.map(({ tool_id }) => tool_id);
    const servers = tools.map((id) => getRecord('Tool', id)?.mcp_server_id);
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

/** Counts the issues that weren't resolved at a time, by severity as a histogram shows it. */
function countUnresolvedAt(timestamp: number): { critical: number; high: number; other: number } {
  const severities = issues
    .filter(
      ({ first_seen_at, resolved_at }) => time(first_seen_at) < timestamp && time(resolved_at ?? NOW) >= timestamp,
    )
    .map(({ definitive_severity }) => definitive_severity);
  const [critical, high] = [count(severities, 'critical'), count(severities, 'high')];
  return { critical, high, other: severities.length - critical - high };
}

describe('dashboard', () => {
  const dashboard = firstResponse<Dashboard>('getAispmDashboard');

  it.each(dashboard.aispm_objects_counts)('counts every $object_type and its issues', (counts) => {
    const severities = listIssueSeverities(
      unresolvedOccurrences.filter(({ object_type, asset_id }) =>
        counts.object_type === 'asset' ? asset_id !== null : object_type === counts.object_type,
      ),
    );
    expect(counts).toMatchObject({
      total_inventory_count: listAll(toPascalCase(counts.object_type)).length,
      total_issues_count: severities.length,
      critical_issues_count: count(severities, 'critical'),
      high_issues_count: count(severities, 'high'),
    });
  });

  it('counts every type of objects once', () => {
    const types = dashboard.aispm_objects_counts.map(({ object_type }) => object_type);
    const inventory = [...nodeTypes.map(({ name }) => name), 'Asset', 'Location'];
    expect(types.map(toPascalCase)).toEqual(inventory);
  });

  it('shows the issues with critical or high objects, the most severe first', () => {
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

  it.each([
    ['Agent', dashboard.aispm_top_at_risk_agents],
    ['McpServer', dashboard.aispm_top_at_risk_mcp_servers],
    ['Model', dashboard.aispm_top_at_risk_models],
  ])('shows every %s with critical or high findings', (name, shown) => {
    const atRisk = listAll<Node>(name).flatMap(({ aispm_object_id, aispm_friendly_name }) => {
      const own = unresolvedOccurrences.filter((occurrence) => occurrence.aispm_object_id === aispm_object_id);
      const severities = own.map(({ definitive_severity }) => definitive_severity);
      const [critical_count, high_count] = [count(severities, 'critical'), count(severities, 'high')];
      const total_critical_high_occurrences = critical_count + high_count;
      const row = { aispm_object_id, aispm_friendly_name, critical_count, high_count, total_critical_high_occurrences };
      return total_critical_high_occurrences > 0 ? [row] : [];
    });
    expect(shown).toHaveLength(atRisk.length);
    expect(shown).toEqual(expect.arrayContaining(atRisk));
  });

  it('shows the issues at the end of each of the last 30 days', () => {
    const today = Math.floor(time(NOW) / DAY) * DAY;
    const ends = Array.from({ length: 30 }, (_, day) => Math.min(today - (28 - day) * DAY, time(NOW)));
    expect(dashboard.issues_histogram.counts).toEqual(ends.map(countUnresolvedAt));
  });

  it('counts the current scans and those that found something', () => {
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

/** Returns the start of the next bucket. */
function nextBucket(start: string, interval: Histogram['interval']): string {
  const date = new Date(start);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1));
  return date.toISOString().replace('.000Z', 'Z');
}

describe('issue histograms', () => {
  const histograms = examplesOf('getIssueHistogram');

  it.each(withNames(histograms))('%s shows the issues at the end of each bucket', (_, example) => {
    const { start_time, end_time, interval, counts } = example.value as Histogram;
    expect(counts[0]?.bucket_start).toBe(start_time);
    const only = example.summary.match(/severity=(\w+)/)?.[1];
    let start = start_time;
    for (const bucket of counts) {
      const { critical, high, other } = countUnresolvedAt(Math.min(time(nextBucket(start, interval)), time(NOW)));
      const shown = only === 'critical' ? { critical, high: 0, other: 0 } : { critical, high, other };
      expect(bucket).toEqual({ bucket_start: start, ...shown });
      start = nextBucket(start, interval);
    }
    expect(time(start)).toBeGreaterThan(time(end_time));
  });
});

interface ScanResult {
  scan_id: string;
}

describe('scan results', () => {
  it('a completed scan counts the occurrences that no later scan saw', () => {
    for (const { scan_id, detection_count } of scans.filter(({ is_current }) => is_current))
      expect(detection_count, scan_id).toBe(occurrences.filter((occurrence) => occurrence.scan_id === scan_id).length);
  });

  it('a scan has a result for each object and each occurrence', () => {
    const pages = examplesOf('listScanResults').map(({ value }) => value as { items: ScanResult[]; total?: number });
    const { items, total } = pages.find((page) => page.total !== undefined) ?? { items: [] };
    const { ai_object_count, detection_count } = getRecord<Scan>('Scan', items[0]?.scan_id ?? '') as Scan;
    expect(total).toBe(ai_object_count + detection_count);
  });
});

const OUTCOMES = ['ok', 'alerted', 'redacted', 'blocked'];
const OUTCOMES_BY_ACTION = { allow: 'ok', alert: 'alerted', redact: 'redacted', block: 'blocked' } as Record<
  string,
  string
>;
const strongest = (outcomes: string[]) => outcomes.toSorted((a, b) => OUTCOMES.indexOf(b) - OUTCOMES.indexOf(a))[0];

/** Counts outcomes as the dashboards do. */
function countOutcomes(outcomes: string[]): Counts {
  const [ok, alerted, redacted, blocked] = OUTCOMES.map((outcome) => count(outcomes, outcome)) as number[];
  return { total: outcomes.length, ok, blocked, redacted, alerted } as Counts;
}

describe('interactions', () => {
  const toOutcome = ({ guardrail_outcome }: Interaction) => guardrail_outcome.toLowerCase();
  const totals = countOutcomes(interactions.map(toOutcome));

  it.each(interactions)('$llm_interaction_id has the outcome of its strongest guardrail', (interaction) => {
    const actions = interaction.guardrail_results.map(({ action }) => OUTCOMES_BY_ACTION[action] ?? action);
    expect(toOutcome(interaction)).toBe(strongest(actions) ?? 'ok');
  });

  it.each(interactions)(
    '$llm_interaction_id has the sum of its tokens and the difference of its times',
    (interaction) => {
      const { input_tokens, output_tokens, total_tokens, started_at, finished_at, duration_ms } = interaction;
      expect(total_tokens).toBe(input_tokens === null || output_tokens === null ? null : input_tokens + output_tokens);
      expect(duration_ms).toBe(time(finished_at) - time(started_at));
    },
  );

  it('are counted by hour', () => {
    const { results, ...total } = firstResponse<Counts & { results: Record<string, Counts> }>(
      'getLlmInteractionCounts',
    );
    expect(total).toEqual(totals);
    const hours = Object.keys(results);
    const steps = hours.slice(1).map((hour, index) => time(hour) - time(hours[index] ?? ''));
    expect(unique(steps)).toEqual([60 * 60 * 1000]);
    for (const [hour, counts] of Object.entries(results)) {
      const own = interactions.filter(({ started_at }) => started_at.slice(0, 13) === hour.slice(0, 13));
      expect(counts, hour).toEqual(countOutcomes(own.map(toOutcome)));
    }
  });

  it('are counted by category of the guardrails', () => {
    const response = firstResponse<Counts & { categories: (Counts & { category: string })[] }>(
      'getLlmInteractionCategories',
    );
    const { categories, ...total } = response;
    const names = unique(
      interactions.flatMap(({ guardrail_results }) => guardrail_results.map(({ category }) => category)),
    );
    const rows = names.map((category) => {
      const outcomes = interactions
        .map(({ guardrail_results }) => guardrail_results.filter((result) => result.category === category))
        .filter((results) => results.length > 0)
        .map((results) => strongest(results.map(({ action }) => OUTCOMES_BY_ACTION[action] ?? action)) ?? 'ok');
      return { category, ...countOutcomes(outcomes) };
    });
    expect(total).toEqual({ ...totals, category_count: names.length });
    expect(categories).toEqual(rows.toSorted((a, b) => b.total - a.total || a.category.localeCompare(b.category)));
  });

  it('are counted by agent', () => {
    const { agents, ...total } = firstResponse<Counts & { agents: JsonObject[] }>('getLlmInteractionAgents');
    const rows = unique(interactions.map(({ agent_id }) => agent_id)).map((agent_id) => ({
      agent_id,
      aispm_friendly_name: String(getRecord('Agent', agent_id)?.aispm_friendly_name),
      ...countOutcomes(interactions.filter((other) => other.agent_id === agent_id).map(toOutcome)),
    }));
    expect(total).toEqual({ ...totals, agent_count: rows.length });
    expect(agents).toEqual(
      rows.toSorted((a, b) => b.total - a.total || a.aispm_friendly_name.localeCompare(b.aispm_friendly_name)),
    );
  });
});
