/** What a scan tells that is wrong, from the scanner or from the service's own rules. */
import type { Evidence, Severity } from '@aispm/types';

/** One finding. */
export interface Found {
  rule_id: string;
  fingerprint: string;
  /** The object that has it. */
  objectId: string;
  /** Where it may be said to be, best first; empty when it has no place. */
  locationIds: readonly string[];
  severity: Severity;
  /** Why that is not the severity of the rule; null where it is. */
  severityReason: string | null;
  confidence: number | null;
  message: string;
  evidence: readonly Evidence[];
  interactionIds: readonly string[];
}

/** A finding of the service's own rules. */
export interface ServiceFound extends Found {
  /** Whether its rule finds it at most once on an object, so that a scanner's finding at the same place is the same. */
  isOnly: boolean;
}
