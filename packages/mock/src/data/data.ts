/** Creates, changes and deletes the records of a mock for programs, such as tests. */

import {
  countFound,
  type EdgeName,
  findRelation,
  type GraphObject,
  isUnresolved,
  listRelations,
  type ObjectType,
} from '../bundled/domain.ts';
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { Collection } from '../sample-data/collections.ts';
import type { DataScope, MockData, RecordReference } from '../sample-data/data-types.ts';
import { checkRun, FACTORIES, type RecordName } from '../sample-data/factories.ts';
import { toIssueLocation } from '../sample-data/issue-location.ts';
import type { Change } from '../sample-data/mutations.ts';
import { Random } from '../sample-data/random.ts';
import { describeFinding } from '../sample-data/variations.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { summarizeRuns } from '../state/jobs/runs.ts';
import type { Store } from '../state/store.ts';
import type { Stores } from '../state/stores.ts';
import { checkComputed, checkNames, REFERENCES } from './check-fields.ts';
import { checkRecord } from './check-record.ts';

/** The context in which records are created. */
export interface DataOptions {
  stores: Stores;
  /** The workspace that is read by default. */
  defaultWorkspace: WorkspaceScope;
}

/** The evidence of relations that programs create. */
const EVIDENCE = 'declared';

/** The records that can't exist without the record they refer to: their list, and the property with the identifier. */
const DEPENDENTS: Readonly<Partial<Record<OperationId, readonly (readonly [list: OperationId, field: string])[]>>> = {
  listAgents: [['listFineGrainedIssues', 'aispm_object_id']],
  listModels: [['listFineGrainedIssues', 'aispm_object_id']],
  listTools: [['listFineGrainedIssues', 'aispm_object_id']],
  listMcpServers: [['listFineGrainedIssues', 'aispm_object_id']],
  listAispmAssets: [
    ['listLocations', 'asset_id'],
    ['listFineGrainedIssues', 'asset_id'],
  ],
  listLocations: [['listFineGrainedIssues', 'aispm_object_id']],
  listIssues: [['listFineGrainedIssues', 'issue_id']],
  listAgentEvaluations: [['listEvaluationRuns', 'agent_evaluation_id']],
};

/** Creates `mock.data`. */
export function createData({ stores, defaultWorkspace }: DataOptions): MockData {
  const counts = new Map<string, number>();
  const inScope = (scope: DataScope): MockData => {
    const data = new Data(stores, scope, defaultWorkspace, counts);
    const lists = (Object.keys(FACTORIES) as RecordName[]).map((name): [string, unknown] => [
      name,
      data.createList(name),
    ]);
    return { ...Object.fromEntries(lists), in: inScope } as JsonObject & MockData;
  };
  return inScope({});
}

/** An object of any type. */
type AnyObject = Pick<GraphObject, 'aispm_object_id' | 'aispm_friendly_name' | 'object_type'>;

/** The list of a type of objects, and the properties that identify and name them. */
interface ObjectList {
  list: OperationId;
  idField: string;
  nameField: string;
}

const NODE = { idField: 'aispm_object_id', nameField: 'aispm_friendly_name' };
const OBJECTS: Record<ObjectType, ObjectList> = {
  agent: { ...NODE, list: 'listAgents' },
  model: { ...NODE, list: 'listModels' },
  tool: { ...NODE, list: 'listTools' },
  mcp_server: { ...NODE, list: 'listMcpServers' },
  asset: { list: 'listAispmAssets', idField: 'asset_id', nameField: 'asset_name' },
  location: { list: 'listLocations', idField: 'location_id', nameField: 'aispm_friendly_name' },
};

/** Lists what a new record of a list can be related to. */
function listRelated(name: RecordName): string[] {
  if (name === 'issues') return ['objects'];
  const type = (Object.keys(OBJECTS) as ObjectType[]).find((one) => OBJECTS[one].list === FACTORIES[name].list);
  return type ? listRelations(type).map(({ name: edge }) => edge) : [];
}

/** Returns the identifier of a reference. */
function toId(reference: RecordReference): string {
  if (typeof reference === 'string') return reference;
  const { aispm_object_id, asset_id, location_id } = reference as Record<string, string | undefined>;
  const id = aispm_object_id ?? location_id ?? asset_id;
  if (id === undefined) throw new SettingError('An object must be its record or its identifier; got another value.');
  return id;
}

/** The properties of {@link DataScope}. */
const SCOPE_NAMES: readonly string[] = ['tenant_id', 'workspace_id', 'token'];

/** The properties that the occurrences of an issue share with it. */
const PASSED_ON = new Set([
  'status',
  'status_reason',
  'status_changed_at',
  'status_changed_by',
  'resolved_at',
  'definitive_severity',
]);

