/** The lists that programs can change, and the factories of their records. */
import { completeResults } from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import type { MockData } from './data-types.ts';
import { createName, type NamedType } from './names.ts';
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

/** The name of a list in {@link MockData}. */
export type RecordName = Exclude<keyof MockData, 'in'>;

/** The context of a new record. */
export interface FactoryContext {
  /** The properties that the program sets. */
  fields: JsonObject;
  /** The examples of its list. */
  templates: readonly JsonObject[];
  /** Number of records that programs have created in the list before. */
  index: number;
  random: Random;
  /** The current time (RFC 3339). */
  now: string;
  /** Returns a record of another list, by its identifier; without one, any record. */
  find(list: OperationId, id?: unknown): JsonObject | undefined;
  /** Returns the identifier of a record of another list, which is created if there is none. */
  requireId(name: RecordName): string;
  /** Returns the counts of a scan of an asset that ended at a time. */
  scan(assetId: string, finishedAt: string): JsonObject;
}

/** Builds the records of a list. */
export interface RecordFactory {
  /** Name of the operation that lists the records. */
  list: OperationId;
  /** Builds a new record, whose properties the program can override. */
  build(context: FactoryContext): JsonObject;
}

const template = ({ templates, index }: FactoryContext): JsonObject => templates[index % templates.length] ?? {};

/** Returns the times of an object that was first seen now. */
const seenNow = ({ now }: FactoryContext): JsonObject => ({
  first_seen_at: now,
  last_seen_at: now,
  created_at: now,
  updated_at: now,
});

const buildObject =
  (type: NamedType, nameField: string, vary: Vary) =>
  (context: FactoryContext): JsonObject => {
    const { fields, index, random } = context;
    const given = fields[nameField];
    const name = typeof given === 'string' ? given : createName(type, index);
    return withoutCounts(vary(template(context), { name, random, times: seenNow(context) }));
  };

/** Resets all counts to those of an object without relations and issues; they are computed later. */
function withoutCounts(record: JsonObject): JsonObject {
  const counts = Object.keys(record).filter((name) => name.endsWith('_count'));
  return {
    ...record,
    ...Object.fromEntries(counts.map((name) => [name, 0])),
    ...('max_definitive_severity' in record && { max_definitive_severity: null }),
  };
}

const buildAsset = (context: FactoryContext): JsonObject => ({
  ...buildObject('asset', 'asset_name', varyAsset)(context),
  last_scan_id: null,
  last_scanned_at: null,
});

function buildLocation(context: FactoryContext): JsonObject {
  const { fields, random, find, requireId } = context;
  const asset = find('listAispmAssets', fields.asset_id ?? requireId('assets')) ?? {};
  return varyLocation(template(context), asset, { name: '', random, times: seenNow(context) });
}

function buildRule(context: FactoryContext): JsonObject {
  const known = template(context);
  const name = createName('rule', context.index);
  return {
    ...known,
    rule_id: `${known.rule_id}.${name.replace(/\W+/g, '-')}`,
    rule_name: `${known.rule_name}, ${name}`,
  };
}

/** The default reasons of statuses. */
const REASONS: Readonly<Record<string, string>> = { suppressed: 'accepted_risk', resolved: 'fixed' };

