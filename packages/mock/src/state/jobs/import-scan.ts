/** Imports the document of a completed scan into the lists of its workspace. */

import {
  countFound,
  describeSighting,
  type EdgeName,
  enterStatus,
  findRelation,
  isDisabled,
  isResolvedByAbsence,
  isUnresolved,
  NOT_OBSERVED,
  type ObjectType,
  observeOccurrence,
  type Severity,
} from '../../bundled/domain.ts';
import { isJsonObject, isNullable, type JsonObject, type Schema } from '../../bundled/openapi.ts';
import type { OperationId } from '../../core/contract-types.ts';
import { seededUuid } from '../../core/seeded.ts';
import type { Collection } from '../../sample-data/collections.ts';
import { FACTORIES, type RecordName } from '../../sample-data/factories.ts';
import { toIssueLocation } from '../../sample-data/issue-location.ts';
import type { Change } from '../../sample-data/mutations.ts';
import { Random } from '../../sample-data/random.ts';
import type { Workspace } from '../../sample-data/workspace.ts';

/** The context of an import. */
export interface ScanImport {
  workspace: Workspace;
  collections: ReadonlyMap<OperationId, Collection>;
  /** Changes the records of the workspace. */
  change(change: Change): void;
}

/** A part of a document: an object, a location, a rule or an occurrence. */
type Part = JsonObject & { key?: string; stable_key?: string };

/** An imported object or location. */
interface Found {
  id: string;
  type: ObjectType;
}

/** The lists of the object types in documents. */
const OBJECT_LISTS: Readonly<Record<ObjectType, RecordName>> = {
  agent: 'agents',
  model: 'models',
  tool: 'tools',
  mcp_server: 'mcpServers',
  asset: 'assets',
  location: 'locations',
};

/**
 * Adds the contents of a document to the lists: unknown objects and locations, relations, rules, and occurrences with their
 * issues. Occurrences that only the previous scan of the target reported are resolved.
 *
 * @param scan the completed scan
 * @param previous identifier of the previous current scan; undefined if there is none
 * @returns the derived properties of the scan
 */
export function importScan(
  scan: JsonObject,
  document: JsonObject,
  previous: string | undefined,
  context: ScanImport,
): JsonObject {
  return new Import(scan, document, context).run(previous);
}

/**
 * Completes a scan without a document with the contents of its asset.
 *
 * @param scan the completed scan
 * @returns the derived properties of the scan
 */
export function repeatScan(scan: JsonObject, { workspace, change }: ScanImport): JsonObject {
  const { scan_id, finished_at, asset_id } = scan;
  const contents = workspace.readContents(asset_id as string | null);
  const unresolved = contents.occurrences.filter(isUnresolved);
  const seen = { last_seen_at: finished_at };
  for (const { fine_grained_issue_id: id } of unresolved)
    change({
      kind: 'update',
      list: 'listFineGrainedIssues',
      id,
      fields: { ...seen, scan_id, updated_at: finished_at },
    });
  for (const id of new Set(unresolved.map(({ issue_id }) => issue_id)))
    change({ kind: 'update', list: 'listIssues', id, fields: seen });
  if (typeof asset_id === 'string') {
    const fields = { last_scan_id: scan_id, last_scanned_at: finished_at };
    change({ kind: 'update', list: 'listAispmAssets', id: asset_id, fields });
  }
  return { ...countFound(contents, String(finished_at)) };
}

class Import {
  readonly #scan: JsonObject;
  readonly #document: JsonObject;
  readonly #context: ScanImport;
  readonly #now: string;
  readonly #random: Random;
  readonly #found = new Map<string, Found>();
  readonly #results: JsonObject[] = [];

  constructor(scan: JsonObject, document: JsonObject, context: ScanImport) {
    this.#scan = scan;
    this.#document = document;
    this.#context = context;
    this.#now = String(scan.finished_at);
    this.#random = new Random(String(scan.scan_id));
  }

