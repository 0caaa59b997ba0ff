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
import { toIssueLocation } from '../sample-data/issue-location.ts';
import { checkRun, KINDS, type KindName } from '../sample-data/kinds.ts';
import type { Change } from '../sample-data/mutations.ts';
import { Random } from '../sample-data/random.ts';
import { describeFinding } from '../sample-data/variations.ts';
import type { Workspace } from '../sample-data/workspace.ts';
import { summarizeRuns } from '../state/jobs/runs.ts';
import type { Store } from '../state/store.ts';
import type { Stores } from '../state/stores.ts';
import { checkRecord } from './check-record.ts';

/** What the records are created in. */
export interface DataOptions {
  stores: Stores;
  /** The workspace that is read when none is named. */
  defaultWorkspace: WorkspaceScope;
}

/** The evidence of relations that programs create. */
const EVIDENCE = 'declared';

/** What refers to the records of a list and cannot exist without them: the list, and the property with the identifier. */
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

/** Creates the records of a mock as programs see them. */
export function createData({ stores, defaultWorkspace }: DataOptions): MockData {
  const counts = new Map<string, number>();
  const inScope = (scope: DataScope): MockData => {
    const data = new Data(stores, scope, defaultWorkspace, counts);
    const lists = (Object.keys(KINDS) as KindName[]).map((kind): [string, unknown] => [kind, data.createList(kind)]);
    return { ...Object.fromEntries(lists), in: inScope } as JsonObject & MockData;
  };
  return inScope({});
}

/** An object of any type. */
type AnyObject = Pick<GraphObject, 'aispm_object_id' | 'aispm_friendly_name' | 'object_type'>;

/** Where the records of a type of objects are, and how they are identified and named. */
interface ObjectKind {
  list: OperationId;
  idField: string;
  nameField: string;
}

const NODE = { idField: 'aispm_object_id', nameField: 'aispm_friendly_name' };
const OBJECTS: Record<ObjectType, ObjectKind> = {
  agent: { ...NODE, list: 'listAgents' },
  model: { ...NODE, list: 'listModels' },
  tool: { ...NODE, list: 'listTools' },
  mcp_server: { ...NODE, list: 'listMcpServers' },
  asset: { list: 'listAispmAssets', idField: 'asset_id', nameField: 'asset_name' },
  location: { list: 'listLocations', idField: 'location_id', nameField: 'aispm_friendly_name' },
};

/** Returns the identifier that a reference means. */
function toId(reference: RecordReference): string {
  if (typeof reference === 'string') return reference;
  const { aispm_object_id, asset_id, location_id } = reference as Record<string, string | undefined>;
  const id = aispm_object_id ?? location_id ?? asset_id;
  if (id === undefined)
    throw new SettingError('An object is named by its record or its identifier; got another value.');
  return id;
}

/** What the occurrences of an issue have in common with it. */
const PASSED_ON = new Set(['status', 'status_reason', 'resolved_at', 'definitive_severity']);

class Data {
  readonly #stores: Stores;
  readonly #scope: DataScope;
  readonly #workspaceName: WorkspaceScope;
  /** How many records of each list were created. */
  readonly #counts: Map<string, number>;

  constructor(stores: Stores, scope: DataScope, defaultWorkspace: WorkspaceScope, counts: Map<string, number>) {
    const { tenant_id, workspace_id } = scope;
    if ((tenant_id === undefined) !== (workspace_id === undefined))
      throw new SettingError('A workspace is named by tenant_id and workspace_id; got one of both.');
    this.#stores = stores;
    this.#scope = scope;
    this.#workspaceName =
      tenant_id === undefined || workspace_id === undefined ? defaultWorkspace : { tenant_id, workspace_id };
    this.#counts = counts;
  }