function buildIssue(context: FactoryContext): JsonObject {
  const { fields, templates, random, now, find } = context;
  const { status = 'open', definitive_severity } = fields;
  const fits = (candidate: JsonObject) =>
    (definitive_severity === undefined || candidate.definitive_severity === definitive_severity) &&
    (fields.rule_id === undefined || candidate.rule_id === fields.rule_id);
  const example = templates.find((candidate) => candidate.status === 'open' && fits(candidate)) ?? template(context);
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

function buildOccurrence(context: FactoryContext): JsonObject {
  const { fields, templates, random, now, find, requireId } = context;
  const issue = find('listIssues', fields.issue_id ?? requireId('issues')) ?? {};
  const example = templates.find(({ rule_id }) => rule_id === issue.rule_id) ?? template(context);
  return {
    ...example,
    fine_grained_issue_id: random.uuid(),
    ...pick(issue, [
      'issue_id',
      'rule_id',
      'definitive_severity',
      'status',
      'status_reason',
      'status_changed_at',
      'status_changed_by',
      'resolved_at',
    ]),
    status_comment: null,
    assignee: null,
    due_at: null,
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

function buildScan(context: FactoryContext): JsonObject {
  const { fields, templates, random, now, find, requireId, scan } = context;
  const asset = find('listAispmAssets', fields.asset_id ?? requireId('assets')) ?? {};
  const { status = 'completed' } = fields;
  const example = templates.find((candidate) => candidate.status === status) ?? template(context);
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

const buildEvaluation = (context: FactoryContext): JsonObject => ({
  ...template(context),
  id: context.random.uuid(),
  is_builtin: false,
  created_at: context.now,
  updated_at: context.now,
});

/** The properties of an attached evaluation without runs. */
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

function buildAgentEvaluation(context: FactoryContext): JsonObject {
  const { fields, templates, random, now, find, requireId } = context;
  const evaluation = find('listEvaluations', fields.evaluation_id ?? requireId('evaluations')) ?? {};
  const neverRun = templates.find((candidate) => (candidate.latest_run_id ?? null) === null);
  return {
    ...(neverRun ?? { ...template(context), ...NEVER_RUN }),
    id: random.uuid(),
    agent_id: fields.agent_id ?? requireId('agents'),
    evaluation_id: evaluation.id,
    evaluation_name: evaluation.name,
    name: evaluation.name,
    created_at: now,
    updated_at: now,
  };
}

function buildRun(context: FactoryContext): JsonObject {
  const { fields, templates, random, now, find, requireId } = context;
  const attached = find('listAgentEvaluations', fields.agent_evaluation_id ?? requireId('agentEvaluations')) ?? {};
  const { status = 'completed' } = fields;
  const ofStatus = templates.filter((candidate) => candidate.status === status);
  const example =
    ofStatus.find(({ evaluation_id }) => evaluation_id === attached.evaluation_id) ?? ofStatus[0] ?? template(context);
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

function buildInteraction(context: FactoryContext): JsonObject {
  const { fields, random, now, requireId } = context;
  const example = template(context);
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

const buildView = (context: FactoryContext): JsonObject => {
  const known = template(context);
  return {
    ...known,
    id: context.random.uuid(),
    name: `${known.name} ${context.index + 1}`,
    created_at: context.now,
    updated_at: context.now,
  };
};

const buildApiKey = (context: FactoryContext): JsonObject => {
  const known = template(context);
  return {
    ...known,
    id: context.random.hex(18),
    name: `${known.name} ${context.index + 1}`,
    created_at: context.now,
    expires_at: null,
    last_used_at: null,
    previous_secret_expires_at: null,
  };
};

/** The factories by the names of the lists in `MockData`. */
export const FACTORIES: Readonly<Record<RecordName, RecordFactory>> = {
  agents: { list: 'listAgents', build: buildObject('agent', 'aispm_friendly_name', varyAgent) },
  models: { list: 'listModels', build: buildObject('model', 'aispm_friendly_name', varyModel) },
  tools: { list: 'listTools', build: buildObject('tool', 'aispm_friendly_name', varyTool) },
  mcpServers: { list: 'listMcpServers', build: buildObject('mcp_server', 'aispm_friendly_name', varyMcpServer) },
  assets: { list: 'listAispmAssets', build: buildAsset },
  locations: { list: 'listLocations', build: buildLocation },
  rules: { list: 'listRules', build: buildRule },
  issues: { list: 'listIssues', build: buildIssue },
  fineGrainedIssues: { list: 'listFineGrainedIssues', build: buildOccurrence },
  scans: { list: 'listScans', build: buildScan },
  evaluations: { list: 'listEvaluations', build: buildEvaluation },
  agentEvaluations: { list: 'listAgentEvaluations', build: buildAgentEvaluation },
  evaluationRuns: { list: 'listEvaluationRuns', build: buildRun },
  llmInteractions: { list: 'listLlmInteractions', build: buildInteraction },
  views: { list: 'listViews', build: buildView },
  apiKeys: { list: 'listApiKeys', build: buildApiKey },
};
