/** The records that one token has stored. */

import type { OperationId } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import { encodeSegment, fillPath } from '../http/router.ts';
import type { Collection } from '../sample-data/collections.ts';
import { type Entry, ownRecord } from '../sample-data/entry.ts';
import { belongsTo, type Change, type Mutation } from '../sample-data/mutations.ts';
import { type CapturedList, RecordList } from '../sample-data/record-list.ts';
import type { Source } from '../sample-data/source.ts';
import { Workspace, type WorkspaceReader } from '../sample-data/workspace.ts';
import {
  CHANGES,
  createChange,
  describeDeletion,
  describeRelation,
  findLast,
  type NewChange,
  takeChanges,
  takeEndedExports,
} from './changes.ts';
import { advanceList, resumeList } from './jobs/advance.ts';
import { importScan, repeatScan } from './jobs/import-scan.ts';
import { recountWorkspace } from './recount.ts';
import { createRow } from './row.ts';
import { deleteOldest } from './store-limits.ts';

/** Maximum number of added records per list, and of lists, so that memory doesn't grow without limit. */
const MAX_ADDED = 1_000;
const MAX_LISTS = 1_000;

/** The changes of the records of one token, as a JSON value. */
export interface CapturedStore {
  mutations: Mutation[];
  lists: (CapturedList & { operation: OperationId; path: string; workspace?: WorkspaceScope })[];
  /** The API keys by their secrets; deleted keys have no path. */
  keys: { secret: string; path?: string; id?: string }[];
  replays: [key: string, { request: string; output: unknown }][];
}

/** The records of one token, by list. */
export class Store {
  readonly #source: Source;
  readonly #mutations: Mutation[];
  readonly #isLive: boolean;
  /** Changes of relations, and deleted objects, that aren't in the log yet. */
  #noted: { name: WorkspaceScope; change: NewChange }[] = [];
  /** Workspaces whose counts are outdated. */
  readonly #unsettled = new Set<Workspace>();
  readonly #lists = new Map<string, RecordList>();
  readonly #workspaces = new Map<string, { name: WorkspaceScope; workspace: Workspace }>();
  /** Created API keys by their secrets; undefined when they are deleted. */
  readonly keys = new Map<string, Entry | undefined>();
  /** Responses by `Idempotency-Key`. */
  readonly replays = new Map<string, { request: string; output: unknown }>();
  #loggedVersion = 0;
  /** Increases with every change. Values computed from another version are outdated. */
  version = 0;

  /**
   * @param mutations changes of the store's initial records
   * @param isLive whether runs and scans progress over time
   */
  constructor(source: Source, mutations: Mutation[], isLive: boolean) {
    this.#source = source;
    this.#mutations = mutations;
    this.#isLive = isLive;
  }

