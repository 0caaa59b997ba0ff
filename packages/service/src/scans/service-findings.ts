/** Runs the service's own rules over what a scan has changed. */
import type { Db } from '../database/dialect.ts';
import type { Workspace } from '../database/rows.ts';
import { evaluateStaticRules, type RuleFinding } from '../rules/evaluate.ts';
import type { ServiceFound } from './found.ts';
import { loadGraph } from './graph.ts';

/** What the service's rules find on some objects as the inventory has them now. */
export async function findByRules(db: Db, scope: Workspace, objectIds: readonly string[]): Promise<ServiceFound[]> {
  if (objectIds.length === 0) return [];
  return evaluateStaticRules(await loadGraph(db, scope, objectIds)).map(foundOf);
}

function foundOf({ rule, object, shownAt = object, severity, digest, ...finding }: RuleFinding): ServiceFound {
  const isOther = severity !== undefined && severity.value !== rule.severity;
  return {
    rule_id: rule.rule_id,
    fingerprint: digest,
    objectId: object.id,
    locationIds: shownAt.places.map(({ id }) => id),
    severity: severity?.value ?? rule.severity,
    severityReason: isOther ? severity.reason : null,
    confidence: finding.confidence ?? 1,
    message: finding.message,
    evidence: finding.evidence,
    interactionIds: [],
    isOnly: finding.fingerprint.length === 0,
  };
}
