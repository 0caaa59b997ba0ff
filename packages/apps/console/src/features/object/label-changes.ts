/** A label in the form. */
export interface LabelRow {
  name: string;
  value: string;
}

/** The properties of an object that users edit. */
export interface Metadata {
  owners: readonly string[];
  labels: readonly LabelRow[];
}

/** A change of an object, as `updateAgent` accepts it. */
export interface MetadataChange {
  owners?: string[];
  labels?: Record<string, string | null>;
}

/** Reads the owners and labels of a record. */
export function readMetadata(record: Record<string, unknown>): Metadata {
  const labels = Object.entries(record.labels as Record<string, string>);
  return { owners: record.owners as string[], labels: labels.map(([name, value]) => ({ name, value })) };
}

/**
 * Returns only what was changed, so that concurrent changes aren't overwritten. Labels are a merge patch: null removes a
 * label. Empty rows are ignored.
 *
 * @returns undefined if nothing was changed
 */
export function changesOf(before: Metadata, after: Metadata): MetadataChange | undefined {
  const owners = [...new Set(after.owners.map((owner) => owner.trim()).filter((owner) => owner !== ''))];
  const hasNewOwners =
    owners.length !== before.owners.length || owners.some((owner, index) => owner !== before.owners[index]);
  const labels = changesOfLabels(toMap(before.labels), toMap(after.labels));
  if (!hasNewOwners && labels === undefined) return undefined;
  return { ...(hasNewOwners && { owners }), ...(labels && { labels }) };
}

/** Returns the first name that is used more than once; undefined if all are unique. */
export function findDuplicate(labels: readonly LabelRow[]): string | undefined {
  const names = labels.map(({ name }) => name.trim()).filter((name) => name !== '');
  return names.find((name, index) => names.indexOf(name) < index);
}

function toMap(labels: readonly LabelRow[]): Map<string, string> {
  return new Map(labels.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]));
}

function changesOfLabels(
  before: Map<string, string>,
  after: Map<string, string>,
): MetadataChange['labels'] | undefined {
  const changes = [
    ...[...after].filter(([name, value]) => before.get(name) !== value),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => [name, null] as const),
  ];
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
