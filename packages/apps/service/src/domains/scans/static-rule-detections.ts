import { evaluateRule, type FingerprintedViolation, staticRules } from '@aispm/rules';
import { mapInSlices } from '../../platform/core/slices.ts';
import type { StaticRuleDetection } from '../findings/index.ts';
import { loadGraph } from './graph/load-graph.ts';
import type { TypedObject } from './graph/read-paths.ts';
import type { ScanContext } from './graph/scan-context.ts';

/** Runs the static rules. */
export interface Evaluation {
  /** The evaluated objects. */
  objectIds: ReadonlySet<string>;
  detections: StaticRuleDetection[];
  /** Versions of the objects' user-set fields at that time, by identifier. */
  versions: ReadonlyMap<string, string>;
}

/** Evaluates the static rules for some objects, in the state of the inventory once the scan is applied. */
export async function detectViolations(context: ScanContext, objects: readonly TypedObject[]): Promise<Evaluation> {
  const objectIds = new Set(objects.map(({ id }) => id));
  if (objects.length === 0) return { objectIds, detections: [], versions: new Map() };
  const { graph, versions } = await loadGraph(context, objects);
  const violations = await mapInSlices(staticRules, (rule) => evaluateRule(rule, graph));
  return { objectIds, detections: violations.flat().map(toDetection), versions };
}

function toDetection({
  rule,
  object,
  subject = object,
  causes = [subject],
  ...violation
}: FingerprintedViolation): StaticRuleDetection {
  const { fingerprint, discriminators, severity, confidence, message, evidence } = violation;
  const differs = severity !== undefined && severity.value !== rule.severity;
  return {
    rule_id: rule.rule_id,
    fingerprint,
    objectId: object.id,
    subjectId: subject.id,
    causeIds: causes.map(({ id }) => id),
    locationIds: subject.locations.map(({ id }) => id),
    severity: severity?.value ?? rule.severity,
    severityReason: differs ? severity.reason : null,
    confidence: confidence ?? 1,
    message,
    evidence,
    interactionIds: [],
    isSingular: discriminators.length === 0,
  };
}
