/** Generates rules, issues with their occurrences, and the history of issues. */
import { countElements, countIssues, Findings } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import { NODE_LISTS } from '../counts.ts';
import { toIssueLocation } from '../issue-location.ts';
import { createName, toSlug } from '../names.ts';
import type { RecordOf } from '../record-types.ts';
import { describeFinding, pick } from '../variations.ts';
import { DAY_MS, formatAgo, type Generation, recordsOf, templatesOf } from './context.ts';

/** The lists of the objects that issues affect, by type. */
const LISTS: Readonly<Partial<Record<string, (typeof NODE_LISTS)[number]>>> = {
  model: 'listModels',
  tool: 'listTools',
  mcp_server: 'listMcpServers',
  agent: 'listAgents',
};

/** Adds issues of the objects, their rules, and the counts of objects and assets. */
export function addIssues(generation: Generation): void {
  const { rows, mix } = generation.options;
  const templates = templatesOf(generation, 'listIssues');
  const severe = templates.filter(
    ({ definitive_severity, status }) => definitive_severity === 'critical' && status === 'open',
  );
  const rules: JsonObject[] = [...templatesOf(generation, 'listRules')];
  const containers = listContainers(generation);
  const occurrences: JsonObject[] = [];
  const issues = Array.from({ length: rows }, (_, index): JsonObject => {
    const isSevere = severe.length > 0 && generation.random.next() < mix.severeShare;
    const template: JsonObject = isSevere
      ? generation.random.pick(severe)
      : (templates[index % templates.length] ?? {});
    const rule = createRule(generation, template, index, rules, index >= templates.length || isSevere);
    const issue_id = generation.random.uuid();
    const opened = 2 * DAY_MS + generation.random.next() * 120 * DAY_MS;
    const list = LISTS[generation.random.pick(template.object_types as string[])];
    const targets = list ? recordsOf(generation, list) : [];
    const own = addOccurrences(generation, { template, rule, issue_id, opened, targets, containers });
    occurrences.push(...own);
    const changed = template.status === 'open' ? null : formatAgo(generation, opened * generation.random.next());
    const issue = {
      ...template,
      ...pick(rule, ['rule_id', 'rule_name', 'rule_description', 'tags', 'remediation']),
      issue_id,
      status_changed_at: changed,
      object_types: [...new Set(own.map(({ object_type }) => object_type))],
      ...countElements(own as RecordOf<'listFineGrainedIssues'>[]),
      first_seen_at: formatAgo(generation, opened),
      last_seen_at: own[0]?.last_seen_at,
      resolved_at: template.status === 'resolved' ? changed : null,
      created_at: formatAgo(generation, opened),
      updated_at: changed ?? own[0]?.last_seen_at,
      etag: `"${generation.random.hex(16)}"`,
    };
    addHistory(generation, issue, String(template.issue_id));
    return issue;
  });
  const used = new Set(issues.map(({ rule_id }) => rule_id));
  let unused = rows - used.size;
  generation.lists.listRules = rules.filter(({ rule_id }) => used.has(rule_id) || unused-- > 0);
  generation.lists.listIssues = issues;
  generation.lists.listFineGrainedIssues = occurrences;
  const findings = new Findings(occurrences as RecordOf<'listFineGrainedIssues'>[]);
  for (const name of NODE_LISTS)
    for (const record of recordsOf(generation, name))
      Object.assign(record, countIssues(findings.ofObject(record.aispm_object_id)));
  for (const asset of recordsOf(generation, 'listAispmAssets')) {
    const { max_definitive_severity: _, ...counts } = countIssues(findings.ofAsset(asset.asset_id));
    Object.assign(asset, counts);
  }
}

/** Returns the rule of an issue: rules of the examples for the first issues, and then variations. */
function createRule(
  generation: Generation,
  template: JsonObject,
  index: number,
  rules: JsonObject[],
  isVariation: boolean,
): JsonObject {
  const known: JsonObject =
    templatesOf(generation, 'listRules').find(({ rule_id }) => rule_id === template.rule_id) ?? {};
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
function listContainers(generation: Generation): Map<string, { asset: JsonObject; location: JsonObject }> {
  const [assets, locations] = [recordsOf(generation, 'listAispmAssets'), recordsOf(generation, 'listLocations')];
  const found = new Map<string, { asset: JsonObject; location: JsonObject }>();
  for (const name of NODE_LISTS) {
    for (const [index, object] of recordsOf(generation, name).entries()) {
      const [asset, location] = [assets[index % assets.length], locations[index % locations.length]];
      if (asset && location) found.set(object.aispm_object_id, { asset, location });
    }
  }
  return found;
}

function addOccurrences(
  generation: Generation,
  issue: {
    template: JsonObject;
    rule: JsonObject;
    issue_id: string;
    /** Milliseconds before now. */
    opened: number;
    targets: readonly JsonObject[];
    containers: ReadonlyMap<string, { asset: JsonObject; location: JsonObject }>;
  },
): JsonObject[] {
  const { template, rule, issue_id, opened, targets, containers } = issue;
  const known =
    templatesOf(generation, 'listFineGrainedIssues').find((one) => one.issue_id === template.issue_id) ?? {};
  const isResolved = template.status === 'resolved';
  const affected = new Set(
    Array.from({ length: 1 + generation.random.integer(3) }, () => generation.random.pick(targets)),
  );
  const last = formatAgo(generation, isResolved ? opened / 2 : generation.random.next() * DAY_MS);
  return [...affected].map((object) => {
    const { asset, location } = containers.get(String(object.aispm_object_id)) ?? { asset: {}, location: {} };
    return {
      ...known,
      fine_grained_issue_id: generation.random.uuid(),
      issue_id,
      rule_id: rule.rule_id,
      ...pick(object, ['aispm_object_id', 'aispm_friendly_name', 'object_type']),
      asset_id: asset.asset_id,
      location: toIssueLocation(location),
      definitive_severity: template.definitive_severity,
      status: template.status,
      status_reason: template.status_reason,
      status_changed_at: isResolved ? last : null,
      status_changed_by: null,
      assignee: null,
      due_at: null,
      ...describeFinding(rule.rule_name, object),
      fingerprint: generation.random.hex(64),
      scan_id: asset.last_scan_id,
      first_scan_id: null,
      llm_interaction_ids: [],
      first_seen_at: formatAgo(generation, opened),
      last_seen_at: last,
      resolved_at: isResolved ? last : null,
      updated_at: last,
    };
  });
}

/** Adds the history of an issue: its creation, and the change to its current status. */
function addHistory(generation: Generation, issue: JsonObject, templateId: string): void {
  const entries = (generation.templates.nested.listIssueHistory?.() ?? []).filter(
    ({ issue_id }) => issue_id === templateId,
  );
  const found = entries.find(({ kind }) => kind === 'created');
  const changed = entries.find(({ after }) => (after as JsonObject).status === issue.status && after !== found?.after);
  const create = (entry: JsonObject, changed_at: unknown, after: JsonObject) =>
    generation.history.push({
      ...entry,
      history_entry_id: generation.random.uuid(),
      issue_id: issue.issue_id,
      changed_at,
      after: { ...(entry.after as JsonObject), ...after },
    });
  if (changed && issue.status_changed_at !== null) create(changed, issue.status_changed_at, {});
  if (found) create(found, issue.first_seen_at, pick(issue, ['definitive_severity', 'object_types']));
}
