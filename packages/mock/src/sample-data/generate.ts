/**
 * Generates the records and relations of a workspace. Every record is a variation of one of the examples, so that it is in a valid
 * state; identifiers, names and times are its own, and all numbers are counted.
 */
import {
  countElements,
  countIssues,
  Findings,
  fromNode,
  Graph,
  getScoreInterval,
  groupBy,
  type Relation,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import { countRelations, listGraphObjects } from './counts.ts';
import { toIssueLocation } from './issue-location.ts';
import { createName, type NamedKind, toSlug } from './names.ts';
import { Random } from './random.ts';
import type { RecordOf } from './record-types.ts';
import type { Mix } from './scenarios.ts';
import {
  describeFinding,
  type Identity,
  pick,
  replaceLastSegment,
  type Vary,
  varyAgent,
  varyAsset,
  varyLocation,
  varyMcpServer,
  varyModel,
  varyTool,
} from './variations.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Of this many runs one is queued, and another one is running. */
const ACTIVE_CYCLE = 25;

/** What is generated. */
export interface GenerationOptions {
  seed: string;
  /** Number of records of each list of the inventory, of issues, scans, runs and interactions. */
  rows: number;
  mix: Mix;
  /** The time of the latest event, in milliseconds since 1970. */
  now: number;
}

/** The records of a workspace by the name of the operation that lists them, and what belongs to them. */
export interface Records {
  lists: Record<string, JsonObject[]>;
  relations: Relation[];
  /** Functions that return the rows below records, by the name of the operation that lists them. */
  nested: Record<string, () => JsonObject[]>;
}

/** The records of the examples, in the same structure. */
export type Templates = Readonly<Records>;

/**
 * Generates a workspace.
 *
 * @param templates must have records of every list that is generated
 */
export function generateRecords(templates: Templates, options: GenerationOptions): Records {
  return new Generation(templates, options).run();
}

type Step = { from: JsonObject; edge: Relation['edge']; to: JsonObject; evidence: string };

class Generation {
  readonly #templates: Templates;
  readonly #options: GenerationOptions;
  readonly #random: Random;
  readonly #lists: Record<string, JsonObject[]> = {};
  readonly #relations: Relation[] = [];
  readonly #history: JsonObject[] = [];
  readonly #results: (() => JsonObject[])[] = [];

  constructor(templates: Templates, options: GenerationOptions) {
    this.#templates = templates;
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  run(): Records {
    this.#addAssets();
    this.#addObjects();
    this.#addFindings();
    this.#addScans();
    this.#addEvaluations();
    this.#addInteractions();
    this.#addAuditEntries();
    for (const [name, records] of Object.entries(this.#templates.lists)) this.#lists[name] ??= records;
    // There are many results, and few of them are read.
    const listScanResults = () => this.#results.flatMap((create) => create());
    const nested = { listIssueHistory: () => this.#history, listScanResults, listEvaluationRunResults: () => [] };
    return { lists: this.#lists, relations: this.#relations, nested };
  }

  /** Returns the records of a list that have been generated. */
  #of(name: string): JsonObject[] {
    return this.#lists[name] ?? [];
  }

  #template(name: string, index: number): JsonObject {
    const records = this.#templates.lists[name] ?? [];
    return records[index % records.length] ?? {};
  }

  /** Creates the records of a list. */
  #create(name: string, count: number, create: (template: JsonObject, index: number) => JsonObject): JsonObject[] {
    const records = Array.from({ length: count }, (_, index) => create(this.#template(name, index), index));
    this.#lists[name] = records;
    return records;
  }

  /** Formats a time in the past, in whole seconds. */
  #ago(ms: number): string {
    return new Date(Math.floor((this.#options.now - ms) / 1000) * 1000).toISOString().replace('.000Z', 'Z');
  }

  /** Returns when something was first and last seen. */
  #createTimes(): JsonObject {
    const first = this.#ago(DAY_MS + this.#random.next() * 180 * DAY_MS);
    const last = this.#ago(this.#random.next() * DAY_MS);
    return { first_seen_at: first, last_seen_at: last, created_at: first, updated_at: last };
  }

  #identify(name: string): Identity {
    return { name, random: this.#random, times: this.#createTimes() };
  }

  #relate({ from, edge, to, evidence }: Step): void {
    const id = (record: JsonObject) => String(record.aispm_object_id ?? record.location_id ?? record.asset_id);
    this.#relations.push({ from_id: id(from), edge, to_id: id(to), evidence });
  }

  #addAssets(): void {
    const { rows } = this.#options;
    this.#create('listAispmAssets', rows, (template, index) =>
      varyAsset(template, this.#identify(createName('asset', index))),
    );
    const assetTemplates = this.#templates.lists.listAispmAssets ?? [];
    const locations = this.#templates.lists.listLocations ?? [];
    const locationsOf = assetTemplates.map(({ asset_id }) =>
      locations.filter((location) => location.asset_id === asset_id),
    );
    this.#lists.listLocations = this.#of('listAispmAssets').map((asset, index) => {
      const own = locationsOf[index % assetTemplates.length] ?? [];
      const template =
        own[Math.floor(index / assetTemplates.length) % own.length] ?? this.#template('listLocations', index);
      const location = varyLocation(template, asset, this.#identify(''));
      this.#relate({ from: location, edge: 'assets', to: asset, evidence: 'declared' });
      return location;
    });
  }

  /** Puts an object into an asset and its location. */
  #place(object: JsonObject, index: number): void {
    const [assets, locations] = [this.#of('listAispmAssets'), this.#of('listLocations')];
    const [asset, location] = [assets[index % assets.length], locations[index % locations.length]];
    if (asset) this.#relate({ from: object, edge: 'assets', to: asset, evidence: 'declared' });
    if (location) this.#relate({ from: object, edge: 'locations', to: location, evidence: 'declared' });
  }

  #addObjects(): void {
    const { rows } = this.#options;
    const random = this.#random;
    const vary = (kind: NamedKind, create: Vary) => (template: JsonObject, index: number) =>
      create(template, this.#identify(createName(kind, index)));
    const servers = this.#create('listMcpServers', rows, vary('mcp_server', varyMcpServer));
    const models = this.#create('listModels', rows, vary('model', varyModel));
    const varyAnyTool = vary('tool', varyTool);
    const tools = this.#create('listTools', rows, (template, index) => {
      const server = template.mcp_server_id === null ? undefined : random.pick(servers);
      const tool = { ...varyAnyTool(template, index), mcp_server_id: server?.aispm_object_id ?? null };
      if (server) this.#relate({ from: server, edge: 'tools', to: tool, evidence: 'both' });
      return tool;
    });
    const agents = this.#create('listAgents', rows, vary('agent', varyAgent));
    for (const objects of [servers, models, tools, agents])
      for (const [index, object] of objects.entries()) this.#place(object, index);
    for (const [index, from] of agents.entries()) {
      const use = (edge: Relation['edge'], targets: readonly JsonObject[], most: number) => {
        for (const to of new Set(Array.from({ length: 1 + random.integer(most) }, () => random.pick(targets))))
          this.#relate({ from, edge, to, evidence: 'both' });
      };
      use('models', models, 2);
      use('tools', tools, 3);
      if (random.next() < 0.6) use('mcp_servers', servers, 2);
      const others = agents.slice(index + 1, index + 20);
      if (others.length > 0 && random.next() < 0.2) use('sub_agents', others, 1);
    }
    // Counts are known as soon as all relations are.
    const graph = new Graph(listGraphObjects(this.#lists, new Findings([])), this.#relations);
    for (const name of ['listAgents', 'listModels', 'listTools', 'listMcpServers'])
      for (const record of this.#of(name))
        Object.assign(record, countRelations(fromNode(record as RecordOf<'listAgents'>), graph));
  }

  #addFindings(): void {
    const { rows, mix } = this.#options;
    const templates = this.#templates.lists.listIssues ?? [];
    const severe = templates.filter(
      ({ definitive_severity, status }) => definitive_severity === 'critical' && status === 'open',
    );
    const rules: JsonObject[] = [...(this.#templates.lists.listRules ?? [])];
    const objects = new Map(
      [
        ['model', 'listModels'],
        ['tool', 'listTools'],
        ['mcp_server', 'listMcpServers'],
        ['agent', 'listAgents'],
      ].map(([type = '', name = '']) => [type, this.#of(name)]),
    );
    const containers = this.#containers();
    const occurrences: JsonObject[] = [];
    const issues = Array.from({ length: rows }, (_, index): JsonObject => {
      const isSevere = severe.length > 0 && this.#random.next() < mix.severeShare;
      const template = isSevere ? this.#random.pick(severe) : (templates[index % templates.length] ?? {});
      const rule = this.#createRule(template, index, rules, index >= templates.length || isSevere);
      const issue_id = this.#random.uuid();
      const opened = 2 * DAY_MS + this.#random.next() * 120 * DAY_MS;
      const targets = objects.get(this.#random.pick(template.object_types as string[])) ?? [];
      const own = this.#addOccurrences({ template, rule, issue_id, opened, targets, containers });
      occurrences.push(...own);
      const changed = template.status === 'open' ? null : this.#ago(opened * this.#random.next());
      const issue = {
        ...template,
        ...pick(rule, ['rule_id', 'rule_name', 'rule_description', 'tags', 'remediation']),
        issue_id,
        status_changed_at: changed,
        object_types: [...new Set(own.map(({ object_type }) => object_type))],
        ...countElements(own as RecordOf<'listFineGrainedIssues'>[]),
        first_seen_at: this.#ago(opened),
        last_seen_at: own[0]?.last_seen_at,
        resolved_at: template.status === 'resolved' ? changed : null,
        created_at: this.#ago(opened),
        updated_at: changed ?? own[0]?.last_seen_at,
        etag: `"${this.#random.hex(16)}"`,
      };
      this.#addHistory(issue, String(template.issue_id));
      return issue;
    });
    const used = new Set(issues.map(({ rule_id }) => rule_id));
    let unused = rows - used.size;
    this.#lists.listRules = rules.filter(({ rule_id }) => used.has(rule_id) || unused-- > 0);
    this.#lists.listIssues = issues;
    this.#lists.listFineGrainedIssues = occurrences;
    const findings = new Findings(occurrences as RecordOf<'listFineGrainedIssues'>[]);
    for (const name of ['listAgents', 'listModels', 'listTools', 'listMcpServers'])
      for (const record of this.#of(name))
        Object.assign(record, countIssues(findings.ofObject(String(record.aispm_object_id))));
    for (const asset of this.#of('listAispmAssets')) {
      const { max_definitive_severity: _, ...counts } = countIssues(findings.ofAsset(String(asset.asset_id)));
      Object.assign(asset, counts);
    }
  }

  /** Returns the rule of an issue: that of the examples for the first issues, and then variations. */
  #createRule(template: JsonObject, index: number, rules: JsonObject[], isVariation: boolean): JsonObject {
    const known = this.#templates.lists.listRules?.find(({ rule_id }) => rule_id === template.rule_id) ?? {};
    if (!isVariation) return known;
    const area = createName('rule', index);
    const rule = {
      ...known,
      rule_id: `${known.rule_id}.${toSlug(area, '-')}`,
      rule_name: `${known.rule_name}, ${area}`,
    };
    rules.push(rule);
    return rule;
  }

  /** Returns the asset and the location of each object. */
  #containers(): Map<string, { asset: JsonObject; location: JsonObject }> {
    const [assets, locations] = [this.#of('listAispmAssets'), this.#of('listLocations')];
    const found = new Map<string, { asset: JsonObject; location: JsonObject }>();
    for (const name of ['listAgents', 'listModels', 'listTools', 'listMcpServers']) {
      for (const [index, object] of this.#of(name).entries()) {
        const [asset, location] = [assets[index % assets.length], locations[index % locations.length]];
        if (asset && location) found.set(String(object.aispm_object_id), { asset, location });
      }
    }
    return found;
  }

  #addOccurrences(issue: {
    template: JsonObject;
    rule: JsonObject;
    issue_id: string;
    /** Milliseconds before now. */
    opened: number;
    targets: readonly JsonObject[];
    containers: ReadonlyMap<string, { asset: JsonObject; location: JsonObject }>;
  }): JsonObject[] {
    const { template, rule, issue_id, opened, targets, containers } = issue;
    const known = this.#templates.lists.listFineGrainedIssues?.find((one) => one.issue_id === template.issue_id) ?? {};
    const isResolved = template.status === 'resolved';
    const affected = new Set(Array.from({ length: 1 + this.#random.integer(3) }, () => this.#random.pick(targets)));
    const last = this.#ago(isResolved ? opened / 2 : this.#random.next() * DAY_MS);
    return [...affected].map((object) => {
      const { asset, location } = containers.get(String(object.aispm_object_id)) ?? { asset: {}, location: {} };
      return {
        ...known,
        fine_grained_issue_id: this.#random.uuid(),
        issue_id,
        rule_id: rule.rule_id,
        ...pick(object, ['aispm_object_id', 'aispm_friendly_name', 'object_type']),
        asset_id: asset.asset_id,
        location: toIssueLocation(location),
        definitive_severity: template.definitive_severity,
        status: template.status,
        status_reason: template.status_reason,
        ...describeFinding(rule.rule_name, object),
        fingerprint: this.#random.hex(64),
        scan_id: asset.last_scan_id,
        first_scan_id: null,
        llm_interaction_ids: [],
        first_seen_at: this.#ago(opened),
        last_seen_at: last,
        resolved_at: isResolved ? last : null,
        updated_at: last,
      };
    });
  }

  /** Adds the history of an issue: when it was found, and the change to its present status. */
  #addHistory(issue: JsonObject, templateId: string): void {
    const entries = (this.#templates.nested.listIssueHistory?.() ?? []).filter(
      ({ issue_id }) => issue_id === templateId,
    );
    const found = entries.find(({ kind }) => kind === 'created');
    const changed = entries.find(
      ({ after }) => (after as JsonObject).status === issue.status && after !== found?.after,
    );
    const create = (entry: JsonObject, changed_at: unknown, after: JsonObject) =>
      this.#history.push({
        ...entry,
        history_entry_id: this.#random.uuid(),
        issue_id: issue.issue_id,
        changed_at,
        after: { ...(entry.after as JsonObject), ...after },
      });
    if (changed && issue.status_changed_at !== null) create(changed, issue.status_changed_at, {});
    if (found) create(found, issue.first_seen_at, pick(issue, ['definitive_severity', 'object_types']));
  }

  /** Adds the current scan of each asset with its results, and some that failed. */
  #addScans(): void {
    const templates = this.#templates.lists.listScans ?? [];
    const assetTemplates = this.#templates.lists.listAispmAssets ?? [];
    const failed = templates.find(({ status }) => status === 'failed');
    const contents = groupBy(
      this.#relations.filter(({ edge }) => edge === 'assets'),
      ({ to_id }) => to_id,
    );
    const byAsset = groupBy(this.#of('listFineGrainedIssues'), ({ asset_id }) => asset_id);
    const objects = new Map(
      ['listAgents', 'listModels', 'listTools', 'listMcpServers'].flatMap((name) =>
        this.#of(name).map((record) => [String(record.aispm_object_id), record] as const),
      ),
    );
    const scans: JsonObject[] = [];
    for (const [index, asset] of this.#of('listAispmAssets').entries()) {
      const own = assetTemplates[index % assetTemplates.length];
      const template =
        templates.find(({ asset_id, is_current }) => asset_id === own?.asset_id && is_current) ?? templates[0];
      const scan_id = this.#random.uuid();
      const started = DAY_MS * this.#random.next();
      const inside = (contents.get(String(asset.asset_id)) ?? []).map(({ from_id }) => objects.get(from_id));
      const found = inside.filter((object) => object !== undefined);
      const issues = (byAsset.get(asset.asset_id) ?? []).filter(({ status }) => status !== 'resolved');
      const target = replaceLastSegment(template?.target, String(asset.asset_name));
      const times = {
        created_at: this.#ago(started + 5 * MINUTE_MS),
        started_at: this.#ago(started + 4 * MINUTE_MS),
        finished_at: this.#ago(started),
        updated_at: this.#ago(started),
      };
      scans.push({
        ...template,
        ...times,
        scan_id,
        asset_id: asset.asset_id,
        target,
        commit_sha: asset.commit_sha,
        has_ai_objects: found.length > 0,
        ai_object_count: found.length,
        num_detections: issues.length,
        num_resolutions: 0,
      });
      Object.assign(asset, {
        last_scan_id: scan_id,
        last_scanned_at: times.finished_at,
        ai_object_count: found.length,
      });
      for (const occurrence of byAsset.get(asset.asset_id) ?? []) occurrence.scan_id = scan_id;
      const seed = this.#random.hex(16);
      this.#results.push(() =>
        createResults(new Random(seed), { scan_id, created_at: times.finished_at, objects: found, issues }),
      );
      if (failed && this.#random.next() < 0.05) {
        const at = this.#ago(started - MINUTE_MS < 0 ? 0 : started - MINUTE_MS);
        const later = { created_at: at, started_at: at, finished_at: at, updated_at: at };
        const failedId = this.#random.uuid();
        scans.push({ ...failed, ...later, scan_id: failedId, asset_id: asset.asset_id, target });
        asset.last_scan_id = failedId;
      }
    }
    this.#lists.listScans = scans;
  }

  /** Attaches an evaluation to each agent, which has run once. */
  #addEvaluations(): void {
    const catalogue = (this.#templates.lists.listEvaluations ?? []).filter(
      ({ num_prompts }) => Number(num_prompts) >= 60,
    );
    const attached: JsonObject[] = [];
    const runs: JsonObject[] = [];
    for (const [index, agent] of this.#of('listAgents').entries()) {
      const evaluation = catalogue[index % catalogue.length];
      if (!evaluation) break;
      const id = this.#random.uuid();
      const run = this.#createRun({
        agent_evaluation_id: id,
        evaluation_id: evaluation.id,
        agent_id: agent.aispm_object_id,
        total: Number(evaluation.num_prompts),
        active: ['queued', 'running'][(index % ACTIVE_CYCLE) - 2],
      });
      runs.push(run);
      const { created_at, started_at, finished_at, summary, score } = run;
      attached.push({
        ...this.#template('listAgentEvaluations', 0),
        id,
        agent_id: agent.aispm_object_id,
        evaluation_id: evaluation.id,
        evaluation_name: evaluation.name,
        name: `${evaluation.name}, ${agent.aispm_friendly_name}`,
        run_requested: run.status === 'queued',
        created_at,
        updated_at: created_at,
        latest_run_id: run.id,
        latest_run_status: run.status,
        latest_run_progress: run.progress,
        latest_run_started_at: started_at,
        latest_run_finished_at: finished_at,
        latest_run_cancel_requested: false,
        latest_run_summary: summary,
        latest_scored_run_id: summary === null ? null : run.id,
        latest_scored_run_finished_at: summary === null ? null : finished_at,
        latest_scored_run_summary: summary,
        score_trend: score === null ? [] : [score],
      });
    }
    this.#lists.listAgentEvaluations = attached;
    this.#lists.listEvaluationRuns = runs;
  }

  /** @param active the status of a run that has not ended */
  #createRun({ total, active, ...ids }: { total: number; active: string | undefined } & JsonObject): JsonObject {
    const templates = this.#templates.lists.listEvaluationRuns ?? [];
    const ofStatus = (status: string) => templates.find((run) => run.status === status) ?? {};
    const drawn = this.#random.next();
    const { failedRunShare } = this.#options.mix;
    if (active !== undefined) return this.#createActiveRun(ofStatus(active), ids);
    const status = drawn < failedRunShare ? 'failed' : drawn > 0.98 ? 'cancelled' : 'completed';
    const template = ofStatus(status);
    const finished = this.#random.next() * 30 * DAY_MS;
    const times = {
      created_at: this.#ago(finished + 35 * MINUTE_MS),
      started_at: this.#ago(finished + 34 * MINUTE_MS),
      finished_at: this.#ago(finished),
      updated_at: this.#ago(finished),
      cancel_requested_at: template.cancel_requested_at === null ? null : this.#ago(finished + MINUTE_MS),
    };
    const summary = template.summary === null ? null : this.#createSummary(template.summary as JsonObject, total);
    return { ...template, ...ids, ...times, id: this.#random.uuid(), summary, score: summary ? summary.score : null };
  }

  /** Creates a run that was started a few minutes ago. */
  #createActiveRun(template: JsonObject, ids: JsonObject): JsonObject {
    const created = (2 + this.#random.integer(8)) * MINUTE_MS;
    const isStarted = template.started_at !== null;
    const times = {
      created_at: this.#ago(created),
      started_at: isStarted ? this.#ago(created - MINUTE_MS) : null,
      updated_at: this.#ago(isStarted ? MINUTE_MS / 2 : created),
      cancel_requested_at: template.cancel_requested_at === null ? null : this.#ago(MINUTE_MS / 2),
    };
    return { ...template, ...ids, ...times, id: this.#random.uuid() };
  }

  /** Creates a summary whose numbers add up: all categories have the same size. */
  #createSummary(template: JsonObject, total: number): JsonObject {
    const names = Object.keys((template.by_category ?? {}) as JsonObject);
    const size = total / names.length;
    const round = (value: number) => Math.round(value * 100) / 100;
    const counts = names.map(() => {
      const errored = this.#random.integer(3);
      const passed = Math.floor((size - errored) * (0.6 + 0.4 * this.#random.next()));
      return { passed, errored, failed: size - errored - passed };
    });
    const sum = (name: 'passed' | 'failed' | 'errored') => counts.reduce((all, one) => all + one[name], 0);
    const by_category = Object.fromEntries(
      counts.map(({ passed, failed }, index) => [names[index], round(passed / (passed + failed))]),
    );
    const [passed, failed, errored] = [sum('passed'), sum('failed'), sum('errored')];
    return {
      ...template,
      score: round(passed / (passed + failed)),
      score_interval: getScoreInterval(passed, failed),
      total,
      passed,
      failed,
      errored,
      by_category,
    };
  }

  #addInteractions(): void {
    const agents: readonly JsonObject[] = this.#of('listAgents');
    const models = new Map(this.#of('listModels').map((model) => [model.aispm_object_id, model.model_name]));
    const modelOf = new Map(
      this.#relations.filter(({ edge }) => edge === 'models').map(({ from_id, to_id }) => [from_id, models.get(to_id)]),
    );
    const random = this.#random;
    this.#create('listLlmInteractions', this.#options.rows, (template) => {
      const agent = random.pick(agents);
      const started = this.#options.now - random.next() * 7 * DAY_MS - HOUR_MS / 60;
      const finished = new Date(started + Number(template.duration_ms ?? 0)).toISOString();
      const model = modelOf.get(String(agent.aispm_object_id)) ?? template.request_model;
      return {
        ...template,
        llm_interaction_id: random.uuid(),
        agent_id: agent.aispm_object_id,
        session_id: template.session_id === null ? null : `session-${random.hex(8)}`,
        trace_id: random.hex(32),
        span_id: random.hex(16),
        request_model: model,
        response_model: template.response_model === null ? null : model,
        started_at: new Date(started).toISOString(),
        finished_at: finished,
        tool_calls: [],
        updated_at: finished,
      };
    });
  }

  /** Adds entries about scans and interactions that exist, and others with the records of the examples. */
  #addAuditEntries(): void {
    const random = this.#random;
    const [scans, interactions] = [this.#of('listScans'), this.#of('listLlmInteractions')];
    const pickId = (action: unknown): unknown => {
      if (action === 'submitScan' && scans.length > 0) return random.pick(scans).scan_id;
      if (action === 'getLlmInteraction' && interactions.length > 0)
        return random.pick(interactions).llm_interaction_id;
      return undefined;
    };
    this.#create('listAuditEntries', this.#options.rows, (template) => {
      const id = pickId(template.action);
      return {
        ...template,
        audit_entry_id: random.uuid(),
        occurred_at: this.#ago(random.next() * 30 * DAY_MS),
        request_id: template.request_id === null ? null : `request-${random.hex(12)}`,
        ...(id !== undefined && { object_ids: [id] }),
      };
    });
  }
}

/** Creates the results of a scan that found nothing new. */
function createResults(
  random: Random,
  scan: { scan_id: string; created_at: string; objects: readonly JsonObject[]; issues: readonly JsonObject[] },
): JsonObject[] {
  const { scan_id, created_at } = scan;
  const base = { scan_id, change: 'unchanged', created_at };
  const objects = scan.objects.map((object) => ({
    scan_result_id: random.uuid(),
    ...base,
    result_kind: 'object',
    ...pick(object, ['object_type', 'aispm_object_id']),
    fine_grained_issue_id: null,
    definitive_severity: null,
  }));
  const issues = scan.issues.map((issue) => ({
    scan_result_id: random.uuid(),
    ...base,
    result_kind: 'issue',
    ...pick(issue, ['object_type', 'aispm_object_id', 'fine_grained_issue_id', 'definitive_severity']),
  }));
  return [...objects, ...issues];
}
