/** The lists that programs can change, and how a new record of each is made. */
import { completeResults } from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import type { MockData } from './data-types.ts';
import { createName, type NamedKind } from './names.ts';
import type { Random } from './random.ts';
import type { RecordOf } from './record-types.ts';
import {
  pick,
  type Vary,
  varyAgent,
  varyAsset,
  varyLocation,
  varyMcpServer,
  varyModel,
  varyTool,
} from './variations.ts';

/** The name of a kind of records in {@link MockData}. */
export type KindName = Exclude<keyof MockData, 'in'>;

/** What a new record is made of. */
export interface Blueprint {
  /** The properties that the program sets. */
  fields: JsonObject;
  /** The records of the examples of its list. */
  templates: readonly JsonObject[];
  /** How many records of the kind programs have created before. */
  index: number;
  random: Random;
  /** The present, in RFC 3339. */
  now: string;
  /** Returns a record of another list, by its identifier; without one, any. */
  find(list: OperationId, id?: unknown): JsonObject | undefined;
  /** Returns the identifier of a record of another list; creates one when there is none. */
  requireId(kind: KindName): string;
  /** Returns the numbers of what a scan of an asset has found when it ended. */
  scan(assetId: string, finishedAt: string): JsonObject;
}

/** A kind of records. */
export interface Kind {
  /** Name of the operation that lists them. */
  list: OperationId;
  /** Makes a new record; the properties that the program sets follow afterwards. */
  make(blueprint: Blueprint): JsonObject;
}

const template = ({ templates, index }: Blueprint): JsonObject => templates[index % templates.length] ?? {};

/** Returns the times of something that was first seen just now. */
const seenNow = ({ now }: Blueprint): JsonObject => ({
  first_seen_at: now,
  last_seen_at: now,
  created_at: now,
  updated_at: now,
});

const makeObject =
  (kind: NamedKind, nameField: string, vary: Vary) =>
  (blueprint: Blueprint): JsonObject => {
    const { fields, index, random } = blueprint;
    const given = fields[nameField];
    const name = typeof given === 'string' ? given : createName(kind, index);
    return withoutCounts(vary(template(blueprint), { name, random, times: seenNow(blueprint) }));
  };

/** Sets all numbers that are counted later to those of an object without relations and issues. */
function withoutCounts(record: JsonObject): JsonObject {
  const counts = Object.keys(record).filter((name) => name.endsWith('_count'));
  return {
    ...record,
    ...Object.fromEntries(counts.map((name) => [name, 0])),
    ...('max_definitive_severity' in record && { max_definitive_severity: null }),
  };
}

const makeAsset = (blueprint: Blueprint): JsonObject => ({
  ...makeObject('asset', 'asset_name', varyAsset)(blueprint),
  last_scan_id: null,
  last_scanned_at: null,
});

function makeLocation(blueprint: Blueprint): JsonObject {
  const { fields, random, find, requireId } = blueprint;
  const asset = find('listAispmAssets', fields.asset_id ?? requireId('assets')) ?? {};
  return varyLocation(template(blueprint), asset, { name: '', random, times: seenNow(blueprint) });
}

function makeRule(blueprint: Blueprint): JsonObject {
  const known = template(blueprint);
  const name = createName('rule', blueprint.index);
  return {
    ...known,
    rule_id: `${known.rule_id}.${name.replace(/\W+/g, '-')}`,
    rule_name: `${known.rule_name}, ${name}`,
  };
}

/** The reason of a status that the program sets without one. */
const REASONS: Readonly<Record<string, string>> = { suppressed: 'accepted_risk', resolved: 'fixed' };

