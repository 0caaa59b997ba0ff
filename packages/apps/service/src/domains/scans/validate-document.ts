/** Validates what the schema of a scan document cannot express: references between its parts, and contradictions. */
import type { ObjectType, ScanDocument, ScannedOccurrence } from '@aispm/types';
import { describeInvalidEdge } from './edge-types.ts';
import { findAffectedKey, findScannedAssetKey, hasScannedAsset } from './scanned-asset-key.ts';

/** What a document refers to, as far as it exists in the workspace. */
export interface DocumentReferences {
  /** Whether the document's `asset_id` is an asset; true when the document has none. */
  hasAsset: boolean;
  /** The sources of known rules, by their identifiers. */
  ruleSources: ReadonlyMap<string, string>;
  /** Identifiers of known interactions. */
  interactions: ReadonlySet<string>;
}

/** Maximum number of violations in a response; many violations usually have one cause. */
const MAX_VIOLATIONS = 20;

/** Finds the violations of a document, by their location in the request. */
export function findViolations(document: ScanDocument, references: DocumentReferences): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [location, message] of validate(document, references)) {
    found[`body/${location}`] = message;
    if (Object.keys(found).length === MAX_VIOLATIONS) break;
  }
  return found;
}

type Violation = readonly [location: string, message: string];

function* validate(document: ScanDocument, references: DocumentReferences): Generator<Violation> {
  if (typeof document.error_message === 'string') {
    yield* validateFailedScan(document);
    return;
  }
  if (!references.hasAsset) yield ['asset_id', 'must be the identifier of an asset; omit it for a new target'];
  const types = yield* validateKeys(document);
  yield* validateStableKeys(document);
  yield* validateLocations(document, types);
  yield* validateEdges(document, types);
  const ownRules = yield* validateRules(document, references);
  yield* validateOccurrences(document, references, types, ownRules);
}

function* validateFailedScan(document: ScanDocument): Generator<Violation> {
  const { objects, edges, locations, rules = [], occurrences } = document;
  for (const [name, list] of Object.entries({ objects, edges, locations, rules, occurrences })) {
    if (list.length > 0) yield [name, 'must be empty when error_message is present'];
  }
}

/** @returns the object type of each key */
function* validateKeys({ objects, locations }: ScanDocument): Generator<Violation, Map<string, ObjectType>> {
  const types = new Map<string, ObjectType>();
  const owners = new Map<string, string>();
  const all = [
    ...objects.map(({ key, object_type }, index) => ({ key, type: object_type, path: `objects/${index}` })),
    ...locations.map(({ key }, index) => ({ key, type: 'location' as const, path: `locations/${index}` })),
  ];
  for (const { key, type, path } of all) {
    const owner = owners.get(key);
    if (owner === undefined) types.set(key, type);
    else yield [`${path}/key`, `must be unique; ${owner} has the same key`];
    owners.set(key, owner ?? path);
  }
  return types;
}

function* validateStableKeys(document: ScanDocument): Generator<Violation> {
  const owners = new Map<string, string>();
  const all = [
    ...document.objects.map(({ object_type, stable_key }, index) => ({
      name: `${object_type} ${stable_key}`,
      path: `objects/${index}`,
    })),
    ...document.locations.map(({ asset_key, stable_key }, index) => ({
      name: `location ${stable_key} ${asset_key ?? findScannedAssetKey(document) ?? ''}`,
      path: `locations/${index}`,
    })),
  ];
  for (const { name, path } of all) {
    const owner = owners.get(name);
    if (owner !== undefined) {
      yield [`${path}/stable_key`, `must be unique within its object type; ${owner} has the same stable key`];
    }
    owners.set(name, owner ?? path);
  }
}