class Data {
  readonly #stores: Stores;
  readonly #scope: DataScope;
  readonly #workspaceName: WorkspaceScope;
  /** Number of created records per list. */
  readonly #counts: Map<string, number>;

  constructor(stores: Stores, scope: DataScope, defaultWorkspace: WorkspaceScope, counts: Map<string, number>) {
    checkNames(scope, SCOPE_NAMES, 'a property of the scope');
    const { tenant_id, workspace_id } = scope;
    if ((tenant_id === undefined) !== (workspace_id === undefined))
      throw new SettingError('A workspace needs both tenant_id and workspace_id; got only one of them.');
    this.#stores = stores;
    this.#scope = scope;
    this.#workspaceName =
      tenant_id === undefined || workspace_id === undefined ? defaultWorkspace : { tenant_id, workspace_id };
    this.#counts = counts;
  }

  /** Creates the list of one type of records. */
  createList(name: RecordName) {
    const { list } = FACTORIES[name];
    const require = (id: string): JsonObject => {
      const record = this.#find(list, id);
      if (record) return record;
      throw new SettingError(`The mock has no record "${id}" in ${name}. Create it first, or use another one.`);
    };
    return {
      list: (): JsonObject[] => this.#counted.listEntries(list).map(({ record }) => structuredClone(record)),
      get: (id: string): JsonObject | undefined => structuredClone(this.#counted.find(list, id)),
      create: (fields: JsonObject = {}, related: object = {}): JsonObject => this.#create(name, fields, related),
      update: (id: string, fields: JsonObject): JsonObject => {
        const { idField } = this.#collection(list);
        const current = this.#counted.find(list, id) ?? {};
        if (fields[idField] !== undefined && fields[idField] !== id && require(id))
          throw new SettingError(`The ${idField} of a record can't change. Create another record, and delete "${id}".`);
        checkComputed(name, fields, current);
        this.#checkReferences(name, fields, current);
        checkRecord(this.#collection(list), { ...require(id), ...fields }, name);
        this.#change({ kind: 'update', list, id, fields: structuredClone(fields) });
        if (list === 'listIssues') this.#passOn(id, fields);
        if (list === 'listEvaluationRuns') this.#summarize(String(require(id).agent_evaluation_id));
        return structuredClone(this.#counted.find(list, id) as JsonObject);
      },
      delete: (id: string): void => {
        const record = require(id);
        this.#delete(list, id);
        if (list === 'listEvaluationRuns') this.#summarize(String(record.agent_evaluation_id));
      },
      relate: (from: RecordReference, edge: EdgeName, to: RecordReference) =>
        this.#relate('relate', toId(from), edge, toId(to)),
      unrelate: (from: RecordReference, edge: EdgeName, to: RecordReference) =>
        this.#relate('unrelate', toId(from), edge, toId(to)),
    };
  }

  get #store(): Store {
    const { token } = this.#scope;
    return token === undefined ? this.#stores.base : this.#stores.of(token);
  }

  /** The workspace that is read; counts may be outdated. */
  get #workspace(): Workspace {
    return this.#store.getWorkspace(this.#workspaceName);
  }

  /** The workspace with its current counts. */
  get #counted(): Workspace {
    this.#store.settle();
    return this.#workspace;
  }

