/** The records that one token has stored. */
import { ApiError } from '../errors.ts';
import { encodeSegment, fillPath } from '../router.ts';
import type { WorkspaceName } from '../workspace-name.ts';
import { Workspace, type WorkspaceReader } from '../world/workspace.ts';
import { advanceList } from './advance.ts';
import type { Collection } from './collections.ts';
import type { Entry } from './entry.ts';
import { RecordList } from './record-list.ts';
import type { Source } from './source.ts';
import { deleteOldest } from './store-limits.ts';

/** Maximum number of added records of one list, and of lists, so that the memory does not grow without limit. */
const MAX_ADDED = 1_000;
const MAX_LISTS = 1_000;

/** The records of one token, by list. */
export class Store {
  readonly #source: Source;
  readonly #lists = new Map<string, RecordList>();
  readonly #workspaces = new Map<string, Workspace>();
  /** The API keys that were created, by their secrets; undefined once they are deleted. */
  readonly keys = new Map<string, Entry | undefined>();
  /** Responses by `Idempotency-Key`. */
  readonly replays = new Map<string, { request: string; output: unknown }>();
  /** Increases with every change. What was computed from another version is outdated. */
  version = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * Returns the records of a list; before the first change those that it starts with, when they belong to its group.
   *
   * @param path of the list, with the tenant and workspace of the request
   * @param workspace that of the list; undefined when it belongs to none
   */
  getList(collection: Collection, path: string, workspace: WorkspaceName | undefined): RecordList {
    const known = this.#lists.get(path);
    if (known) return known;
    if (this.#lists.size >= MAX_LISTS) deleteOldest(this.#lists);
    const { groups } = collection;
    const isSeeded = !groups || groups.names.includes(getLastSegment(path));
    const seeds = isSeeded ? this.#source.listSeeds(collection, workspace) : [];
    const list = new RecordList(collection, new Map(seeds.map((seed) => [seed.id, { ...seed, times: {} }])));
    this.#lists.set(path, list);
    return list;
  }

  /** Whether runs that are started end as failed. */
  get failsRuns(): boolean {
    return this.#source.failsRuns;
  }

  /** Updates runs and scans to their state at a time. */
  advance(now: number): void {
    for (const list of this.#lists.values()) if (list.timed.size > 0 && advanceList(list, now)) this.version++;
  }

  /** Returns the records of a workspace, and what follows from them. */
  getWorkspace(name: WorkspaceName): Workspace {
    const key = JSON.stringify([name.tenant_id, name.workspace_id]);
    const known = this.#workspaces.get(key);
    if (known) return known;
    if (this.#workspaces.size >= MAX_LISTS) deleteOldest(this.#workspaces);
    const workspace = new Workspace(this.#createReader(name), this.#source, name);
    this.#workspaces.set(key, workspace);
    return workspace;
  }

  #createReader(workspace: WorkspaceName): WorkspaceReader {
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
   * @param path above the groups, with the values of the request
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
      const message = `The mock stores at most ${MAX_ADDED} new records of a list. Send POST /__mock/reset to start again.`;
      throw new ApiError(429, 'rate_limit_exceeded', message, { headers: { 'retry-after': '60' } });
    }
    entries.set(entry);
    if (Object.keys(entry.times).length > 0) entries.timed.add(entry);
  }
}

/** Returns the value of the last segment of a path. */
function getLastSegment(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
