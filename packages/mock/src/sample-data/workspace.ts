/** The records of a workspace, and values derived from them, computed on demand and once for each version of the records. */

import {
  type AssetContents,
  countIssuesOfRules,
  type DatedIssue,
  Findings,
  Graph,
  groupBy,
  listContents,
  listPeriods,
  type Relation,
  type ScannedOccurrence,
} from '../bundled/domain.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { OperationId } from '../core/contract-types.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { Collection } from './collections.ts';
import { listGraphObjects, NODE_LISTS } from './counts.ts';
import type { Entry } from './entry.ts';
import type { RecordList } from './record-list.ts';
import type { RecordOf } from './record-types.ts';
import type { Source } from './source.ts';

/** Reads the lists of a workspace. */
export interface WorkspaceReader {
  /** Increases with every change. */
  readonly version: number;
  /** Returns the records that an operation lists; undefined when the contract doesn't have the operation. */
  getList(operation: OperationId): RecordList | undefined;
}

/** The lists of the objects of the graph. */
const OBJECT_LISTS = [...NODE_LISTS, 'listAispmAssets', 'listLocations'] as const;

/** Identifies a relation. */
function toKey({ from_id, edge, to_id }: Relation): string {
  return `${from_id} ${edge} ${to_id}`;
}

/** A workspace. */
export class Workspace {
  readonly #reader: WorkspaceReader;
  readonly #source: Source;
  readonly #name: WorkspaceScope;
  #version = -1;
  /** Added relations by their ends and edge; undefined for removed ones. */
  readonly #relations = new Map<string, Relation | undefined>();
  /** The initial relations, as {@link toKey} identifies them. */
  #initialRelations: ReadonlySet<string> | undefined;
  /** Added nested rows, by the operation that lists them. */
  readonly #nested = new Map<string, readonly JsonObject[]>();
  readonly #computed = new Map<string, unknown>();

  constructor(reader: WorkspaceReader, source: Source, name: WorkspaceScope) {
    this.#reader = reader;
    this.#source = source;
    this.#name = name;
  }

  /** The current time, in milliseconds since 1970. */
  get now(): number {
    return this.#source.now();
  }

  /** Returns what can be stored in a list; undefined when the contract doesn't have the operation. */
  findCollection(operation: OperationId): Collection | undefined {
    return this.#source.collections.get(operation);
  }

  /** Returns a value derived from the records, which is recomputed after they change. */
  compute<Value>(key: string, compute: () => Value): Value {
    if (this.#version !== this.#reader.version) this.#computed.clear();
    this.#version = this.#reader.version;
    if (this.#computed.has(key)) return this.#computed.get(key) as Value;
    const value = compute();
    this.#computed.set(key, value);
    return value;
  }

  /** Returns whether there is a relation with the same ends and edge. */
  hasRelation(relation: Relation): boolean {
    const key = toKey(relation);
    this.#initialRelations ??= new Set(this.#source.listRelations(this.#name).map(toKey));
    return this.#relations.has(key) ? this.#relations.get(key) !== undefined : this.#initialRelations.has(key);
  }

  /** Adds a relation, or replaces the one with the same ends and edge. */
  relate(relation: Relation): void {
    this.#relations.set(toKey(relation), relation);
  }

  /** Removes a relation. */
  unrelate(relation: Relation): void {
    this.#relations.set(toKey(relation), undefined);
  }

  /** Adds rows below records. */
  nest(operation: OperationId, rows: readonly JsonObject[]): void {
    this.#nested.set(operation, [...(this.#nested.get(operation) ?? []), ...rows]);
  }

  /** Lists the relations of the workspace, in no particular order. */
  listRelations(): Relation[] {
    const unchanged = this.#source
      .listRelations(this.#name)
      .filter((relation) => !this.#relations.has(toKey(relation)));
    return [...unchanged, ...[...this.#relations.values()].filter((relation) => relation !== undefined)];
  }

  /** Lists the entries of a list, in order. */
  listEntries(operation: OperationId): readonly Entry[] {
    return this.#reader.getList(operation)?.values() ?? [];
  }

  /** Lists the records of a list, in order. */
  list<List extends OperationId>(operation: List): readonly RecordOf<List>[] {
    return this.compute(operation, () => this.listEntries(operation).map(({ record }) => record as RecordOf<List>));
  }

  /** Returns a record; undefined when the list has no such record. */
  find<List extends OperationId>(operation: List, id: string): RecordOf<List> | undefined {
    return this.#reader.getList(operation)?.get(id)?.record as RecordOf<List> | undefined;
  }

  /** Returns an entry whose record may be changed; undefined when the list has no such record. */
  own(operation: OperationId, id: string): Entry | undefined {
    return this.#reader.getList(operation)?.own(id);
  }

  /**
   * Lists the known rows below a record.
   *
   * @param operation that lists them
   * @param field the property with the identifier of the record
   */
  listNested<List extends OperationId>(operation: List, field: string, id: string): readonly RecordOf<List>[] {
    const rows = this.compute(`${operation} by ${field}`, () =>
      groupBy(
        [...(this.#nested.get(operation) ?? []), ...this.#source.listNested(operation, this.#name)],
        (row) => row[field],
      ),
    );
    return (rows.get(id) ?? []) as RecordOf<List>[];
  }

  /** The occurrences of issues. */
  get findings(): Findings<ScannedOccurrence> {
    return this.compute('findings', () => new Findings(this.list('listFineGrainedIssues')));
  }

  /** The objects and the relations between them. */
  get graph(): Graph {
    return this.compute('graph', () => {
      const lists = Object.fromEntries(OBJECT_LISTS.map((operation) => [operation, this.list(operation)]));
      return new Graph(listGraphObjects(lists, this.findings), this.listRelations());
    });
  }

  /** Returns the contents of an asset. */
  readContents(assetId: string | null): AssetContents {
    if (assetId === null) return { objects: [], occurrences: [] };
    return { objects: listContents(assetId, this.graph), occurrences: this.findings.ofAsset(assetId) };
  }

  /** The number of unresolved issues of each rule. */
  get issuesByRule(): ReadonlyMap<string, number> {
    return this.compute('issues by rule', () => countIssuesOfRules(this.list('listIssues')));
  }

  /** Lists the changes of an issue, in no particular order. */
  listIssueChanges(id: string): readonly RecordOf<'listIssueHistory'>[] {
    const { history = [] } = this.#reader.getList('listIssues')?.get(id) ?? {};
    return [...(history as RecordOf<'listIssueHistory'>[]), ...this.listNested('listIssueHistory', 'issue_id', id)];
  }

  /** Adds the periods in which issues were unresolved. */
  dateIssues(issues: readonly RecordOf<'listIssues'>[]): DatedIssue[] {
    return issues.map((issue) => ({
      definitive_severity: issue.definitive_severity,
      periods: listPeriods(issue, this.listIssueChanges(issue.issue_id)),
    }));
  }
}
