import { createHash } from 'node:crypto';
import type { GraphView } from './graph-view.ts';
import { staticRules } from './static/index.ts';
import type { Finding, StaticRule } from './static-rule.ts';

/** A finding with its rule and what tells it apart in every scan. */
export interface RuleFinding extends Finding {
  readonly rule: StaticRule;
  /** SHA-256 digest in hexadecimal digits of rule, object and what tells findings on one object apart. */
  readonly digest: string;
}

/** Runs all static rules over a graph. The same graph gives the same findings in the same order. */
export function evaluateStaticRules(graph: GraphView): readonly RuleFinding[] {
  return staticRules.flatMap((rule) =>
    rule.evaluate(graph).map((finding) => ({ ...finding, rule, digest: fingerprintOf(rule, finding) })),
  );
}

function fingerprintOf(rule: StaticRule, finding: Finding): string {
  const parts = [rule.rule_id, finding.object.kind, finding.object.facts.stable_key, ...finding.fingerprint];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
