/** Validates what the schema of a scan document can't express: references between its parts, and contradictions. */
import type { ErrorReason, ObjectType, ScanDocument, ScannedOccurrence } from '@aispm/types';
import { describeInvalidEdge } from './edge-types.ts';
import { findAffectedKey, findScannedAssetKey, hasScannedAsset } from './scanned-asset-key.ts';

/** The references of a document that exist in the workspace. */
export interface DocumentReferences {
  /** Whether the document's `asset_id` is an asset; true if the document has none. */
  hasAsset: boolean;
  /** The sources of known rules, by identifier. */
  ruleSources: ReadonlyMap<string, string>;
  /** Identifiers of known interactions. */
  interactions: ReadonlySet<string>;
}

/** Maximum number of violations in a response; many violations usually have one cause. */
const MAX_VIOLATIONS = 20;

/** The violations of a document. */
export interface DocumentViolations {
  /** The reason of the first violation. */
  reason: ErrorReason;
  /** Messages by location in the request. */
  details: Record<string, string>;
}

/** Finds the violations of a document; undefined if there are none. Yields where other tasks may run. */
export function* findViolations(
  document: ScanDocument,
  references: DocumentReferences,
): Generator<void, DocumentViolations | undefined> {
  let found: DocumentViolations | undefined;
  for (const violation of validate(document, references)) {
    yield;
    if (violation === undefined) continue;
    const [location, message, reason] = violation;
    found ??= { reason, details: {} };
    found.details[`body/${location}`] = message;
    if (Object.keys(found.details).length === MAX_VIOLATIONS) break;
  }
  return found;
}

/** Undefined after an item without a violation, where other tasks may run. */
type Violation = readonly [location: string, message: string, reason: ErrorReason] | undefined;

function* validate(document: ScanDocument, references: DocumentReferences): Generator<Violation> {
  if (typeof document.error_message === 'string') {
    yield* validateFailedScan(document);
    return;
  }
  if (!references.hasAsset)
    yield ['asset_id', 'must be the identifier of an asset; omit it for a new target', 'unknown_reference'];
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
    if (list.length > 0) yield [name, 'must be empty when error_message is present', 'inconsistent_document'];
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
    else yield [`${path}/key`, `must be unique; ${owner} has the same key`, 'duplicate_key'];
    owners.set(key, owner ?? path);
    yield undefined;
  }
  return types;
}

function* validateStableKeys(document: ScanDocument): Generator<Violation> {
  const owners = new Map<string, string>();
  const scannedAsset = findScannedAssetKey(document) ?? '';
  const all = [
    ...document.objects.map(({ object_type, stable_key }, index) => ({
      name: `${object_type} ${stable_key}`,
      path: `objects/${index}`,
    })),
    ...document.locations.map(({ asset_key, stable_key }, index) => ({
      name: `location ${stable_key} ${asset_key ?? scannedAsset}`,
      path: `locations/${index}`,
    })),
  ];
  for (const { name, path } of all) {
    const owner = owners.get(name);
    if (owner !== undefined) {
      const message = `must be unique within its object type; ${owner} has the same stable key`;
      yield [`${path}/stable_key`, message, 'duplicate_key'];
    }
    owners.set(name, owner ?? path);
    yield undefined;
  }
}

function* validateLocations(document: ScanDocument, types: ReadonlyMap<string, ObjectType>): Generator<Violation> {
  const hasAsset = hasScannedAsset(document);
  for (const [index, location] of document.locations.entries()) {
    const { asset_key, start_line, end_line, start_column, end_column } = location;
    const path = `locations/${index}`;
    if (asset_key !== undefined && types.get(asset_key) !== 'asset') {
      const message = `must be the key of an asset of this document, got ${asset_key}`;
      yield [`${path}/asset_key`, message, 'unknown_reference'];
    }
    if (asset_key === undefined && !hasAsset) {
      const message = 'is required because the document does not identify the scanned asset';
      yield [`${path}/asset_key`, message, 'missing_field'];
    }
    if (typeof end_line === 'number' && (typeof start_line !== 'number' || end_line < start_line)) {
      yield [`${path}/end_line`, 'must not be before start_line', 'inconsistent_document'];
    }
    const isOneLine = start_line === (end_line ?? start_line);
    // An empty region at a column ends one column before it.
    const isReversed = isOneLine && (end_column ?? Number.POSITIVE_INFINITY) < (start_column ?? 1) - 1;
    if (isReversed) {
      const message = 'must be at least start_column - 1 in the same line';
      yield [`${path}/end_column`, message, 'inconsistent_document'];
    }
    yield undefined;
  }
}

function* validateEdges({ edges }: ScanDocument, types: ReadonlyMap<string, ObjectType>): Generator<Violation> {
  for (const [index, { from_key, edge, to_key }] of edges.entries()) {
    const path = `edges/${index}`;
    const [from, to] = [types.get(from_key), types.get(to_key)];
    if (!from) yield [`${path}/from_key`, describeUnknownKey(from_key), 'unknown_reference'];
    if (!to) yield [`${path}/to_key`, describeUnknownKey(to_key), 'unknown_reference'];
    const message = from && to && describeInvalidEdge(from, edge, to);
    if (message) yield [`${path}/edge`, message, 'invalid_edge'];
    yield undefined;
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
    if (earlier !== undefined)
      yield [path, `must be unique; rules/${earlier} has the same identifier`, 'duplicate_key'];
    if (ruleSources.get(rule_id) === 'static') {
      const message = 'must not be the identifier of a static rule; add the name of the scanner as a prefix';
      yield [path, message, 'static_rule'];
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
  const hasAsset = hasScannedAsset(document);
  for (const [index, occurrence] of document.occurrences.entries()) {
    const { rule_id, fingerprint } = occurrence;
    const path = `occurrences/${index}`;
    if (!ownRules.has(rule_id) && !references.ruleSources.has(rule_id)) {
      const message = 'must be the identifier of a known rule; add a new rule to rules';
      yield [`${path}/rule_id`, message, 'unknown_reference'];
    }
    const signature = `${rule_id} ${fingerprint}`;
    const earlier = indexes.get(signature);
    if (earlier !== undefined) {
      const message = `must be unique within its rule; occurrences/${earlier} has the same fingerprint`;
      yield [`${path}/fingerprint`, message, 'duplicate_key'];
    }
    indexes.set(signature, index);
    if (!findAffectedKey(occurrence) && !hasAsset) {
      const message = 'is required because the document does not identify the scanned asset';
      yield [`${path}/object_key`, message, 'missing_field'];
    }
    yield* validateReferences(occurrence, path, references, types);
    yield undefined;
  }
}

function* validateReferences(
  { object_key, location_key, llm_interaction_ids = [] }: ScannedOccurrence,
  path: string,
  { interactions }: DocumentReferences,
  types: ReadonlyMap<string, ObjectType>,
): Generator<Violation> {
  if (object_key !== undefined && !types.has(object_key)) {
    yield [`${path}/object_key`, describeUnknownKey(object_key), 'unknown_reference'];
  }
  if (location_key !== undefined && types.get(location_key) !== 'location') {
    const message = `must be the key of a location of this document, got ${location_key}`;
    yield [`${path}/location_key`, message, 'unknown_reference'];
  }
  for (const [number, id] of llm_interaction_ids.entries()) {
    if (!interactions.has(id)) {
      const message = 'must be the identifier of a known interaction';
      yield [`${path}/llm_interaction_ids/${number}`, message, 'unknown_reference'];
    }
  }
}

function describeUnknownKey(key: string): string {
  return `must be the key of an object or location of this document, got ${key}`;
}