function* validateLocations(document: ScanDocument, types: ReadonlyMap<string, ObjectType>): Generator<Violation> {
  const hasAsset = hasScannedAsset(document);
  for (const [index, location] of document.locations.entries()) {
    const { asset_key, start_line, end_line, start_column, end_column } = location;
    const path = `locations/${index}`;
    if (asset_key !== undefined && types.get(asset_key) !== 'asset') {
      yield [`${path}/asset_key`, `must be the key of an asset of this document, got ${asset_key}`];
    }
    if (asset_key === undefined && !hasAsset) {
      yield [`${path}/asset_key`, 'is required because the document does not identify the scanned asset'];
    }
    if (typeof end_line === 'number' && (typeof start_line !== 'number' || end_line < start_line)) {
      yield [`${path}/end_line`, 'must not be before start_line'];
    }
    const isOneLine = start_line === (end_line ?? start_line);
    // The region without characters at a column ends one before it.
    const isReversed = isOneLine && (end_column ?? Number.POSITIVE_INFINITY) < (start_column ?? 1) - 1;
    if (isReversed) {
      yield [`${path}/end_column`, 'must be at least start_column - 1 in the same line'];
    }
  }
}

function* validateEdges({ edges }: ScanDocument, types: ReadonlyMap<string, ObjectType>): Generator<Violation> {
  for (const [index, { from_key, edge, to_key }] of edges.entries()) {
    const path = `edges/${index}`;
    const [from, to] = [types.get(from_key), types.get(to_key)];
    if (!from) yield [`${path}/from_key`, describeUnknownKey(from_key)];
    if (!to) yield [`${path}/to_key`, describeUnknownKey(to_key)];
    const message = from && to && describeInvalidEdge(from, edge, to);
    if (message) yield [`${path}/edge`, message];
  }
}

/** @returns identifiers of the rules of the document */
function* validateRules(
  { rules = [] }: ScanDocument,
  { ruleSources }: DocumentReferences,
): Generator<Violation, ReadonlySet<string>> {
  const indexes = new Map<string, number>();
  for (const [index, { rule_id }] of rules.entries()) {
    const path = `rules/${index}/rule_id`;
    const earlier = indexes.get(rule_id);
    if (earlier !== undefined) yield [path, `must be unique; rules/${earlier} has the same identifier`];
    if (ruleSources.get(rule_id) === 'static') {
      yield [path, 'must not be the identifier of a static rule; add the name of the scanner as a prefix'];
    }
    indexes.set(rule_id, earlier ?? index);
  }
  return new Set(indexes.keys());
}

function* validateOccurrences(
  document: ScanDocument,
  references: DocumentReferences,
  types: ReadonlyMap<string, ObjectType>,
  ownRules: ReadonlySet<string>,
): Generator<Violation> {
  const indexes = new Map<string, number>();
  for (const [index, occurrence] of document.occurrences.entries()) {
    const { rule_id, fingerprint } = occurrence;
    const path = `occurrences/${index}`;
    if (!ownRules.has(rule_id) && !references.ruleSources.has(rule_id)) {
      yield [`${path}/rule_id`, 'must be the identifier of a known rule; add a new rule to rules'];
    }
    const signature = `${rule_id} ${fingerprint}`;
    const earlier = indexes.get(signature);
    if (earlier !== undefined) {
      yield [`${path}/fingerprint`, `must be unique within its rule; occurrences/${earlier} has the same fingerprint`];
    }
    indexes.set(signature, index);
    if (!findAffectedKey(occurrence) && !hasScannedAsset(document)) {
      yield [`${path}/object_key`, 'is required because the document does not identify the scanned asset'];
    }
    yield* validateReferences(occurrence, path, references, types);
  }
}

function* validateReferences(
  { object_key, location_key, llm_interaction_ids = [] }: ScannedOccurrence,
  path: string,
  { interactions }: DocumentReferences,
  types: ReadonlyMap<string, ObjectType>,
): Generator<Violation> {
  if (object_key !== undefined && !types.has(object_key)) yield [`${path}/object_key`, describeUnknownKey(object_key)];
  if (location_key !== undefined && types.get(location_key) !== 'location') {
    yield [`${path}/location_key`, `must be the key of a location of this document, got ${location_key}`];
  }
  for (const [number, id] of llm_interaction_ids.entries()) {
    if (!interactions.has(id)) {
      yield [`${path}/llm_interaction_ids/${number}`, 'must be the identifier of a known interaction'];
    }
  }
}

function describeUnknownKey(key: string): string {
  return `must be the key of an object or location of this document, got ${key}`;
}
