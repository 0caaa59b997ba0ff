/** What a scan detects: the input of the reconciliation with the stored occurrences. */
import type { Evidence, Severity } from '@aispm/types';

/** One finding of a scanner or of a static rule on one object. */
export interface Detection {
  rule_id: string;
  fingerprint: string;
  /** The object that has the finding. */
  objectId: string;
  /** The locations that show it, the preferred one first; empty when it has no location. */
  locationIds: readonly string[];
  severity: Severity;
  /** Why the severity differs from the rule's; null when it does not. */
  severityReason: string | null;
  confidence: number | null;
  message: string;
  evidence: readonly Evidence[];
  interactionIds: readonly string[];
}

/** A finding of a static rule of the service. */
export interface StaticRuleDetection extends Detection {
  /** The object whose evaluation has led to the finding, such as the agent that uses the object. */
  subjectId: string;
  /** The objects of which each causes the finding: it belongs to the targets that show one of them. */
  causeIds: readonly string[];
  /** Whether the rule reports an object at most once, so that a scanner's finding at the same location is the same finding. */
  isSingular: boolean;
}