  /** Changes records. The counts of other records are updated when the store settles. */
  mutate(mutation: Mutation): void {
    this.#mutations.push(mutation);
    for (const { name, workspace } of this.#workspaces.values()) {
      if (!belongsTo(mutation, name)) continue;
      const change = describeMutation(mutation, workspace);
      if (change && this.#isLive) this.#noted.push({ name, change });
      applyToWorkspace(workspace, mutation);
      this.#unsettled.add(workspace);
    }
    for (const list of this.#lists.values()) applyToList(list, mutation);
    this.version++;
  }

  /** Updates outdated counts. */
  settle(): void {
    while (this.#unsettled.size > 0) {
      const workspaces = [...this.#unsettled];
      this.#unsettled.clear();
      for (const workspace of workspaces) if (recountWorkspace(workspace)) this.version++;
    }
  }

  /** Returns all changes, as a JSON value that shares records with the store. */
  capture(): CapturedStore {
    const lists = [...this.#lists].map(([path, list]) => ({
      ...list.capture(),
      operation: list.collection.list.iid,
      path,
      ...(list.workspace && { workspace: list.workspace }),
    }));
    const keys = [...this.keys].map(([secret, entry]) => {
      const found = entry && [...this.#lists].find(([, list]) => list.get(entry.id) === entry);
      return { secret, ...(found && entry && { path: found[0], id: entry.id }) };
    });
    const changed = lists.filter(({ entries, deleted }) => entries.length + deleted.length > 0);
    return { mutations: this.#mutations, lists: changed, keys, replays: [...this.replays] };
  }

  /**
   * Creates a store with captured changes.
   *
   * @throws {TypeError} when they have the wrong structure
   */
  static restore(source: Source, { mutations, lists, keys, replays }: CapturedStore): Store {
    const store = new Store(source, [...mutations], true);
    for (const { operation, path, workspace, ...changes } of lists) {
      const collection = source.collections.get(operation);
      if (!collection) throw new TypeError(`has no list ${operation}`);
      const list = store.#createList(collection, path, workspace);
      list.restore(changes);
      store.#open(list, path);
    }
    for (const { secret, path, id } of keys)
      store.keys.set(secret, path === undefined ? undefined : store.#lists.get(path)?.get(id ?? ''));
    for (const [key, replay] of replays) store.replays.set(key, replay);
    return store;
  }

  /**
   * Returns the records of a list; before the first change, its initial records, if they belong to its group.
   *
   * @param path of the list, with the tenant and workspace of the request
   * @param workspace the workspace of the list; undefined if it belongs to none
   */
  getList(collection: Collection, path: string, workspace: WorkspaceScope | undefined): RecordList {
    const known = this.#lists.get(path);
    if (known) return known;
    if (this.#lists.size >= MAX_LISTS) {
      deleteOldest(this.#lists);
      // Its changes are discarded.
      this.version++;
    }
    const list = this.#createList(collection, path, workspace);
    for (const mutation of this.#mutations) applyToList(list, mutation);
    // The log starts with the records as they are now.
    for (const isJob of [false, true]) takeChanges(list, { isJob });
    this.#open(list, path);
    // Its counts depend on the mutations of other lists.
    if (workspace && this.#mutations.length > 0) this.getWorkspace(workspace);
    return list;
  }

  #open(list: RecordList, path: string): void {
    if (this.#isLive) resumeList(list, Date.now(), this.#source);
    this.#lists.set(path, list);
  }

  #createList(collection: Collection, path: string, workspace: WorkspaceScope | undefined): RecordList {
    const { groups } = collection;
    const isSeeded = !groups || groups.names.includes(getLastSegment(path));
    const seeds = isSeeded ? this.#source.listSeeds(collection, workspace) : [];
    const entries = seeds.map((seed) => [seed.id, { ...seed, initial: seed.record, times: {} }] as const);
    return new RecordList(collection, new Map(entries), workspace);
  }

  /** Whether started runs fail. */
  get failsRuns(): boolean {
    return this.#source.failsRuns;
  }

  /** Updates runs and scans to their states at a time. */
  advance(now: number): void {
    for (const list of this.#lists.values()) {
      if (list.timed.size === 0) continue;
      const { hasChanged, completed } = advanceList(list, now);
      if (hasChanged) this.version++;
      for (const { entry, previous } of completed) {
        this.#importScan(list, entry, previous);
        this.settle();
        this.#logChanges(now, (each) => takeChanges(each, { isJob: false }), entry.id);
      }
    }
    this.settle();
    this.logChanges(now);
  }

  /** Adds to the logs of all workspaces what has changed since the last call. */
  logChanges(now: number): void {
    if (!this.#isLive) return;
    this.#logChanges(now, (list) => takeEndedExports(list, now));
    if (this.version === this.#loggedVersion) return;
    for (const isJob of [false, true]) this.#logChanges(now, (list) => takeChanges(list, { isJob }));
    this.#loggedVersion = this.version;
  }

  /** @param scanId the scan that caused the changes; undefined for other causes */
  #logChanges(now: number, take: (list: RecordList) => NewChange[], scanId?: string): void {
    const cause = scanId === undefined ? {} : { scan_id: scanId };
    const changes = [...this.#lists.values()].flatMap((list) => {
      const name = list.workspace;
      return name ? take(list).map((change) => ({ name, change: { ...cause, ...change } })) : [];
    });
    const noted = this.#noted.map(({ name, change }) => ({ name, change: { ...cause, ...change } }));
    this.#noted = [];
    for (const { name, change } of [...changes, ...noted]) this.#addChange(name, change, now);
  }

  /** Returns the log of changes of a workspace; undefined when the contract has none. */
  getLog(name: WorkspaceScope): RecordList | undefined {
    const collection = this.#source.collections.get(CHANGES);
    return collection && this.getList(collection, fillPath(collection.path, name), name);
  }

  #addChange(name: WorkspaceScope, change: NewChange, now: number): void {
    const log = this.getLog(name);
    if (!log) return;
    const record = createChange(change, findLast(log)?.record, now);
    this.addNewest(log, { id: record.change_id, row: {}, record: { ...record }, isOwn: true, times: {} });
  }

  /** Adds the contents of a completed scan to the lists. */
  #importScan({ workspace: name }: RecordList, entry: Entry, previous: string | undefined): void {
    const { document, record } = entry;
    if (!name) return;
    const change = (made: Change) => this.mutate({ ...made, workspace: name });
    const workspace = this.getWorkspace(name);
    const { collections } = this.#source;
    const context = { workspace, collections, change };
    Object.assign(record, document ? importScan(record, document, previous, context) : repeatScan(record, context));
    delete entry.document;
    this.version++;
  }

  /** Returns the records of a workspace, and values derived from them. */
  getWorkspace(name: WorkspaceScope): Workspace {
    const key = JSON.stringify([name.tenant_id, name.workspace_id]);
    const known = this.#workspaces.get(key);
    if (known) return known.workspace;
    if (this.#workspaces.size >= MAX_LISTS) deleteOldest(this.#workspaces);
    const workspace = new Workspace(this.#createReader(name), this.#source, name);
    this.#workspaces.set(key, { name, workspace });
    const own = this.#mutations.filter((mutation) => belongsTo(mutation, name));
    for (const mutation of own) applyToWorkspace(workspace, mutation);
    if (own.length > 0) {
      this.#unsettled.add(workspace);
      this.settle();
    }
    return workspace;
  }

  #createReader(workspace: WorkspaceScope): WorkspaceReader {
    const { collections } = this.#source;
    const getVersion = () => this.version;
    return {
      get version() {
        return getVersion();
      },
      getList: (operation) => {
        const collection = collections.get(operation);
        return collection && this.getList(collection, fillPath(collection.path, workspace), workspace);
      },
    };
  }

  /**
   * Returns the records of each group.
   *
   * @param path the parent path of the groups, with the values of the request
   */
  listGroups(collection: Collection, path: string): Map<string, RecordList> {
    for (const name of collection.groups?.names ?? [])
      this.getList(collection, `${path}/${encodeSegment(name)}`, undefined);
    const isGroup = (list: string) => list.slice(0, list.lastIndexOf('/')) === path;
    const groups = [...this.#lists].filter(([list]) => isGroup(list));
    return new Map(groups.map(([list, entries]) => [getLastSegment(list), entries]));
  }

  /**
   * Inserts a new record at the start of its list.
   *
   * @throws {ApiError} 429 when the list is full
   */
  add(entries: RecordList, entry: Entry): void {
    if (entries.addedCount >= MAX_ADDED) {
      const message = `The mock stores up to ${MAX_ADDED} new records per list. Send POST /__mock/reset to start over.`;
      throw new ApiError(429, 'rate_limit_exceeded', message, { headers: { 'retry-after': '60' } });
    }
    entries.set(entry);
    if (Object.keys(entry.times).length > 0) entries.timed.add(entry);
  }

  /** Inserts a new record at the start of its list. If the list is full, the oldest added record is removed. */
  addNewest(entries: RecordList, entry: Entry): void {
    const oldest = entries.addedCount < MAX_ADDED ? undefined : entries.values()[entries.addedCount - 1];
    if (oldest) entries.delete(oldest.id);
    entries.set(entry);
    this.version++;
  }
}

/** Returns the value of the last segment of a path. */
function getLastSegment(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns what the log says about a mutation that has not been made yet, apart from changes of records. */
function describeMutation(mutation: Mutation, workspace: Workspace): NewChange | undefined {
  switch (mutation.kind) {
    case 'relate':
      if (workspace.hasRelation(mutation.relation)) return undefined;
      return describeRelation('relation_appeared', mutation.relation, workspace);
    case 'unrelate':
      if (!workspace.hasRelation(mutation.relation)) return undefined;
      return describeRelation('relation_disappeared', mutation.relation, workspace);
    case 'delete':
      return workspace.find(mutation.list, mutation.id) && describeDeletion(mutation.list, mutation.id);
    default:
      return undefined;
  }
}

/** Applies a change to the records of a list; changes of other lists or workspaces have no effect. */
function applyToList(list: RecordList, mutation: Mutation): void {
  const { collection, workspace } = list;
  if (!('list' in mutation) || mutation.kind === 'nest' || mutation.list !== collection.list.iid) return;
  if (!workspace || !belongsTo(mutation, workspace)) return;
  switch (mutation.kind) {
    case 'place': {
      const { id, record, history } = mutation;
      // Each list changes a copy.
      const copy = structuredClone({ record, ...(history && { history }) });
      list.place({ id, row: createRow(collection), isOwn: true, times: {}, ...copy });
      break;
    }
    case 'update': {
      const entry = list.get(mutation.id);
      if (entry) Object.assign(ownRecord(entry).record, structuredClone(mutation.fields));
      break;
    }
    case 'delete':
      list.delete(mutation.id);
  }
}

/** Applies a change to the relations of a workspace. */
function applyToWorkspace(workspace: Workspace, mutation: Mutation): void {
  if (mutation.kind === 'nest') workspace.nest(mutation.list, mutation.rows);
  if (mutation.kind === 'relate') workspace.relate(mutation.relation);
  if (mutation.kind === 'unrelate') workspace.unrelate(mutation.relation);
}