  #collection(list: OperationId): Collection {
    const collection = this.#stores.source.collections.get(list);
    if (!collection) throw new SettingError(`The contract has no ${list}, so its records cannot be created.`);
    return collection;
  }

  #find(list: OperationId, id: string): JsonObject | undefined {
    return this.#workspace.find(list, id);
  }

  #change(change: Change): void {
    const { token, tenant_id } = this.#scope;
    const mutation = { ...change, ...(tenant_id !== undefined && { workspace: this.#workspaceName }) };
    if (token === undefined) this.#stores.mutate(mutation);
    else this.#stores.mutateOne(token, mutation);
  }

  /** Copies a program's changes of an issue to its unresolved occurrences, or to all when none is unresolved. */
  #passOn(id: string, fields: JsonObject): void {
    const passed = Object.entries(fields).filter(([name]) => PASSED_ON.has(name));
    if (passed.length === 0) return;
    const all = this.#workspace.findings.ofIssue(id);
    const unresolved = all.filter(isUnresolved);
    for (const { fine_grained_issue_id } of unresolved.length > 0 ? unresolved : all)
      this.#change({
        kind: 'update',
        list: 'listFineGrainedIssues',
        id: fine_grained_issue_id,
        fields: structuredClone(Object.fromEntries(passed)),
      });
  }

  #create(name: RecordName, fields: JsonObject, related: object): JsonObject {
    const { list, build } = FACTORIES[name];
    const collection = this.#collection(list);
    checkComputed(name, fields, {});
    this.#checkReferences(name, fields, {});
    checkNames(related, listRelated(name), `a relation of ${name}`);
    const given = fields[collection.idField];
    if (typeof given === 'string' && this.#find(list, given))
      throw new SettingError(`The mock already has a record "${given}" in ${name}. Change it with update.`);
    const index = this.#counts.get(list) ?? 0;
    this.#counts.set(list, index + 1);
    const built = build({
      fields,
      templates: collection.seeds.map(({ record }) => record),
      index,
      // A program creates the same identifiers each time, so that stored changes still match its records.
      random: new Random(`${list} ${index} ${JSON.stringify(this.#scope)}`),
      now: new Date(this.#stores.source.now()).toISOString(),
      find: (other, id) => (id === undefined ? this.#workspace.list(other)[0] : this.#find(other, String(id))),
      requireId: (other) => this.#requireAny(other),
      scan: (assetId, finishedAt) => ({ ...countFound(this.#workspace.readContents(assetId), finishedAt) }),
    });
    const record = structuredClone(
      list === 'listFineGrainedIssues' ? this.#completeOccurrence(built, fields) : { ...built, ...fields },
    );
    checkRecord(collection, record, name);
    if (list === 'listEvaluationRuns') checkResults(record);
    const id = String(record[collection.idField]);
    const history = list === 'listIssues' ? this.#createHistory(record) : undefined;
    this.#change({ kind: 'place', list, id, record, ...(history && { history }) });
    this.#relateNew(list, id, record, related);
    if (list === 'listEvaluationRuns') this.#summarize(String(record.agent_evaluation_id));
    return record;
  }

  /** @throws {SettingError} when a property that changes refers to a record that doesn't exist */
  #checkReferences(name: RecordName, fields: JsonObject, current: JsonObject): void {
    for (const [field, other] of Object.entries(REFERENCES)) {
      const id = fields[field];
      if (other === name || typeof id !== 'string' || id === current[field]) continue;
      if (this.#find(FACTORIES[other].list, id)) continue;
      throw new SettingError(`The mock has no record "${id}" in ${other}, to which ${field} refers. Create it first.`);
    }
  }

  /** Returns the identifier of the first created record of a type, or of a new record if there is none. */
  #requireAny(name: RecordName): string {
    const { idField, list } = this.#collection(FACTORIES[name].list);
    const [first] = this.#workspace.listEntries(list.iid).toReversed();
    return String((first?.record ?? this.#create(name, {}, {}))[idField]);
  }

  /** Completes an occurrence with the properties of its object. */
  #completeOccurrence(made: JsonObject, fields: JsonObject): JsonObject {
    const { aispm_object_id: given = this.#requireAny('agents') } = fields;
    const affected = this.#describeAffected(this.#object(String(given)));
    const texts = describeFinding(this.#find('listIssues', String(made.issue_id))?.rule_name, affected);
    return { ...made, ...texts, ...fields, ...affected };
  }

  /** Returns the object, the asset and the location of an occurrence. */
  #describeAffected({ aispm_object_id, aispm_friendly_name, object_type }: AnyObject): JsonObject {
    const { graph } = this.#workspace;
    const isAsset = object_type === 'asset';
    const [locationId] = object_type === 'location' ? [aispm_object_id] : graph.listIds(aispm_object_id, 'locations');
    const location = locationId === undefined ? undefined : this.#find('listLocations', locationId);
    const [assetId = location?.asset_id ?? null] = isAsset
      ? [aispm_object_id]
      : graph.listIds(aispm_object_id, 'assets');
    return {
      aispm_object_id,
      aispm_friendly_name,
      object_type,
      asset_id: assetId,
      location: location && !isAsset ? toIssueLocation(location) : null,
    };
  }

  #object(id: string): AnyObject {
    for (const [object_type, { list, idField, nameField }] of Object.entries(OBJECTS) as [ObjectType, ObjectList][]) {
      const record = this.#find(list, id);
      if (record)
        return {
          object_type,
          aispm_object_id: String(record[idField]),
          aispm_friendly_name: String(record[nameField]),
        };
    }
    throw new SettingError(`The mock has no object "${id}". Create it first, or use another one.`);
  }

  /** Creates the records that a new record refers to. */
  #relateNew(list: OperationId, id: string, record: JsonObject, related: object): void {
    for (const [name, value] of Object.entries(related) as [string, RecordReference | readonly RecordReference[]][]) {
      const ids = ([value].flat() as RecordReference[]).map(toId);
      for (const other of ids) {
        if (list === 'listIssues' && name === 'objects') this.#addOccurrence(record, other);
        else this.#relate('relate', id, name as EdgeName, other);
      }
    }
    const { asset_id, mcp_server_id } = record;
    if (list === 'listLocations' && typeof asset_id === 'string') this.#relate('relate', id, 'assets', asset_id);
    if (list === 'listTools' && typeof mcp_server_id === 'string')
      this.#relate('relate', id, 'mcp_servers', mcp_server_id);
  }

  #addOccurrence({ issue_id }: JsonObject, objectId: string): void {
    this.#create('fineGrainedIssues', { issue_id, aispm_object_id: objectId }, {});
  }

  /** Adds or removes a relation, from either of its ends. */
  #relate(kind: 'relate' | 'unrelate', fromId: string, edge: EdgeName, toId: string): void {
    const [from, to] = [this.#object(fromId), this.#object(toId)];
    const relation = findRelation(from.object_type, edge);
    if (relation?.relatedType !== to.object_type) throw impossibleEdge(from.object_type, edge, to.object_type);
    const [source, target] = relation.from === 'source' ? [from, to] : [to, from];
    this.#change({
      kind,
      relation: {
        from_id: source.aispm_object_id,
        edge: relation.edge,
        to_id: target.aispm_object_id,
        evidence: EVIDENCE,
      },
    });
    // The record of a tool contains its server's identifier.
    if (source.object_type === 'mcp_server' && target.object_type === 'tool') {
      const mcp_server_id = kind === 'relate' ? source.aispm_object_id : null;
      this.#change({ kind: 'update', list: 'listTools', id: target.aispm_object_id, fields: { mcp_server_id } });
    }
  }

  #delete(list: OperationId, id: string): void {
    for (const [dependent, field] of DEPENDENTS[list] ?? []) {
      for (const entry of [...this.#workspace.listEntries(dependent)])
        if (entry.record[field] === id) this.#delete(dependent, entry.id);
    }
    this.#change({ kind: 'delete', list, id });
  }

  /** Updates the properties of an attached evaluation that describe its runs. */
  #summarize(id: string): void {
    const evaluation = this.#find('listAgentEvaluations', id);
    if (!evaluation) return;
    const runs = this.#workspace
      .list('listEvaluationRuns')
      .filter(({ agent_evaluation_id }) => agent_evaluation_id === id)
      .toSorted((a, b) => Date.parse(String(a.created_at)) - Date.parse(String(b.created_at)));
    const fields = summarizeRuns({ score_trend: [] }, runs);
    this.#change({ kind: 'update', list: 'listAgentEvaluations', id, fields });
  }

  /** Returns the history of a new issue, newest first: its creation, and the change of its status. */
  #createHistory(issue: JsonObject): JsonObject[] {
    const { history } = this.#collection('listIssues');
    const found = history?.seeds.find(({ kind }) => kind === 'created');
    if (!found) return [];
    const random = new Random(`history ${issue.issue_id}`);
    const names = Object.keys(found.after as JsonObject);
    const base = {
      issue_id: issue.issue_id,
      changed_by: null,
      scan_id: null,
      fine_grained_issue_id: null,
      occurrence_before: {},
      occurrence_after: {},
    };
    const created = {
      ...base,
      history_entry_id: random.uuid(),
      kind: 'created',
      changed_at: issue.first_seen_at,
      before: {},
      after: { ...Object.fromEntries(names.map((name) => [name, issue[name]])), status: 'open' },
    };
    if (issue.status === 'open') return [created];
    const { status, status_reason } = issue;
    const changed = {
      ...base,
      history_entry_id: random.uuid(),
      kind: 'triaged',
      changed_by: issue.status_changed_by,
      changed_at: issue.status_changed_at ?? issue.updated_at,
      before: { status: 'open', ...(status_reason !== null && { status_reason: null }) },
      after: { status, ...(status_reason !== null && { status_reason }) },
    };
    return [changed, created];
  }
}

function impossibleEdge(type: ObjectType, edge: EdgeName, other: ObjectType): SettingError {
  const possible = listRelations(type).map(({ name, relatedType }) => `${name} (${relatedType})`);
  return new SettingError(
    `The edge ${edge} cannot connect an ${type} to an ${other}. Possible edges: ${possible.join(', ')}.`,
  );
}

/** @throws {SettingError} when no results add up to the summary of a run */
function checkResults(run: JsonObject): void {
  if (!isJsonObject(run.summary)) return;
  try {
    checkRun(run);
  } catch (error) {
    throw new SettingError(
      `The record in evaluationRuns cannot be created: ${(error as Error).message}. All categories have the same number of prompts.`,
    );
  }
}
