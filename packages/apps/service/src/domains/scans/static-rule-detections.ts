import type { Db } from '../../platform/database/dialect.ts';
import type { Workspace } from '../../platform/database/rows.ts';
import type { StaticRuleDetection } from '../findings/index.ts';
import { evaluateStaticRules, type FingerprintedViolation } from '../rules/index.ts';
import { loadGraph } from './load-graph.ts';

/** Evaluates the static rules for some objects in the present state of the inventory. */
export async function detectViolations(
  db: Db,
  scope: Workspace,
  objectIds: readonly string[],
): Promise<StaticRuleDetection[]> {
  if (objectIds.length === 0) return [];
  return evaluateStaticRules(await loadGraph(db, scope, objectIds)).map(toDetection);
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
