import type { StaticRuleDetection } from '../findings/index.ts';
import { evaluateStaticRules, type FingerprintedViolation } from '../rules/index.ts';
import { loadGraph } from './load-graph.ts';
import type { ScanContext } from './scan-context.ts';

/** What the static rules detect. */
export interface Evaluation {
  /** The objects that were evaluated. */
  objectIds: ReadonlySet<string>;
  detections: StaticRuleDetection[];
  /** Versions of what persons had set about the objects then, by identifier. */
  versions: ReadonlyMap<string, string>;
}

/** Evaluates the static rules for some objects, in the state that the inventory will have when the scan takes effect. */
export async function detectViolations(context: ScanContext, objectIds: readonly string[]): Promise<Evaluation> {
  if (objectIds.length === 0) return { objectIds: new Set(), detections: [], versions: new Map() };
  const { graph, versions } = await loadGraph(context, objectIds);
  return { objectIds: new Set(objectIds), detections: evaluateStaticRules(graph).map(toDetection), versions };
}

function toDetection({ rule, object, locatedBy = object, ...violation }: FingerprintedViolation): StaticRuleDetection {
  const { fingerprint, discriminators, severity, confidence, message, evidence } = violation;
  const differs = severity !== undefined && severity.value !== rule.severity;
  return {
    rule_id: rule.rule_id,
    fingerprint,
    objectId: object.id,
    locationIds: locatedBy.locations.map(({ id }) => id),
    severity: severity?.value ?? rule.severity,
    severityReason: differs ? severity.reason : null,
    confidence: confidence ?? 1,
    message,
    evidence,
    interactionIds: [],
    isSingular: discriminators.length === 0,
  };
}
