import { createHash } from 'node:crypto';
import type { Graph } from './core/graph.ts';
import type { StaticRule, Violation } from './core/static-rule.ts';
import { staticRules } from './static-rules.ts';

/** A violation with its rule and a fingerprint that is the same in every scan. */
export interface FingerprintedViolation extends Violation {
  readonly rule: StaticRule;
  /** SHA-256, in hexadecimal digits, of the rule, the object and the discriminators. */
  readonly fingerprint: string;
}

/** Evaluates all static rules over a graph. The same graph has the same violations in the same order. */
export function evaluateStaticRules(graph: Graph): FingerprintedViolation[] {
  return staticRules.flatMap((rule) => evaluateRule(rule, graph));
}

/** Evaluates one rule over a graph. */
export function evaluateRule(rule: StaticRule, graph: Graph): FingerprintedViolation[] {
  return rule.evaluate(graph).map((violation) => {
    const { object, discriminators } = violation;
    const fingerprint = fingerprintViolation(rule.rule_id, object.type, object.facts.stable_key, discriminators);
    return { ...violation, rule, fingerprint };
  });
}

/** Returns the fingerprint of a violation: SHA-256, in hexadecimal digits. */
export function fingerprintViolation(
  ruleId: string,
  objectType: string,
  stableKey: string,
  discriminators: readonly string[],
): string {
  const parts = [ruleId, objectType, stableKey, ...discriminators];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
