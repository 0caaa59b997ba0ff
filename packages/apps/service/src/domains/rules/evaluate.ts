import { createHash } from 'node:crypto';
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
export function evaluateStaticRules(graph: Graph): readonly FingerprintedViolation[] {
  return staticRules.flatMap((rule) =>
    rule
      .evaluate(graph)
      .map((violation) => ({ ...violation, rule, fingerprint: calculateFingerprint(rule, violation) })),
  );
}

function calculateFingerprint(rule: StaticRule, { object, discriminators }: Violation): string {
  const parts = [rule.rule_id, object.type, object.facts.stable_key, ...discriminators];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
