/** Finds out which findings of a scan are occurrences that are known. */
import type { Evidence, IssueStatus, Severity } from '@aispm/types';
import type { StatusReason } from '../findings/issue-status.ts';
import type { Found, ServiceFound } from './found.ts';

/** An occurrence as it is kept. */
export interface KeptOccurrence {
  fine_grained_issue_id: string;
  issue_id: string;
  rule_id: string;
  fingerprint: string;
  aispm_object_id: string;
  asset_id: string | null;
  location_id: string | null;
  definitive_severity: Severity;
  severity_reason: string | null;
  confidence: number | null;
  status: IssueStatus;
  status_reason: StatusReason | null;
  message: string;
  evidence: Evidence[];
  scan_id: string | null;
  llm_interaction_ids: string[];
  /** Whether the last scan of this target brought it. */
  isShownHere: boolean;
  /** Whether the last scan of another target did. */
  isShownElsewhere: boolean;
}

/** An occurrence that is there now: who says so, and what was known of it. */
export interface Slot {
  kept?: KeptOccurrence;
  scanner?: Found;
  service?: ServiceFound;
  locationId: string | null;
}

/**
 * Matches what scanner and service found with what is known. Rule and fingerprint decide; for the service's own rules a finding of
 * the scanner and one of the service also meet when object and place are the same.
 *
 * @param isStatic tells the service's own rules
 */
export function match(
  kept: readonly KeptOccurrence[],
  scanner: readonly Found[],
  service: readonly ServiceFound[],
  isStatic: (ruleId: string) => boolean,
): Slot[] {
  const slots = new Slots(kept);
  for (const found of scanner) {
    const locationId = found.locationIds[0] ?? null;
    const slot =
      slots.bySignature(found) ??
      (isStatic(found.rule_id)
        ? slots.atPlace(found, locationId, ({ scanner }) => scanner === undefined)
        : undefined) ??
      slots.add(found, locationId);
    slot.scanner = found;
    slot.locationId = locationId;
  }
  for (const found of service) {
    const [first = null] = found.locationIds;
    const places: readonly (string | null)[] = found.locationIds.length > 0 ? found.locationIds : [null];
    const known = slots.bySignature(found);
    const slot =
      known ??
      (found.isOnly
        ? places.map((place) => slots.atPlace(found, place, ({ service }) => service === undefined)).find(Boolean)
        : undefined) ??
      slots.add(found, first);
    slot.service = found;
    // It stays where it was as long as it may be said to be there.
    if (!slot.scanner && !places.includes(slot.locationId)) slot.locationId = first;
  }
  return slots.filled;
}

class Slots {
  readonly #signatures = new Map<string, Slot>();
  readonly #places = new Map<string, Slot[]>();

  constructor(kept: readonly KeptOccurrence[]) {
    for (const one of kept) {
      const slot: Slot = { kept: one, locationId: one.location_id };
      this.#note(slot, one.rule_id, one.fingerprint, one.aispm_object_id, one.location_id);
    }
  }

  get filled(): Slot[] {
    return [...this.#signatures.values()].filter(({ scanner, service }) => scanner || service);
  }

  bySignature({ rule_id, fingerprint }: Found): Slot | undefined {
    return this.#signatures.get(`${rule_id} ${fingerprint}`);
  }

  atPlace({ rule_id, objectId }: Found, place: string | null, isFree: (slot: Slot) => boolean): Slot | undefined {
    return this.#places.get(placeName(rule_id, objectId, place))?.find(isFree);
  }

  add({ rule_id, fingerprint, objectId }: Found, locationId: string | null): Slot {
    const slot: Slot = { locationId };
    this.#note(slot, rule_id, fingerprint, objectId, locationId);
    return slot;
  }

  #note(slot: Slot, ruleId: string, fingerprint: string, objectId: string, place: string | null): void {
    this.#signatures.set(`${ruleId} ${fingerprint}`, slot);
    const name = placeName(ruleId, objectId, place);
    const others = this.#places.get(name);
    if (others) others.push(slot);
    else this.#places.set(name, [slot]);
  }
}

function placeName(ruleId: string, objectId: string, place: string | null): string {
  return `${ruleId} ${objectId} ${place ?? ''}`;
}
