/** The static rules, and their evaluation over a graph of objects and relations. */
export {
  buildGraph,
  type EdgeRow,
  type Graph,
  type NodeLocation,
  type NodeRow,
  type NodeType,
} from './core/graph.ts';
export { READS, type ReadStep } from './core/reads.ts';
export type { StaticRule } from './core/static-rule.ts';
export { evaluateRule, evaluateStaticRules, type FingerprintedViolation, fingerprintViolation } from './evaluate.ts';
export { readScanDocument } from './scan-document.ts';
export { CHANGED_TOOL_SCHEMA, STATIC_RULE_IDS, staticRules } from './static-rules.ts';