  /** Creates the list of one kind. */
  createList(kind: KindName) {
    const { list } = KINDS[kind];
    const require = (id: string): JsonObject => {
      const record = this.#find(list, id);
      if (record) return record;
      throw new SettingError(`The mock has no record "${id}" in ${kind}. Create it first, or name another one.`);
    };
    return {
      list: (): JsonObject[] => this.#counted.listEntries(list).map(({ record }) => structuredClone(record)),
      get: (id: string): JsonObject | undefined => structuredClone(this.#counted.find(list, id)),
      create: (fields: JsonObject = {}, related: object = {}): JsonObject => this.#create(kind, fields, related),
      update: (id: string, fields: JsonObject): JsonObject => {
        checkRecord(this.#collection(list), { ...require(id), ...fields }, kind);
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

  /** The workspace that is read; numbers may be outdated. */
  get #workspace(): Workspace {
    return this.#store.getWorkspace(this.#workspaceName);
  }

  /** The workspace with its present numbers. */
  get #counted(): Workspace {
    this.#store.settle();
    return this.#workspace;
  }

  #collection(list: OperationId): Collection {
    const collection = this.#stores.source.collections.get(list);
    if (!collection) throw new SettingError(`The contract has no ${list}, so that its records cannot be created.`);
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

  /** Gives the occurrences of an issue what a program has changed of it: the unresolved ones, or all when none is. */
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

  #create(kind: KindName, fields: JsonObject, related: object): JsonObject {
    const { list, make } = KINDS[kind];
    const collection = this.#collection(list);
    const index = this.#counts.get(list) ?? 0;
    this.#counts.set(list, index + 1);
    const made = make({
      fields,
      templates: collection.seeds.map(({ record }) => record),
      index,
      // The same program creates the same identifiers each time, so that stored changes of its records still fit.
      random: new Random(`${list} ${index} ${JSON.stringify(this.#scope)}`),
      now: new Date(this.#stores.source.now()).toISOString(),
      find: (other, id) => (id === undefined ? this.#workspace.list(other)[0] : this.#find(other, String(id))),
      requireId: (other) => this.#requireAny(other),
      scan: (assetId, finishedAt) => ({ ...countFound(this.#workspace.readContents(assetId), finishedAt) }),
    });
    const record = structuredClone(
      list === 'listFineGrainedIssues' ? this.#completeOccurrence(made, fields) : { ...made, ...fields },
    );
    checkRecord(collection, record, kind);
    if (list === 'listEvaluationRuns') checkResults(record);
    const id = String(record[collection.idField]);
    const history = list === 'listIssues' ? this.#createHistory(record) : undefined;
    this.#change({ kind: 'place', list, id, record, ...(history && { history }) });
    this.#relateNew(list, id, record, related);
    if (list === 'listEvaluationRuns') this.#summarize(String(record.agent_evaluation_id));
    return record;
  }

  /** Returns the identifier of a record of a kind: of the one that was created first or, without one, of a new one. */
  #requireAny(kind: KindName): string {
    const { idField, list } = this.#collection(KINDS[kind].list);
    const [first] = this.#workspace.listEntries(list.iid).toReversed();
    return String((first?.record ?? this.#create(kind, {}, {}))[idField]);
  }

  /** Completes an occurrence by what it says of its object. */
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
    for (const [object_type, { list, idField, nameField }] of Object.entries(OBJECTS) as [ObjectType, ObjectKind][]) {
      const record = this.#find(list, id);
      if (record)
        return {
          object_type,
          aispm_object_id: String(record[idField]),
          aispm_friendly_name: String(record[nameField]),
        };
    }
    throw new SettingError(`The mock has no object "${id}". Create it first, or name another one.`);
  }

  /** Creates what a new record refers to. */
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

  /** Adds or removes a relation, whichever end it is named from. */
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
    // The record of a tool names its server.
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

  /** Sets what an attached evaluation says of its runs. */
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

  /** Returns the history of a new issue, newest first: that it was found, and the change of its status. */
  #createHistory(issue: JsonObject): JsonObject[] {
    const { history } = this.#collection('listIssues');
    const found = history?.seeds.find(({ kind }) => kind === 'created');
    if (!found) return [];
    const random = new Random(`history ${issue.issue_id}`);
    const names = Object.keys(found.after as JsonObject);
    const base = { issue_id: issue.issue_id, changed_by: null, scan_id: null };
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
    `The edge ${edge} cannot lead from an ${type} to an ${other}. Possible are: ${possible.join(', ')}.`,
  );
}

/** @throws {SettingError} when the results of a run cannot add up to its summary */
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
