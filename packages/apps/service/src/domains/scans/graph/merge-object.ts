/** Merges a scanned object with its stored record. */
import { isDeepStrictEqual } from 'node:util';
import type { DiscoverySource, ObjectType, ScanChange, ScannedLocation, ScannedObject } from '@aispm/types';
import { getUnknownWords } from '../../inventory/index.ts';
import { fingerprintSchema } from './schema-fingerprint.ts';

/** Fingerprints of a tool's schemas; null without a schema, omitted if not reported. */
export interface SchemaFingerprints {
  input?: string | null;
  output?: string | null;
}

/** The columns of an object that scans write. */
export interface StoredObject {
  aispm_object_id: string;
  object_type: ObjectType;
  stable_key: string;
  aispm_friendly_name: string;
  description: string | null;
  lifecycle_status: string;
  discovery_sources: DiscoverySource[];
  /** As reported by scans, without changes by users. */
  labels: Record<string, unknown>;
  /** Only known fields, and those with the value `unknown`; any other field that no scan reported is omitted. */
  details: Record<string, unknown>;
  accepted_schemas: SchemaFingerprints | null;
}

/** A reported object, as columns. */
export interface Sighting {
  object_type: ObjectType;
  stable_key: string;
  aispm_friendly_name: string;
  description?: string | null;
  labels?: Record<string, unknown>;
  details: Record<string, unknown>;
}

/** An object, and how the scan changed it. */
export interface MergedObject {
  object: StoredObject;
  change: Exclude<ScanChange, 'absent'>;
  /** Whether the scan only changes when the object was last seen. */
  isSame: boolean;
  /** Names of the fields that an updated object has other values of. */
  changedFields: string[];
}

/** Converts a scanned object. */
export function toSighting(scanned: ScannedObject, now: string): Sighting {
  const { key, stable_key, object_type, aispm_friendly_name, description, labels, ...details } = scanned;
  return {
    object_type,
    stable_key,
    aispm_friendly_name,
    ...(description !== undefined && { description }),
    ...(labels !== undefined && { labels }),
    details: { ...details, ...deriveDetails(details, now) },
  };
}

function deriveDetails(details: Record<string, unknown>, now: string): Record<string, unknown> {
  return {
    ...('input_schema' in details && { input_schema_fingerprint: fingerprintSchema(details.input_schema) }),
    ...('output_schema' in details && { output_schema_fingerprint: fingerprintSchema(details.output_schema) }),
    // Null means that the introspection of the server succeeded.
    ...(details.introspection_error === null && { last_introspected_at: now }),
  };
}

/** Converts a scanned location in an asset. Branch and commit default to those of the scan. */
export function toLocationSighting(
  scanned: ScannedLocation,
  assetId: string,
  scan: { branch: string | null; commit_sha: string | null },
): Sighting {
  const { key, stable_key, aispm_friendly_name, asset_key, ...details } = scanned;
  return {
    object_type: 'location',
    stable_key: formatLocationStableKey(assetId, stable_key),
    aispm_friendly_name,
    details: { branch: scan.branch, commit_sha: scan.commit_sha, ...details, asset_id: assetId },
  };
}

/**
 * Formats the stored stable key of a location. Scanners choose keys relative to the asset's root, so two assets may use the
 * same key.
 */
export function formatLocationStableKey(assetId: string, stableKey: string): string {
  return `${assetId} ${stableKey}`;
}

/** The details of a new object that no scan has reported. */
const NEW_DETAILS: Readonly<Record<ObjectType, Readonly<Record<string, string>>>> = {
  agent: getUnknownWords('Agent'),
  model: getUnknownWords('Model'),
  tool: getUnknownWords('Tool'),
  mcp_server: getUnknownWords('McpServer'),
  asset: getUnknownWords('Asset'),
  location: getUnknownWords('Location'),
};

/** A field that changes with every scan and doesn't count as a change of the object. */
const TRANSIENT_FIELD = 'last_introspected_at';

/**
 * Merges a stored object with a reported one. Omitted fields keep their values.
 *
 * @param stored undefined for a new object
 * @param id identifier of a new object
 */
export function mergeObject(
  stored: StoredObject | undefined,
  seen: Sighting,
  source: DiscoverySource,
  id: string,
): MergedObject {
  const before = stored ?? {
    ...seen,
    aispm_object_id: id,
    description: null,
    lifecycle_status: 'active',
    discovery_sources: [],
    labels: {},
    details: NEW_DETAILS[seen.object_type],
    accepted_schemas: null,
  };
  const details = { ...before.details, ...seen.details };
  const object: StoredObject = {
    ...before,
    aispm_friendly_name: seen.aispm_friendly_name,
    description: seen.description === undefined ? before.description : seen.description,
    labels: seen.labels ?? before.labels,
    lifecycle_status: 'active',
    discovery_sources: before.discovery_sources.includes(source)
      ? before.discovery_sources
      : [...before.discovery_sources, source],
    details,
    accepted_schemas: acceptFirstSchemas(before.accepted_schemas, details),
  };
  if (!stored) return { object, change: 'new', isSame: false, changedFields: [] };
  const [now, then] = [toComparable(object), toComparable(stored)];
  if (!isDeepStrictEqual(now, then))
    return { object, change: 'updated', isSame: false, changedFields: listChangedFields(now, then) };
  return {
    changedFields: [],
    object,
    change: 'unchanged',
    isSame: object.details[TRANSIENT_FIELD] === stored.details[TRANSIENT_FIELD],
  };
}

/** Lists the fields with other values, in alphabetical order. What `details` contains are fields of the record. */
function listChangedFields(now: Comparable, then: Comparable): string[] {
  const [after, before]: Record<string, unknown>[] = [now, then].map(({ details, accepted_schemas, ...columns }) => ({
    ...columns,
    ...details,
  }));
  return Object.keys(after ?? {})
    .filter((name) => !isDeepStrictEqual(after?.[name], before?.[name]))
    .sort();
}

/** Accepts the first reported schemas of a tool; input and output separately, because a scanner may only report one. */
function acceptFirstSchemas(
  accepted: SchemaFingerprints | null,
  details: Record<string, unknown>,
): SchemaFingerprints | null {
  const present = getSchemaFingerprints(details);
  return Object.keys(present).length === 0 ? accepted : { ...present, ...accepted };
}

/** Returns the fingerprints of a tool's current schemas. */
export function getSchemaFingerprints(details: Record<string, unknown>): SchemaFingerprints {
  const { input_schema_fingerprint: input, output_schema_fingerprint: output } = details as Record<
    string,
    string | null
  >;
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

type Comparable = ReturnType<typeof toComparable>;

function toComparable({ details, ...columns }: StoredObject) {
  const { [TRANSIENT_FIELD]: _, ...lasting } = details;
  return { ...columns, details: lasting };
}
