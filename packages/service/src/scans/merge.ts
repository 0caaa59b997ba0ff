/** What becomes of a record when a scanner sees the object again. */
import { isDeepStrictEqual } from 'node:util';
import type { DiscoverySource, ObjectType, ScanChange, ScannedLocation, ScannedObject } from '@aispm/types';
import { digestOf } from './canonical-json.ts';

/** Digests of the schemas of a tool; null without a schema, left out where nobody spoke of it. */
export interface SchemaDigests {
  input?: string | null;
  output?: string | null;
}

/** An object as it is kept, as far as scanners tell of it. */
export interface KeptObject {
  aispm_object_id: string;
  object_type: ObjectType;
  stable_key: string;
  aispm_friendly_name: string;
  description: string | null;
  lifecycle_status: string;
  discovery_sources: DiscoverySource[];
  labels: Record<string, unknown>;
  /** Only what is known: a field that nobody spoke of is not there. */
  details: Record<string, unknown>;
  accepted_schemas: SchemaDigests | null;
}

/** What a scan says of an object, in the form in which it is kept. */
export interface Sighting {
  object_type: ObjectType;
  stable_key: string;
  aispm_friendly_name: string;
  description?: string | null;
  labels?: Record<string, unknown>;
  details: Record<string, unknown>;
}

/** An object, and how the scan has changed it. */
export interface Merged {
  object: KeptObject;
  change: Exclude<ScanChange, 'absent'>;
  /** Whether nothing is to be written but that it was seen. */
  isSame: boolean;
}

/** What a scanned object says. */
export function sightingOf(scanned: ScannedObject, now: string): Sighting {
  const { key, stable_key, object_type, aispm_friendly_name, description, labels, ...details } = scanned;
  return {
    object_type,
    stable_key,
    aispm_friendly_name,
    ...(description !== undefined && { description }),
    ...(labels !== undefined && { labels }),
    details: { ...details, ...derived(details, now) },
  };
}

/** What follows from what a scanner says. */
function derived(details: Record<string, unknown>, now: string): Record<string, unknown> {
  return {
    ...('input_schema' in details && { input_schema_fingerprint: digestOf(details.input_schema) }),
    ...('output_schema' in details && { output_schema_fingerprint: digestOf(details.output_schema) }),
    // Null says that the server could be asked what it offers.
    ...(details.introspection_error === null && { last_introspected_at: now }),
  };
}

/** What a scanned location says, in an asset. Branch and commit are those of the scan where it names none. */
export function placeOf(
  scanned: ScannedLocation,
  assetId: string,
  scan: { branch: string | null; commit_sha: string | null },
): Sighting {
  const { key, stable_key, aispm_friendly_name, asset_key, ...details } = scanned;
  return {
    object_type: 'location',
    stable_key: placeKey(assetId, stable_key),
    aispm_friendly_name,
    details: { branch: scan.branch, commit_sha: scan.commit_sha, ...details, asset_id: assetId },
  };
}

/** The stable key of a place as it is kept: scanners count places from the root of the asset, so that two assets may share one. */
export function placeKey(assetId: string, stableKey: string): string {
  return `${assetId} ${stableKey}`;
}

/** Fields that change whenever an object is seen, and do not make it another one. */
const TRANSIENT = 'last_introspected_at';

/**
 * Puts together what is known of an object and what a scan says: what the scan leaves out stays.
 *
 * @param kept undefined for an object that is not known
 * @param id identifier of a new object
 */
export function merge(kept: KeptObject | undefined, seen: Sighting, source: DiscoverySource, id: string): Merged {
  const before = kept ?? {
    ...seen,
    aispm_object_id: id,
    description: null,
    lifecycle_status: 'active',
    discovery_sources: [],
    labels: {},
    details: {},
    accepted_schemas: null,
  };
  const details = { ...before.details, ...seen.details };
  const object: KeptObject = {
    ...before,
    aispm_friendly_name: seen.aispm_friendly_name,
    description: seen.description === undefined ? before.description : seen.description,
    labels: seen.labels ?? before.labels,
    lifecycle_status: 'active',
    discovery_sources: before.discovery_sources.includes(source)
      ? before.discovery_sources
      : [...before.discovery_sources, source],
    details,
    accepted_schemas: accepted(before.accepted_schemas, details),
  };
  if (!kept) return { object, change: 'new', isSame: false };
  if (!isDeepStrictEqual(comparable(object), comparable(kept))) return { object, change: 'updated', isSame: false };
  return { object, change: 'unchanged', isSame: object.details[TRANSIENT] === kept.details[TRANSIENT] };
}

/** The schemas that a tool is first seen with are accepted, each by itself: a scanner may tell of one only. */
function accepted(before: SchemaDigests | null, details: Record<string, unknown>): SchemaDigests | null {
  const now = schemasOf(details);
  return Object.keys(now).length === 0 ? before : { ...now, ...before };
}

/** The digests of a tool's schemas now. */
export function schemasOf(details: Record<string, unknown>): SchemaDigests {
  const { input_schema_fingerprint: input, output_schema_fingerprint: output } = details as Record<
    string,
    string | null
  >;
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

function comparable({ details, ...rest }: KeptObject) {
  const { [TRANSIENT]: _, ...lasting } = details;
  return { ...rest, details: lasting };
}