function makeIssue(blueprint: Blueprint): JsonObject {
  const { fields, templates, random, now, find } = blueprint;
  const { status = 'open', definitive_severity } = fields;
  const fits = (candidate: JsonObject) =>
    (definitive_severity === undefined || candidate.definitive_severity === definitive_severity) &&
    (fields.rule_id === undefined || candidate.rule_id === fields.rule_id);
  const example = templates.find((candidate) => candidate.status === 'open' && fits(candidate)) ?? template(blueprint);
  const rule = find('listRules', fields.rule_id ?? example.rule_id) ?? {};
  const severity = definitive_severity ?? rule.severity ?? example.definitive_severity;
  return {
    ...example,
    ...(rule.rule_id !== undefined && pick(rule, ['rule_id', 'rule_name', 'rule_description'])),
    ...(rule.tags !== undefined && { tags: rule.tags }),
    ...(rule.remediation !== undefined && { remediation: rule.remediation }),
    issue_id: random.uuid(),
    definitive_severity: severity,
    base_severity: severity,
    severity_reason: null,
    status,
    status_reason: REASONS[String(status)] ?? null,
    status_comment: null,
    status_changed_at: status === 'open' ? null : now,
    status_changed_by: null,
    assignee: null,
    due_at: null,
    object_types: [],
    critical_element_count: 0,
    high_element_count: 0,
    total_priority_affected_elements: 0,
    total_affected_elements: 0,
    fine_grained_issue_count: 0,
    first_seen_at: now,
    last_seen_at: now,
    resolved_at: status === 'resolved' ? now : null,
    reopened_at: null,
    reopen_count: 0,
    created_at: now,
    updated_at: now,
    etag: `"${random.hex(16)}"`,
  };
}

function makeOccurrence(blueprint: Blueprint): JsonObject {
  const { fields, templates, random, now, find, requireId } = blueprint;
  const issue = find('listIssues', fields.issue_id ?? requireId('issues')) ?? {};
  const example = templates.find(({ rule_id }) => rule_id === issue.rule_id) ?? template(blueprint);
  return {
    ...example,
    fine_grained_issue_id: random.uuid(),
    ...pick(issue, ['issue_id', 'rule_id', 'definitive_severity', 'status', 'status_reason', 'resolved_at']),
    asset_id: null,
    location: null,
    fingerprint: random.hex(64),
    scan_id: null,
    first_scan_id: null,
    llm_interaction_ids: [],
    first_seen_at: issue.first_seen_at ?? now,
    last_seen_at: issue.last_seen_at ?? now,
    updated_at: now,
  };
}

function makeScan(blueprint: Blueprint): JsonObject {
  const { fields, templates, random, now, find, requireId, scan } = blueprint;
  const asset = find('listAispmAssets', fields.asset_id ?? requireId('assets')) ?? {};
  const { status = 'completed' } = fields;
  const example = templates.find((candidate) => candidate.status === status) ?? template(blueprint);
  const hasEnded = example.finished_at !== null;
  return {
    ...example,
    scan_id: random.uuid(),
    asset_id: asset.asset_id ?? null,
    target: asset.repository_url ?? asset.asset_name ?? example.target,
    branch: asset.branch ?? null,
    commit_sha: asset.commit_sha ?? null,
    ...(status === 'completed' && scan(String(asset.asset_id), String(fields.finished_at ?? now))),
    created_at: now,
    started_at: example.started_at === null ? null : now,
    finished_at: hasEnded ? now : null,
    updated_at: now,
  };
}

const makeEvaluation = (blueprint: Blueprint): JsonObject => ({
  ...template(blueprint),
  id: blueprint.random.uuid(),
  is_builtin: false,
  created_at: blueprint.now,
  updated_at: blueprint.now,
});

/** The properties of an attached evaluation that has never run. */
const NEVER_RUN = {
  run_requested: false,
  latest_run_id: null,
  latest_run_status: null,
  latest_run_progress: null,
  latest_run_started_at: null,
  latest_run_finished_at: null,
  latest_run_cancel_requested: false,
  latest_run_summary: null,
  latest_scored_run_id: null,
  latest_scored_run_finished_at: null,
  latest_scored_run_summary: null,
  score_trend: [],
};