  run(previous: string | undefined): JsonObject {
    const objects = this.#parts('objects');
    const [scanned] = objects.filter(({ object_type }) => object_type === 'asset');
    // Other objects are in assets.
    const assetsFirst = objects.toSorted(
      (a, b) => Number(b.object_type === 'asset') - Number(a.object_type === 'asset'),
    );
    for (const object of assetsFirst) this.#addObject(object, object.object_type as ObjectType, {});
    const assetId = this.#findAsset(scanned);
    for (const location of this.#parts('locations')) {
      const asset_id = this.#found.get(String(location.asset_key))?.id ?? assetId;
      if (asset_id === undefined) continue;
      const { id } = this.#addObject(location, 'location', { asset_id });
      this.#relate({ id, type: 'location' }, 'assets', { id: asset_id, type: 'asset' });
    }
    if (assetId !== undefined) this.#fillAsset(assetId);
    for (const { from_key, edge, to_key, evidence } of this.#parts('edges')) {
      const [from, to] = [this.#found.get(String(from_key)), this.#found.get(String(to_key))];
      if (from && to) this.#relate(from, String(edge), to, String(evidence ?? 'declared'));
    }
    for (const rule of this.#parts('rules')) this.#addRule(rule);
    const seen = this.#addOccurrences(assetId);
    const resolution_count = this.#resolveOthers(previous, seen);
    this.#context.change({ kind: 'nest', list: 'listScanResults', rows: this.#results });
    // An asset contains AI objects, but isn't one.
    const isNode = ({ type }: Found) => type !== 'asset' && type !== 'location';
    const ai_object_count = new Set([...this.#found.values()].filter(isNode).map(({ id }) => id)).size;
    const has_ai_objects = ai_object_count > 0;
    return { asset_id: assetId ?? null, has_ai_objects, ai_object_count, detection_count: seen.size, resolution_count };
  }

  #parts(name: string): Part[] {
    const { [name]: parts } = this.#document;
    return Array.isArray(parts) ? parts.filter(isJsonObject) : [];
  }

  /** Adds or updates an object or a location. */
  #addObject(part: Part, type: ObjectType, more: JsonObject): Found {
    const { key = '', stable_key = '', asset_key: _, ...given } = part;
    const name = OBJECT_LISTS[type];
    const { list } = FACTORIES[name];
    const id = seededUuid(`${type} ${stable_key}`);
    const known = this.#find(list, id) ?? this.#findByName(list, type, part);
    const { idField = '' } = this.#context.collections.get(list) ?? {};
    const fields = this.#fit(list, {
      ...given,
      ...more,
      ...(type === 'asset' && { asset_name: given.aispm_friendly_name }),
    });
    const found = { id: known ? String(known[idField]) : id, type };
    const isChanged = differs(fields, known);
    const seen = { last_seen_at: this.#now, ...(isChanged && { updated_at: this.#now }) };
    if (known) this.#context.change({ kind: 'update', list, id: found.id, fields: { ...fields, ...seen } });
    else {
      const made = { ...this.#clear(list, this.#build(name, fields), fields), ...fields, [idField]: id };
      this.#context.change({ kind: 'place', list, id, record: made });
    }
    this.#found.set(key, found);
    if (type !== 'location') {
      const change = known ? (isChanged ? 'updated' : 'unchanged') : 'new';
      this.#addResult('object', change, { object_type: type, aispm_object_id: found.id });
    }
    return found;
  }

  #find(list: OperationId, id: string): JsonObject | undefined {
    return this.#context.workspace.find(list, id);
  }

  /** Finds an object of the examples, whose stable key is unknown, by its name, and a location also by its position. */
  #findByName(list: OperationId, type: ObjectType, part: Part): JsonObject | undefined {
    const nameField = type === 'asset' ? 'asset_name' : 'aispm_friendly_name';
    return this.#context.workspace
      .list(list)
      .find(
        (record) =>
          record[nameField] === part.aispm_friendly_name &&
          (type !== 'location' || (record.file_path === part.file_path && record.start_line === part.start_line)),
      );
  }

