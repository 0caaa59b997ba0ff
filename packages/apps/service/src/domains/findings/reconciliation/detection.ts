/** The detections of a scan, which are reconciled with the stored occurrences. */
import type { Evidence, Severity } from '@aispm/types';

/** A finding of a scanner or a static rule on an object. */
export interface Detection {
  rule_id: string;
  fingerprint: string;
  /** The object with the finding. */
  objectId: string;
  /** Its locations, preferred one first; empty if it has none. */
  locationIds: readonly string[];
  severity: Severity;
  /** Why the severity differs from the rule's; null if it doesn't. */
  severityReason: string | null;
  confidence: number | null;
  message: string;
  evidence: readonly Evidence[];
  interactionIds: readonly string[];
}

/** A finding of a static rule of the service. */
export interface StaticRuleDetection extends Detection {
  /** The object whose evaluation caused the finding, such as the agent that uses the object. */
  subjectId: string;
  /** The objects that each cause the finding. It belongs to all targets that show one of them. */
  causeIds: readonly string[];
  /** Whether the rule reports an object no more than once, so a scanner's finding at the same location is the same finding. */
  isSingular: boolean;
}
