/** Checks what the schema of a scan document cannot: references, and parts that contradict each other. */
import type { ObjectType, ScanDocument } from '@aispm/types';
import { misfit } from './relation.ts';
import { scannedAssetKey } from './scanned-asset.ts';

/** What the workspace knows of the things that a document names. */
export interface KnownOfDocument {
  /** Whether the document's `asset_id` is an asset; true when it names none. */
  hasAsset: boolean;
  /** Identifiers of rules to their source, as far as the document names them. */
  ruleSources: ReadonlyMap<string, string>;
  /** Interactions that the document names and that exist. */
  interactions: ReadonlySet<string>;
}

/** Most places that an answer names; a document with many mistakes has most of them for one reason. */
const MOST = 20;

/** What is wrong with a document, by place in the body; empty when nothing is. */
export function contradictions(document: ScanDocument, known: KnownOfDocument): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [place, text] of problems(document, known)) {
    found[`body/${place}`] = text;
    if (Object.keys(found).length === MOST) break;
  }
  return found;
}

type Problem = readonly [place: string, text: string];

function* problems(document: ScanDocument, known: KnownOfDocument): Generator<Problem> {
  const { objects, edges, locations, rules = [], occurrences } = document;
  if (typeof document.error_message === 'string') {
    for (const [name, list] of Object.entries({ objects, edges, locations, rules, occurrences })) {
      if (list.length > 0) yield [name, 'must be empty when error_message is given'];
    }
    return;
  }
  if (!known.hasAsset) {
    yield ['asset_id', 'no asset has this identifier; leave it out for a new target'];
  }
  const types = yield* keysOf(document);
  yield* repeatedStableKeys(document);
  yield* wrongLocations(document, types);
  for (const [index, { from_key, edge, to_key }] of edges.entries()) {
    const [from, to] = [types.get(from_key), types.get(to_key)];
    if (!from) yield [`edges/${index}/from_key`, unknownKey(from_key)];
    if (!to) yield [`edges/${index}/to_key`, unknownKey(to_key)];
    const problem = from && to && misfit(from, edge, to);
    if (problem) yield [`edges/${index}/edge`, problem];
  }
  const ownRules = yield* ownRulesOf(document, known);
  const seen = new Map<string, number>();
  for (const [index, occurrence] of occurrences.entries()) {
    const { rule_id, fingerprint, object_key, location_key, llm_interaction_ids = [] } = occurrence;
    const at = `occurrences/${index}`;
    if (!ownRules.has(rule_id) && !known.ruleSources.has(rule_id)) {
      yield [`${at}/rule_id`, 'no rule has this identifier; bring it along in rules'];
    }
    if (!types.has(object_key)) yield [`${at}/object_key`, unknownKey(object_key)];
    if (location_key !== undefined && types.get(location_key) !== 'location') {
      yield [`${at}/location_key`, `no location of this document has the key ${location_key}`];
    }
    const before = seen.get(`${rule_id} ${fingerprint}`);
    if (before !== undefined) {
      yield [`${at}/fingerprint`, `is, with the same rule, the fingerprint of occurrences/${before} already`];
    }
    seen.set(`${rule_id} ${fingerprint}`, index);
    for (const [number, id] of llm_interaction_ids.entries()) {
      if (!known.interactions.has(id)) {
        yield [`${at}/llm_interaction_ids/${number}`, 'no interaction has this identifier'];
      }
    }
  }
}

/** The kind of what each key stands for. */
function* keysOf({ objects, locations }: ScanDocument): Generator<Problem, Map<string, ObjectType>> {
  const types = new Map<string, ObjectType>();
  const owners = new Map<string, string>();
  const all = [
    ...objects.map(({ key, object_type }, index) => ({ key, type: object_type, at: `objects/${index}` })),
    ...locations.map(({ key }, index) => ({ key, type: 'location' as const, at: `locations/${index}` })),
  ];
  for (const { key, type, at } of all) {
    const owner = owners.get(key);
    if (owner !== undefined) yield [`${at}/key`, `is the key of ${owner} already`];
    else types.set(key, type);
    owners.set(key, owner ?? at);
  }
  return types;
}

function* repeatedStableKeys(document: ScanDocument): Generator<Problem> {
  const owners = new Map<string, string>();
  const all = [
    ...document.objects.map(({ object_type, stable_key }, index) => ({
      name: `${object_type} ${stable_key}`,
      at: `objects/${index}`,
    })),
    ...document.locations.map(({ asset_key, stable_key }, index) => ({
      name: `location ${stable_key} ${asset_key ?? scannedAssetKey(document) ?? ''}`,
      at: `locations/${index}`,
    })),
  ];
  for (const { name, at } of all) {
    const owner = owners.get(name);
    if (owner !== undefined)
      yield [`${at}/stable_key`, `is the stable key of ${owner} already, which is of the same kind`];
    owners.set(name, owner ?? at);
  }
}

function* wrongLocations(document: ScanDocument, types: ReadonlyMap<string, ObjectType>): Generator<Problem> {
  const hasAsset = Boolean(document.asset_id) || scannedAssetKey(document) !== undefined;
  for (const [index, location] of document.locations.entries()) {
    const { asset_key, start_line, end_line, start_column, end_column } = location;
    const at = `locations/${index}`;
    if (asset_key !== undefined && types.get(asset_key) !== 'asset') {
      yield [`${at}/asset_key`, `no asset of this document has the key ${asset_key}`];
    }
    if (asset_key === undefined && !hasAsset) {
      yield [`${at}/asset_key`, 'is required, because the document does not say which asset was scanned'];
    }
    if (typeof end_line === 'number' && (typeof start_line !== 'number' || end_line < start_line)) {
      yield [`${at}/end_line`, 'must not be before start_line'];
    }
    const isOneLine = start_line === (end_line ?? start_line);
    if (isOneLine && typeof start_column === 'number' && typeof end_column === 'number' && end_column < start_column) {
      yield [`${at}/end_column`, 'must not be before start_column in the same line'];
    }
  }
}

/** The rules that a document brings. */
function* ownRulesOf(
  { rules = [] }: ScanDocument,
  { ruleSources }: KnownOfDocument,
): Generator<Problem, ReadonlySet<string>> {
  const own = new Map<string, number>();
  for (const [index, { rule_id }] of rules.entries()) {
    const before = own.get(rule_id);
    if (before !== undefined) yield [`rules/${index}/rule_id`, `is the identifier of rules/${before} already`];
    if (ruleSources.get(rule_id) === 'static') {
      yield [
        `rules/${index}/rule_id`,
        "is the identifier of a static rule; choose another, for example with the scanner's name before it",
      ];
    }
    own.set(rule_id, before ?? index);
  }
  return new Set(own.keys());
}

function unknownKey(key: string): string {
  return `no object or location of this document has the key ${key}`;
}