  /** Picks the properties that records of a list have. */
  #fit(list: OperationId, fields: JsonObject): JsonObject {
    const { properties = {} } = this.#schema(list);
    return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(properties, name)));
  }

  /** Removes properties of a new record that the scanner doesn't report. */
  #clear(list: OperationId, record: JsonObject, fields: JsonObject): JsonObject {
    const { properties = {} } = this.#schema(list);
    const kept = /(_at|_id|_type|_count|^etag)$/;
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        if (name in fields || kept.test(name)) return [name, value];
        if (isNullable({}, properties[name] ?? {})) return [name, null];
        return [name, Array.isArray(value) && name !== 'discovery_sources' ? [] : value];
      }),
    );
  }

  #schema(list: OperationId): Schema {
    const collection = this.#context.collections.get(list);
    return collection?.schema ?? {};
  }

  #build(name: RecordName, fields: JsonObject): JsonObject {
    const { list, build } = FACTORIES[name];
    const { seeds = [] } = this.#context.collections.get(list) ?? {};
    return build({
      fields,
      templates: seeds.map(({ record }) => record),
      index: 0,
      random: this.#random,
      now: this.#now,
      find: (other, id) => (id === undefined ? undefined : this.#find(other, String(id))),
      requireId: () => '',
      scan: () => ({}),
    });
  }

  /** Returns the scanned asset: the one that the document refers to or contains, or the one with its target. */
  #findAsset(scanned: Part | undefined): string | undefined {
    const { asset_id, target } = this.#document;
    if (typeof asset_id === 'string') return asset_id;
    if (scanned) return this.#found.get(String(scanned.key))?.id;
    const [known] = this.#context.workspace
      .list('listAispmAssets')
      .filter(({ repository_url, asset_name }) => repository_url === target || asset_name === target);
    return known && String(known.asset_id);
  }

  /** Relates the objects to the scanned asset, and updates its last scan. */
  #fillAsset(id: string): void {
    const asset: Found = { id, type: 'asset' };
    for (const found of this.#found.values())
      if (found.type !== 'asset' && found.type !== 'location') this.#relate(found, 'assets', asset);
    const fields = { last_scan_id: this.#scan.scan_id, last_scanned_at: this.#now };
    if (this.#find('listAispmAssets', id))
      this.#context.change({ kind: 'update', list: 'listAispmAssets', id, fields });
  }

  #relate(from: Found, edge: string, to: Found, evidence = 'declared'): void {
    const relation = findRelation(from.type, edge as EdgeName);
    if (relation?.relatedType !== to.type) return;
    const [source, target] = relation.from === 'source' ? [from, to] : [to, from];
    const { edge: name } = relation;
    this.#context.change({
      kind: 'relate',
      relation: { from_id: source.id, edge: name, to_id: target.id, evidence },
    });
    if (source.type === 'mcp_server' && target.type === 'tool')
      this.#context.change({ kind: 'update', list: 'listTools', id: target.id, fields: { mcp_server_id: source.id } });
  }

  #addRule(rule: Part): void {
    const id = String(rule.rule_id);
    const known = this.#find('listRules', id);
    const { rule_name = id } = rule;
    const record = {
      is_enabled: true,
      severity_override: null,
      settings_reason: null,
      settings_changed_at: null,
      settings_changed_by: null,
      is_applying_settings: false,
      ...known,
      rule_name,
      rule_description: rule_name,
      object_types: [],
      ...rule,
      source: 'external',
    };
    this.#context.change({ kind: 'place', list: 'listRules', id, record });
  }

  /** Adds the occurrences. @returns their identifiers */
  #addOccurrences(assetId: string | undefined): Set<string> {
    const seen = new Set<string>();
    const issueIds = new Set<string>();
    for (const part of this.#parts('occurrences')) {
      const location = this.#found.get(String(part.location_key));
      const asset: Found | undefined = assetId === undefined ? undefined : { id: assetId, type: 'asset' };
      const affected = this.#found.get(String(part.object_key)) ?? location ?? asset;
      const rule = this.#find('listRules', String(part.rule_id));
      if (!affected || !rule) continue;
      const severity = (part.severity ?? rule.severity ?? 'medium') as Severity;
      const rated = (rule.severity_override ?? severity) as Severity;
      const issueId = this.#findIssue(rule, rated);
      issueIds.add(issueId);
      const isRuleEnabled = rule.is_enabled !== false;
      const id = this.#addOccurrence(part, { affected, location, issueId, severity: rated, assetId, isRuleEnabled });
      const entry = this.#context.workspace.own('listFineGrainedIssues', id);
      if (entry && typeof rule.severity_override === 'string') entry.ownSeverity = severity;
      seen.add(id);
    }
    // Their severities and statuses are derived from the occurrences.
    for (const id of issueIds)
      this.#context.change({ kind: 'update', list: 'listIssues', id, fields: { last_seen_at: this.#now } });
    return seen;
  }

  /** Returns the issue of a rule: an existing one, which may be resolved, or a new one. */
  #findIssue(rule: JsonObject, definitive_severity: Severity): string {
    const issues = this.#context.workspace.list('listIssues').filter(({ rule_id }) => rule_id === rule.rule_id);
    const known = issues.find(({ status }) => status !== 'resolved') ?? issues[0];
    if (known) return String(known.issue_id);
    const record = this.#build('issues', { rule_id: rule.rule_id, definitive_severity });
    const id = String(record.issue_id);
    this.#context.change({ kind: 'place', list: 'listIssues', id, record });
    return id;
  }

  #addOccurrence(
    part: Part,
    occurrence: {
      affected: Found;
      location: Found | undefined;
      issueId: string;
      severity: Severity;
      assetId: string | undefined;
      isRuleEnabled: boolean;
    },
  ): string {
    const { affected, location, issueId, severity, assetId, isRuleEnabled } = occurrence;
    const known = this.#context.workspace
      .list('listFineGrainedIssues')
      .find(({ fingerprint, rule_id }) => fingerprint === part.fingerprint && rule_id === part.rule_id);
    const id = known ? String(known.fine_grained_issue_id) : seededUuid(`${part.rule_id} ${part.fingerprint}`);
    const object = this.#find(FACTORIES[OBJECT_LISTS[affected.type]].list, affected.id) ?? {};
    const content = { ...this.#fit('listFineGrainedIssues', part), definitive_severity: severity };
    const observed = observeOccurrence(known, isRuleEnabled);
    const change = describeSighting(known, differs(content, known));
    const fields = {
      ...content,
      scan_id: this.#scan.scan_id,
      last_seen_at: this.#now,
      updated_at: this.#now,
      ...observed,
      ...(known?.status !== observed.status && {
        ...enterStatus(
          { status: observed.status, reason: observed.status_reason, comment: null, userId: null },
          this.#now,
        ),
        ...(known === undefined && { status_changed_at: null, assignee: null, due_at: null }),
      }),
      issue_id: issueId,
    };
    if (known) this.#context.change({ kind: 'update', list: 'listFineGrainedIssues', id, fields });
    else {
      const known = location && this.#find('listLocations', location.id);
      const record = {
        ...this.#build('fineGrainedIssues', { issue_id: issueId }),
        confidence: null,
        evidence: [],
        ...fields,
        fine_grained_issue_id: id,
        aispm_object_id: affected.id,
        aispm_friendly_name: object.aispm_friendly_name ?? object.asset_name,
        object_type: affected.type,
        asset_id: assetId ?? null,
        location: known ? toIssueLocation(known) : null,
        first_scan_id: this.#scan.scan_id,
        first_seen_at: this.#now,
      };
      this.#context.change({ kind: 'place', list: 'listFineGrainedIssues', id, record });
    }
    this.#addResult('issue', change, {
      object_type: affected.type,
      aispm_object_id: affected.id,
      fine_grained_issue_id: id,
      definitive_severity: severity,
    });
    return id;
  }

  /** Resolves the occurrences that only the previous scan reported, and adds them to the results. @returns the number of resolved ones */
  #resolveOthers(previous: string | undefined, seen: ReadonlySet<string>): number {
    if (previous === undefined) return 0;
    const absent = this.#context.workspace
      .list('listFineGrainedIssues')
      .filter(
        (one) =>
          one.scan_id === previous &&
          (isUnresolved(one) || isDisabled(one)) &&
          !seen.has(String(one.fine_grained_issue_id)),
      );
    for (const { fine_grained_issue_id, object_type, aispm_object_id, definitive_severity } of absent)
      this.#addResult('issue', 'absent', { object_type, aispm_object_id, fine_grained_issue_id, definitive_severity });
    const resolved = absent.filter(isResolvedByAbsence);
    const { status, status_reason: reason } = NOT_OBSERVED;
    const state = enterStatus({ status, reason, comment: null, userId: null }, this.#now);
    const fields = { ...state, updated_at: this.#now };
    for (const { fine_grained_issue_id: id } of resolved) {
      this.#context.change({ kind: 'update', list: 'listFineGrainedIssues', id: String(id), fields });
      delete this.#context.workspace.own('listFineGrainedIssues', String(id))?.disabledTriage;
    }
    return resolved.length;
  }

  #addResult(result_kind: 'object' | 'issue', change: string, of: JsonObject): void {
    this.#results.push({
      scan_result_id: this.#random.uuid(),
      scan_id: this.#scan.scan_id,
      result_kind,
      change,
      fine_grained_issue_id: null,
      definitive_severity: null,
      ...of,
      created_at: this.#now,
    });
  }
}

/** Returns whether a record lacks one of some properties, or has a different value for it. */
function differs(properties: JsonObject, record: JsonObject | undefined): boolean {
  return Object.entries(properties).some(([name, value]) => JSON.stringify(record?.[name]) !== JSON.stringify(value));
}