function makeAgentEvaluation(blueprint: Blueprint): JsonObject {
  const { fields, templates, random, now, find, requireId } = blueprint;
  const evaluation = find('listEvaluations', fields.evaluation_id ?? requireId('evaluations')) ?? {};
  const neverRun = templates.find((candidate) => (candidate.latest_run_id ?? null) === null);
  return {
    ...(neverRun ?? { ...template(blueprint), ...NEVER_RUN }),
    id: random.uuid(),
    agent_id: fields.agent_id ?? requireId('agents'),
    evaluation_id: evaluation.id,
    evaluation_name: evaluation.name,
    name: evaluation.name,
    created_at: now,
    updated_at: now,
  };
}

function makeRun(blueprint: Blueprint): JsonObject {
  const { fields, templates, random, now, find, requireId } = blueprint;
  const attached = find('listAgentEvaluations', fields.agent_evaluation_id ?? requireId('agentEvaluations')) ?? {};
  const { status = 'completed' } = fields;
  const ofStatus = templates.filter((candidate) => candidate.status === status);
  const example =
    ofStatus.find(({ evaluation_id }) => evaluation_id === attached.evaluation_id) ??
    ofStatus[0] ??
    template(blueprint);
  const run = {
    ...example,
    id: random.uuid(),
    agent_evaluation_id: attached.id,
    evaluation_id: attached.evaluation_id,
    agent_id: attached.agent_id,
    created_at: now,
    started_at: example.started_at === null ? null : now,
    finished_at: example.finished_at === null ? null : now,
    cancel_requested_at: example.cancel_requested_at === null ? null : now,
    updated_at: now,
  };
  const { summary } = fields;
  return summary === undefined || summary === null ? run : { ...run, score: (summary as JsonObject).score };
}

/** @throws {Error} when no results add up to the summary of a run */
export function checkRun(run: JsonObject): void {
  completeResults(run as RecordOf<'listEvaluationRuns'>, [], String);
}

function makeInteraction(blueprint: Blueprint): JsonObject {
  const { fields, random, now, requireId } = blueprint;
  const example = template(blueprint);
  const started =
    fields.started_at === undefined
      ? Date.parse(now) - Number(example.duration_ms ?? 0)
      : Date.parse(String(fields.started_at));
  const finished = new Date(started + Number(fields.duration_ms ?? example.duration_ms ?? 0)).toISOString();
  return {
    ...example,
    llm_interaction_id: random.uuid(),
    agent_id: fields.agent_id === undefined ? requireId('agents') : fields.agent_id,
    session_id: example.session_id === null ? null : `session-${random.hex(8)}`,
    trace_id: random.hex(32),
    span_id: random.hex(16),
    started_at: new Date(started).toISOString(),
    finished_at: finished,
    tool_calls: [],
    updated_at: finished,
  };
}

/** The kinds of records by their names in `MockData`. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  agents: { list: 'listAgents', make: makeObject('agent', 'aispm_friendly_name', varyAgent) },
  models: { list: 'listModels', make: makeObject('model', 'aispm_friendly_name', varyModel) },
  tools: { list: 'listTools', make: makeObject('tool', 'aispm_friendly_name', varyTool) },
  mcpServers: { list: 'listMcpServers', make: makeObject('mcp_server', 'aispm_friendly_name', varyMcpServer) },
  assets: { list: 'listAispmAssets', make: makeAsset },
  locations: { list: 'listLocations', make: makeLocation },
  rules: { list: 'listRules', make: makeRule },
  issues: { list: 'listIssues', make: makeIssue },
  fineGrainedIssues: { list: 'listFineGrainedIssues', make: makeOccurrence },
  scans: { list: 'listScans', make: makeScan },
  evaluations: { list: 'listEvaluations', make: makeEvaluation },
  agentEvaluations: { list: 'listAgentEvaluations', make: makeAgentEvaluation },
  evaluationRuns: { list: 'listEvaluationRuns', make: makeRun },
  llmInteractions: { list: 'listLlmInteractions', make: makeInteraction },
};
