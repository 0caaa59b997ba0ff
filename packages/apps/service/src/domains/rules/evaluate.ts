import { createHash } from 'node:crypto';
import { mapInSlices } from '../../platform/core/slices.ts';
import type { Graph } from './graph.ts';
import { staticRules } from './static/index.ts';
import type { StaticRule, Violation } from './static-rule.ts';

/** A violation with its rule and a fingerprint that is the same in every scan. */
export interface FingerprintedViolation extends Violation {
  readonly rule: StaticRule;
  /** SHA-256, in hexadecimal digits, of the rule, the object and the discriminators. */
  readonly fingerprint: string;
}

/** Evaluates all static rules over a graph. The same graph has the same violations in the same order. */
export async function evaluateStaticRules(graph: Graph): Promise<FingerprintedViolation[]> {
  const violations = await mapInSlices(staticRules, (rule) =>
    rule.evaluate(graph).map((violation) => {
      const { object, discriminators } = violation;
      const fingerprint = fingerprintViolation(rule.rule_id, object.type, object.facts.stable_key, discriminators);
      return { ...violation, rule, fingerprint };
    }),
  );
  return violations.flat();
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
