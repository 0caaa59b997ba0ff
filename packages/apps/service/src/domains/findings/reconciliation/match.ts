/** Matches the detections of a scan with the stored occurrences. */
import { forEachInSlices } from '../../../platform/core/slices.ts';
import type { Detection, StaticRuleDetection } from './detection.ts';
import type { StoredOccurrence } from './stored-occurrence.ts';

/** A current occurrence: its detections, and the stored occurrence unless it's new. */
export interface OccurrenceMatch {
  stored?: StoredOccurrence;
  scanner?: Detection;
  staticRule?: StaticRuleDetection;
  locationId: string | null;
}

/**
 * Returns whether an occurrence belongs to the target of the scan: its scanner reports it, or the target shows an object that
 * causes it. Findings that other targets cause with the same objects belong to them.
 *
 * @param objectIds the objects of the scan
 */
export function belongsToScan({ scanner, staticRule }: OccurrenceMatch, objectIds: ReadonlySet<string>): boolean {
  return scanner !== undefined || (staticRule?.causeIds.some((id) => objectIds.has(id)) ?? false);
}

/**
 * Matches detections with stored occurrences by rule and fingerprint. A scanner's detection and a static rule's detection also
 * match when rule, object and location are the same.
 *
 * @param isStatic whether a rule is a static rule of the service
 * @param objectIds the objects and locations of the scan; a finding that belongs to it gets one of its locations
 * @returns the detected occurrences
 */
export async function matchDetections(
  stored: readonly StoredOccurrence[],
  scannerDetections: readonly Detection[],
  staticRuleDetections: readonly StaticRuleDetection[],
  isStatic: (ruleId: string) => boolean,
  objectIds: ReadonlySet<string>,
): Promise<OccurrenceMatch[]> {
  const matches = new MatchIndex();
  await forEachInSlices(stored, (occurrence) => matches.addStored(occurrence));
  await forEachInSlices(scannerDetections, (detection) => addScannerDetection(matches, detection, isStatic));
  await forEachInSlices(staticRuleDetections, (detection) => addStaticRuleDetection(matches, detection, objectIds));
  return matches.detected;
}

function addScannerDetection(matches: MatchIndex, detection: Detection, isStatic: (ruleId: string) => boolean): void {
  const locationId = detection.locationIds[0] ?? null;
  const match =
    matches.findBySignature(detection) ??
    (isStatic(detection.rule_id)
      ? matches.findAtLocation(detection, locationId, ({ scanner }) => scanner === undefined)
      : undefined) ??
    matches.add(detection, locationId);
  match.scanner = detection;
  match.locationId = locationId;
}

function addStaticRuleDetection(
  matches: MatchIndex,
  detection: StaticRuleDetection,
  objectIds: ReadonlySet<string>,
): void {
  const belongs = belongsToScan({ staticRule: detection, locationId: null }, objectIds);
  const own = belongs ? detection.locationIds.filter((id) => objectIds.has(id)) : [];
  const [first = null] = [...own, ...detection.locationIds.filter((id) => !objectIds.has(id))];
  const locationIds: readonly (string | null)[] = detection.locationIds.length > 0 ? detection.locationIds : [null];
  const match =
    matches.findBySignature(detection) ??
    (detection.isSingular
      ? locationIds
          .map((id) => matches.findAtLocation(detection, id, ({ staticRule }) => staticRule === undefined))
          .find(Boolean)
      : undefined) ??
    matches.add(detection, first);
  match.staticRule = detection;
  // The stored location stays as long as it's one of the possible ones.
  if (!match.scanner && !locationIds.includes(match.locationId)) match.locationId = first;
}

/** The matches by signature (rule and fingerprint), and by rule, object and location. */
class MatchIndex {
  readonly #bySignature = new Map<string, OccurrenceMatch>();
  readonly #byLocation = new Map<string, OccurrenceMatch[]>();

  get detected(): OccurrenceMatch[] {
    return [...this.#bySignature.values()].filter(({ scanner, staticRule }) => scanner || staticRule);
  }

  findBySignature(detection: Detection): OccurrenceMatch | undefined {
    return this.#bySignature.get(formatSignature(detection));
  }

  findAtLocation(
    detection: Detection,
    locationId: string | null,
    isFree: (match: OccurrenceMatch) => boolean,
  ): OccurrenceMatch | undefined {
    return this.#byLocation.get(formatLocationKey(detection, locationId))?.find(isFree);
  }

  addStored(stored: StoredOccurrence): void {
    const { rule_id, fingerprint, aispm_object_id: objectId, location_id } = stored;
    this.#insert({ stored, locationId: location_id }, { rule_id, fingerprint, objectId }, location_id);
  }

  add(detection: Detection, locationId: string | null): OccurrenceMatch {
    const match: OccurrenceMatch = { locationId };
    this.#insert(match, detection, locationId);
    return match;
  }

  #insert(match: OccurrenceMatch, identity: Identity, locationId: string | null): void {
    this.#bySignature.set(formatSignature(identity), match);
    const key = formatLocationKey(identity, locationId);
    const others = this.#byLocation.get(key);
    if (others) others.push(match);
    else this.#byLocation.set(key, [match]);
  }
}

type Identity = Pick<Detection, 'rule_id' | 'fingerprint' | 'objectId'>;

function formatSignature({ rule_id, fingerprint }: Identity): string {
  return `${rule_id} ${fingerprint}`;
}

function formatLocationKey({ rule_id, objectId }: Identity, locationId: string | null): string {
  return `${rule_id} ${objectId} ${locationId ?? ''}`;
}
