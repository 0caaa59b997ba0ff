/** What follows from the occurrences of issues: the counts of objects, assets, issues and rules. */
import { groupBy } from './group-by.ts';
import { findHighest, rankSeverity } from './severities.ts';

/** The record of an occurrence, as far as counts need it. */
export interface OccurrenceRecord {
  issue_id: string;
  aispm_object_id: string;
  object_type: string;
  asset_id: string | null;
  definitive_severity: string;
  status: string;
}

/** The counts of the unresolved issues of an object. */
export interface IssueCounts {
  total_issues_count: number;
  critical_issues_count: number;
  high_issues_count: number;
  max_definitive_severity: string | null;
}

/** What an issue counts. */
export interface ElementCounts {
  critical_element_count: number;
  high_element_count: number;
  total_priority_affected_elements: number;
  total_affected_elements: number;
  fine_grained_issue_count: number;
}

/** Returns whether an occurrence or an issue still exists. */
export function isUnresolved({ status }: { status: string }): boolean {
  return status !== 'resolved';
}

/** The occurrences of a workspace, indexed. */
export class Findings<Occurrence extends OccurrenceRecord = OccurrenceRecord> {
  readonly #byIssue: ReadonlyMap<string, readonly Occurrence[]>;
  readonly #byObject: ReadonlyMap<string, readonly Occurrence[]>;
  readonly #byAsset: ReadonlyMap<string | null, readonly Occurrence[]>;
  readonly #byType: ReadonlyMap<string, readonly Occurrence[]>;

  constructor(occurrences: readonly Occurrence[]) {
    this.#byIssue = groupBy(occurrences, ({ issue_id }) => issue_id);
    this.#byObject = groupBy(occurrences, ({ aispm_object_id }) => aispm_object_id);
    this.#byAsset = groupBy(occurrences, ({ asset_id }) => asset_id);
    this.#byType = groupBy(occurrences, ({ object_type }) => object_type);
  }

  /** Lists the occurrences of an issue. */
  ofIssue(id: string): readonly Occurrence[] {
    return this.#byIssue.get(id) ?? [];
  }

  /** Lists the occurrences on an agent, a model, a tool, an MCP server or a location. */
  ofObject(id: string): readonly Occurrence[] {
    return this.#byObject.get(id) ?? [];
  }

  /** Lists the occurrences inside an asset. */
  ofAsset(id: string): readonly Occurrence[] {
    return this.#byAsset.get(id) ?? [];
  }

  /** Lists the occurrences that count for a type of objects ({@link isOfType}). */
  ofType(type: string): readonly Occurrence[] {
    if (type !== 'asset') return this.#byType.get(type) ?? [];
    return [...this.#byAsset].flatMap(([id, occurrences]) => (id === null ? [] : occurrences));
  }
}

/** Returns whether an occurrence counts for a type of objects: those on its objects, and for assets those inside them. */
export function isOfType({ object_type, asset_id }: OccurrenceRecord, type: string): boolean {
  return type === 'asset' ? asset_id !== null : object_type === type;
}

/** Counts the unresolved issues of some occurrences, each once and by its most severe occurrence. */
export function countIssues(occurrences: readonly OccurrenceRecord[]): IssueCounts {
  const severities = new Map<string, string>();
  for (const { issue_id, definitive_severity, status } of occurrences) {
    if (status === 'resolved') continue;
    const known = severities.get(issue_id);
    if (rankSeverity(definitive_severity) > rankSeverity(known)) severities.set(issue_id, definitive_severity);
  }
  const count = (severity: string) => [...severities.values()].filter((other) => other === severity).length;
  return {
    total_issues_count: severities.size,
    critical_issues_count: count('critical'),
    high_issues_count: count('high'),
    max_definitive_severity: findHighest(severities.values()),
  };
}

/** Rates an issue by its most severe unresolved occurrence; null when there's none, and the issue keeps its severity. */
export function rateIssue(occurrences: readonly OccurrenceRecord[]): string | null {
  return findHighest(occurrences.filter(isUnresolved).map(({ definitive_severity }) => definitive_severity));
}

/** Counts what an issue affects. Suppressed occurrences have no priority. */
export function countElements(occurrences: readonly OccurrenceRecord[]): ElementCounts {
  const unresolved = occurrences.filter(isUnresolved);
  const active = unresolved.filter(({ status }) => status !== 'suppressed');
  const countObjects = (some: readonly OccurrenceRecord[]) =>
    new Set(some.map(({ aispm_object_id }) => aispm_object_id)).size;
  const ofSeverity = (severity: string) =>
    countObjects(active.filter(({ definitive_severity }) => definitive_severity === severity));
  const [critical, high] = [ofSeverity('critical'), ofSeverity('high')];
  return {
    critical_element_count: critical,
    high_element_count: high,
    total_priority_affected_elements: critical + high,
    total_affected_elements: countObjects(unresolved),
    fine_grained_issue_count: unresolved.length,
  };
}

/** Counts the unresolved occurrences of the two highest severities. */
export function countPriorityOccurrences(occurrences: readonly OccurrenceRecord[]): { critical: number; high: number } {
  const unresolved = occurrences.filter(isUnresolved);
  const count = (severity: string) =>
    unresolved.filter(({ definitive_severity }) => definitive_severity === severity).length;
  return { critical: count('critical'), high: count('high') };
}

/**
 * Returns the occurrences by which an issue matches a filter for objects or assets: the unresolved ones of an unresolved issue, all
 * of a resolved one.
 */
export function selectMatching<Occurrence extends OccurrenceRecord>(
  issue: { status: string },
  occurrences: readonly Occurrence[],
): readonly Occurrence[] {
  return isUnresolved(issue) ? occurrences.filter(isUnresolved) : occurrences;
}
